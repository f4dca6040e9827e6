import type { Locale, PublicBrand } from '@incontro/contract'
import { createContext, useContext } from 'react'
import type { PageScript } from './page-script.ts'

/**
 * What only the server's rendering needs. It is kept out of the loader's data, so it does not travel twice:
 * the browser keeps the markup made of it.
 */
export const ServerOnly = createContext<ServerOnlyValue | null>(null)

interface ServerOnlyValue {
  readonly nonce: string
  readonly script: PageScript
  /** The rules that stand in the page; undefined where it links its style sheets. */
  readonly styles: string | undefined
  /** What a page whose script waits starts with. */
  readonly handover: string | undefined
  readonly logo: PublicBrand['logo']
  readonly look: Look
  /** Font files to ask for before the style sheet does. */
  readonly fonts: readonly string[]
}

/** What a page needs to look like the brand's in the visitor's language. */
export interface Look {
  readonly key: string
  readonly tokensHref: string
  readonly locale: Locale
}

/** The same where the root loader did not run: the server knows it anyway, the browser reads it off the page that came. */
export const useLookWithoutSite = (): Look | undefined => {
  const server = useContext(ServerOnly)
  if (server) return server.look
  if (typeof document === 'undefined') return undefined
  const { lang, dataset } = document.documentElement
  const tokensHref = document.querySelector('link[href^="/brand/tokens.css"]')?.getAttribute('href')
  return tokensHref ? { key: dataset['brand'] ?? '', tokensHref, locale: lang as Locale } : undefined
}
