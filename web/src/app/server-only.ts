import type { PublicBrand } from '@incontro/contract'
import { createContext } from 'react'

/**
 * What only the server's rendering needs. It is kept out of the loader's data, so it does not travel twice:
 * the browser keeps the markup made of it.
 */
export const ServerOnly = createContext<{ readonly nonce: string; readonly logo: PublicBrand['logo'] } | null>(null)
