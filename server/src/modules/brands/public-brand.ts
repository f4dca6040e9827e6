import type { Locale, PublicBrand } from '@incontro/contract'
import type { Brand } from './brand.ts'

/** What of a brand a browser may know, its tagline in one language. The style sheet's address changes with its content. */
export function publicBrand(brand: Brand, locale: Locale): PublicBrand {
  return {
    key: brand.key,
    title: brand.title,
    company: brand.company.name,
    companyAddress: brand.company.address,
    vatNumber: brand.company.vatNumber,
    supportEmail: brand.support.email,
    phone: brand.support.phone,
    domain: brand.domain,
    year: brand.year,
    country: brand.country,
    languages: brand.languages,
    tagline: brand.tagline[locale],
    mainstream: brand.mainstream,
    descriptor: brand.descriptor,
    displayFont: brand.displayFont.family,
    tokensHref: `/brand/tokens.css?v=${brand.assets.tokensHash}`,
    logo: { light: brand.assets.logo, dark: brand.assets.logoDark, symbol: brand.assets.symbol },
  }
}
