import type { Locale } from '@incontro/contract'
import type { FastifyRequest } from 'fastify'

/** The languages of a brand, `defaultLanguage` among them. */
export interface Languages {
  readonly languages: readonly Locale[]
  readonly defaultLanguage: Locale
}

const localeCookie = 'locale'

/** What of a request says which language is wished. */
export type Wishes = Pick<FastifyRequest, 'headers' | 'cookies' | 'query'>

/**
 * The language of a request, in this order: `?lang=`, the visitor's earlier choice, the first language of the browser
 * that the brand has, the brand's default.
 */
export function chooseLocale(request: Wishes, brand: Languages): Locale {
  const has = (tag: string | undefined): Locale | undefined =>
    brand.languages.find((language) => language === tag?.slice(0, 2).toLowerCase())
  const wished = (request.headers['accept-language'] ?? '')
    .slice(0, 300)
    .split(',')
    .map((part) => part.trim().split(';')[0])
  const { lang } = request.query as { lang?: unknown }
  return (
    has(typeof lang === 'string' ? lang : undefined) ??
    has(request.cookies[localeCookie]) ??
    wished.map(has).find((locale) => locale !== undefined) ??
    brand.defaultLanguage
  )
}
