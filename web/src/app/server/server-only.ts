import type { Locale, PublicBrand } from '@incontro/contract'
import { createContext, useContext } from 'react'
import type { PageScript } from './page-script.ts'

/**
 * Values that only the server's rendering needs. They are not part of the loader's data, because the markup made from
 * them already reaches the browser.
 */
export const ServerOnly = createContext<ServerOnlyValue | null>(null)

interface ServerOnlyValue {
  readonly nonce: string
  readonly script: PageScript
  /** The inline critical CSS; undefined on a page that links its style sheets. */
  readonly styles: string | undefined
  /** The data that starts a deferred script. */
  readonly handover: string | undefined
  readonly logo: PublicBrand['logo']
  readonly look: Look
  /** Font files to preload before the style sheet requests them. */
  readonly fonts: readonly string[]
}

/** What a page needs to have the brand's design in the visitor's language. */
export interface Look {
  readonly key: string
  readonly tokensHref: string
  readonly locale: Locale
}

/**
 * The `Look` of a page whose root loader did not run. The server has it in its context, and the browser reads it from
 * the document.
 */
export const useLookWithoutSite = (): Look | undefined => {
  const server = useContext(ServerOnly)
  if (server) return server.look
  if (typeof document === 'undefined') return undefined
  const { lang, dataset } = document.documentElement
  const tokensHref = document.querySelector('link[href^="/brand/tokens.css"]')?.getAttribute('href')
  return tokensHref ? { key: dataset['brand'] ?? '', tokensHref, locale: lang as Locale } : undefined
}
