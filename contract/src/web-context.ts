import type { Locale } from './fields.ts'
import type { SessionView } from './http/identity.ts'

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
  readonly languages: readonly Locale[]
  readonly tagline: { readonly headline: string; readonly subtitle: string }
  readonly mainstream: boolean
  readonly descriptor: string
  readonly displayFont: string
  readonly tokensHref: string
  readonly logo: { readonly light: string; readonly dark: string; readonly symbol: string }
}

/** What the server hands to a page that it renders. */
export interface WebContext {
  readonly brand: PublicBrand
  readonly locale: Locale
  readonly nonce: string
  readonly demo: boolean
  /** Scheme, host and port the visitor typed. */
  readonly origin: string
  readonly theme: 'light' | 'dark' | null
  readonly session: SessionView | null
  /** The API in process, with the visitor's cookie and address. `path` starts with `/`. */
  readonly api: (path: string, init?: RequestInit) => Promise<Response>
}
