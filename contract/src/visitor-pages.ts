import type { Locale } from './fields.ts'

/** The pages that a search engine may list. Every other page is for members or for one person's link. */
export const visitorPages = [
  '/',
  '/signup',
  '/login',
  '/contactUs',
  '/reviews',
  '/legal/features',
  '/legal/faq',
  '/legal/terms',
  '/legal/privacy',
  '/legal/cookie',
] as const
export type VisitorPage = (typeof visitorPages)[number]

/** Where a brand's pages are found for good: the host asked for in a demo, else the brand's own domain. */
export const publicOrigin = ({
  demo,
  origin,
  domain,
}: {
  readonly demo: boolean
  readonly origin: string
  readonly domain: string
}): string => (demo ? origin : `https://${domain}`)

/** The one address of a page in one language; without one, the address that goes by what the browser asks for. */
export const pageAddress = (origin: string, page: VisitorPage, locale?: Locale): string =>
  `${origin}${page}${locale === undefined ? '' : `?lang=${locale}`}`
