import type { Locale } from './fields.ts'
import type { Session } from './domain.ts'

/** The part of a brand that browsers may know. */
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
  /** Countries whose residents register with another brand of this installation (code 1006). */
  readonly signupElsewhere: readonly string[]
  readonly languages: readonly Locale[]
  readonly tagline: { readonly headline: string; readonly subtitle: string }
  readonly mainstream: boolean
  /** Affiliate partners count visits by IP address, so the browser asks for its own. */
  readonly affiliation: boolean
  /** The flow of visits that no other rule assigns one. */
  readonly defaultFluxId: string
  /** Days after which the cookie question is asked again. */
  readonly cookieChoiceDays: number
  /** The optional cookie purposes to ask about; when empty, the question is not shown. */
  readonly cookiePurposes: readonly ('analytics' | 'remarketing')[]
  readonly descriptor: string
  /** Of headlines: its family, and the one weight it is used in. */
  readonly displayFont: { readonly family: string; readonly weight: number }
  readonly tokensHref: string
  /** The style sheet at that address. */
  readonly tokensCss: string
  /** The colour that browsers paint around the page, `#rrggbb`. */
  readonly themeColor: { readonly light: string; readonly dark: string }
  /** Paths of the preview picture of shared links (1200 × 630) and of the home screen icon; they change with the drawing. */
  readonly pictures: { readonly share: string; readonly touchIcon: string }
  readonly logo: { readonly light: string; readonly dark: string; readonly symbol: string }
}

/** What the server gives to a page that it renders. */
export interface WebContext {
  readonly brand: PublicBrand
  readonly locale: Locale
  readonly nonce: string
  readonly demo: boolean
  /** Whether sign-in with Google is available here. */
  readonly google: boolean
  /** Scheme, host and port the visitor typed. */
  readonly origin: string
  /** The visitor's choice, else the brand's; null follows the device. */
  readonly theme: 'light' | 'dark' | null
  /** The visitor's answer to the cookie question. */
  readonly cookieChoice: { readonly chosen: boolean; readonly analytics: boolean; readonly remarketing: boolean }
  readonly session: Session | null
  /** The API in process, with the visitor's cookie and address. `path` starts with `/`. */
  readonly api: (path: string, init?: RequestInit) => Promise<Response>
}
