import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PublicBrand } from '@incontro/contract'

const brands = join(import.meta.dirname, '../../brands')
const read = (key: string, name: string) => readFileSync(join(brands, key, name), 'utf8')

interface BrandFile {
  readonly title: string
  readonly year: number
  readonly country: string
  readonly languages: PublicBrand['languages']
  readonly company: { readonly name: string; readonly address: string; readonly vatNumber: string }
  readonly support: { readonly email: string; readonly phone: string }
  readonly mainstream: boolean
  readonly affiliation: boolean
  readonly defaultFluxId: string
  readonly descriptor: string
  readonly displayFont: { readonly family: string; readonly weight: number }
  readonly signupElsewhere?: Record<string, string>
  readonly tagline: Record<string, PublicBrand['tagline']>
}

/** A brand from brands/<key>/, in the form in which the server passes it to the pages. */
export const brandOf = (key: string, port: number, locale?: string): PublicBrand => {
  const file = JSON.parse(read(key, 'brand.json')) as BrandFile
  const { title, year, country, languages, company, support, mainstream, affiliation, defaultFluxId, descriptor } = file
  return {
    key,
    title,
    year,
    country,
    languages,
    mainstream,
    affiliation,
    defaultFluxId,
    descriptor,
    signupElsewhere: Object.keys(file.signupElsewhere ?? {}),
    cookieChoiceDays: 180,
    cookiePurposes: ['analytics', 'remarketing'],
    company: company.name,
    companyAddress: company.address,
    vatNumber: company.vatNumber,
    supportEmail: support.email,
    phone: support.phone,
    domain: `localhost:${port}`,
    displayFont: { family: file.displayFont.family, weight: file.displayFont.weight },
    tagline: file.tagline[locale ?? languages[0] ?? 'it'] ?? { headline: title, subtitle: '' },
    tokensHref: `/brand/tokens.css?v=${key}`,
    tokensCss: tokensOf(key),
    themeColor: { light: '#ffffff', dark: '#16130f' },
    pictures: { share: '/brand/icon.svg', touchIcon: '/brand/icon.svg' },
    logo: { light: read(key, 'logo.svg'), dark: read(key, 'logo-dark.svg'), symbol: read(key, 'symbol.svg') },
  }
}

/**
 * The server's own loader derives the style sheet from the brand's palette. It is imported by URL, outside this
 * program's types.
 */
const loader = new URL('../../server/src/modules/brands/index.ts', import.meta.url).href
const { loadBrands } = (await import(loader)) as {
  loadBrands: (dir: string) => { byKey(key: string): { assets: { tokensCss: string } } | undefined }
}
const loaded = loadBrands(fileURLToPath(new URL('../../brands', import.meta.url)))
export const tokensOf = (key: string): string => loaded.byKey(key)?.assets.tokensCss ?? ''
