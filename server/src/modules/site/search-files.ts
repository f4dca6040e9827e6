import { pageAddress, publicOrigin, visitorPages } from '@incontro/contract'
import type { Brand } from '#modules/brands/index.ts'

interface Place {
  readonly brand: Brand
  readonly demo: boolean
  readonly origin: string
}

const originOf = ({ brand, demo, origin }: Place): string => publicOrigin({ demo, origin, domain: brand.domain })

/** robots.txt. Nothing of a demo, which is full of fictitious people, belongs into a search engine. */
export function robotsText(place: Place): string {
  if (place.demo) return 'User-agent: *\nDisallow: /\n'
  return `User-agent: *\nDisallow: /api/\nDisallow: /pay/\nDisallow: /dispenser/\n\nSitemap: ${originOf(place)}/sitemap.xml\n`
}

/** All public pages in every language of the brand, with alternates (sitemaps.org 0.9 with XHTML links). */
export function sitemapXml(place: Place): string {
  const origin = originOf(place)
  const { languages } = place.brand
  const url = (page: (typeof visitorPages)[number]): string[] => {
    const alternates = [
      ...languages.map((locale) => ({ locale: locale as string, href: pageAddress(origin, page, locale) })),
      { locale: 'x-default', href: pageAddress(origin, page) },
    ]
      .map(({ locale, href }) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${href}"/>`)
      .join('')
    return languages.map((locale) => `<url><loc>${pageAddress(origin, page, locale)}</loc>${alternates}</url>`)
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...visitorPages.flatMap(url),
    '</urlset>',
    '',
  ].join('\n')
}
