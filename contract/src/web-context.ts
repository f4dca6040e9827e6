import type { Locale } from './fields.ts'
import type { Session } from './domain.ts'

/** What of a brand a browser may know. */
export interface PublicBrand {
  readonly key: string
  readonly title: string
  readonly company: string
  readonly companyAddress: string
  readonly vatNumber: string
  readonly supportEmail: string
  readonly phone: string
  readonly domain: string
  readonly year: number
  readonly country: string
  /** Countries whose people register with another brand of this installation (code 1006). */
  readonly signupElsewhere: readonly string[]
  readonly languages: readonly Locale[]
  readonly tagline: { readonly headline: string; readonly subtitle: string }
  readonly mainstream: boolean
  /** Visits come through partners, who count by address: the browser looks its own up. */
  readonly affiliation: boolean
  /** The flow of a visit that nothing else decides. */
  readonly defaultFluxId: string
  /** Days after which the cookie question is asked again. */
  readonly cookieChoiceDays: number
  /** What the cookie question asks for besides the necessary; where it is empty nothing is asked. */
  readonly cookiePurposes: readonly ('analytics' | 'remarketing')[]
  readonly descriptor: string
  /** Of headlines: its family, and the one weight it is used in. */
  readonly displayFont: { readonly family: string; readonly weight: number }
  readonly tokensHref: string
  /** What stands at that address. */
  readonly tokensCss: string
  /** What a browser paints around the page, `#rrggbb`. */
  readonly themeColor: { readonly light: string; readonly dark: string }
  /** Paths of the picture a shared link shows (1200 × 630) and of the icon for a home screen; they change with what is drawn. */
  readonly pictures: { readonly share: string; readonly touchIcon: string }
  readonly logo: { readonly light: string; readonly dark: string; readonly symbol: string }
}

/** What the server hands to a page that it renders. */
export interface WebContext {
  readonly brand: PublicBrand
  readonly locale: Locale
  readonly nonce: string
  readonly demo: boolean
  /** Whether somebody can sign in with Google here. */
  readonly google: boolean
  /** Scheme, host and port the visitor typed. */
  readonly origin: string
  /** What the visitor chose, else what the brand has; null goes by the device. */
  readonly theme: 'light' | 'dark' | null
  /** What the visitor said to the cookie question. */
  readonly cookieChoice: { readonly chosen: boolean; readonly analytics: boolean; readonly remarketing: boolean }
  readonly session: Session | null
  /** The API in process, with the visitor's cookie and address. `path` starts with `/`. */
  readonly api: (path: string, init?: RequestInit) => Promise<Response>
}
