import type { Locale } from './fields.ts'

/** The pages that a search engine may list. Every other page is for members or for one person's link. */
export const visitorPages = [
  '/',
  '/signup',
  '/login',
  '/contactUs',
  '/reviews',
  '/safety',
  '/legal/features',
  '/legal/faq',
  '/legal/terms',
  '/legal/privacy',
  '/legal/cookie',
] as const
export type VisitorPage = (typeof visitorPages)[number]

/** The permanent origin of a brand's pages: in a demo the requested host, else the brand's own domain. */
export const publicOrigin = ({
  demo,
  origin,
  domain,
}: {
  readonly demo: boolean
  readonly origin: string
  readonly domain: string
}): string => (demo ? origin : `https://${domain}`)

/** The canonical address of a page in one language; without a language, the address that follows the browser's preference. */
export const pageAddress = (origin: string, page: VisitorPage, locale?: Locale): string =>
  `${origin}${page}${locale === undefined ? '' : `?lang=${locale}`}`
