import type { Locale, PublicBrand } from '@incontro/contract'
import type { Session } from '@incontro/contract/domain'
import { useRouteLoaderData } from 'react-router'

/** What every page knows: brand, language, mode. From the root loader. */
export interface Site {
  readonly brand: Omit<PublicBrand, 'logo' | 'tokensCss'>
  /** Proportion of the word-mark, "148 40". */
  readonly wordmarkBox: string
  readonly locale: Locale
  readonly demo: boolean
  /** Whether somebody can sign in with Google here. */
  readonly google: boolean
  readonly origin: string
  readonly theme: 'light' | 'dark' | null
  readonly session: Session | null
  /** Whether the cookie question has been answered. */
  readonly cookiesChosen: boolean
}

/** The site's facts; only inside the root route. */
export const useSite = (): Site => {
  const site = useRouteLoaderData<Site>('root')
  if (!site) throw new Error('useSite needs the root loader')
  return site
}

/** The same for the error page, where the root loader itself may have failed. */
export const useSiteIfLoaded = (): Site | undefined => useRouteLoaderData<Site>('root')
