import type { Locale, PublicBrand } from '@incontro/contract'
import type { Brand } from './brand.ts'
import { type Palette, toHex } from './palette.ts'

/**
 * The part of a brand that browsers receive, with texts in one language. The style sheet's URL changes with its
 * content.
 */
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
    signupElsewhere: Object.keys(brand.signupElsewhere ?? {}),
    languages: brand.languages,
    tagline: brand.tagline[locale],
    mainstream: brand.mainstream,
    affiliation: brand.affiliation,
    defaultFluxId: brand.defaultFluxId,
    cookieChoiceDays: brand.cookieConsent.askAgainAfterDays,
    cookiePurposes: brand.cookieConsent.optional,
    descriptor: brand.descriptor,
    displayFont: { family: brand.displayFont.family, weight: brand.displayFont.weight },
    tokensCss: brand.assets.tokensCss,
    tokensHref: `/brand/tokens.css?v=${brand.assets.tokensHash}`,
    themeColor: themeColor(brand),
    pictures: {
      share: `/brand/share.png?l=${locale}&v=${brand.assets.picturesHash}`,
      touchIcon: `/brand/icon.png?size=180&v=${brand.assets.picturesHash}`,
    },
    logo: { light: brand.assets.logo, dark: brand.assets.logoDark, symbol: brand.assets.symbol },
  }
}

/** The page background in each theme, `#rrggbb`. */
export const themeColor = ({ palette }: Pick<Brand, 'palette'>): { light: string; dark: string } => ({
  light: ground(palette.light),
  dark: ground(palette.dark),
})

const ground = (palette: Palette): string => toHex(palette.get('bg') ?? [1, 0, 0])
