import type { Locale, PublicBrand } from '@incontro/contract'
import type { Session } from '@incontro/contract/domain'
import { useRouteLoaderData } from 'react-router'

/** What every page knows from the root loader: the brand, the language, the theme. */
export interface Site {
  readonly brand: Omit<PublicBrand, 'logo' | 'tokensCss'>
  /** Width and height of the word-mark, "148 40". */
  readonly wordmarkBox: string
  readonly locale: Locale
  readonly demo: boolean
  /** Whether members can sign in with Google on this site. */
  readonly google: boolean
  readonly origin: string
  readonly theme: 'light' | 'dark' | null
  readonly session: Session | null
  /** Whether the visitor has answered the cookie question. */
  readonly cookiesChosen: boolean
}

/** The site's data; works only inside the root route. */
export const useSite = (): Site => {
  const site = useRouteLoaderData<Site>('root')
  if (!site) throw new Error('useSite needs the root loader')
  return site
}

/** As `useSite`, but for the error page, which is also shown when the root loader itself failed. */
export const useSiteIfLoaded = (): Site | undefined => useRouteLoaderData<Site>('root')
