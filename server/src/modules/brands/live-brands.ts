import { locales } from '@incontro/contract'
import type { Brand, Brands } from './brand.ts'
import {
  type LegalPage,
  type LegalPageName,
  legalPageFrom,
  legalPageNames,
  type LegalPages,
} from './legal.ts'
import { placeholderValues } from './placeholder-values.ts'

/** A legal page in a language, as `it-terms`. */
export const legalKeys: readonly string[] = locales.flatMap((locale) => legalPageNames.map((name) => `${locale}-${name}`))

/** Brands of which some legal pages were published in the console, and count instead of their files. */
export interface LiveBrands extends Brands {
  /** The brand as its files have it. */
  fromFiles(brandKey: string): Brand | undefined
  /**
   * Replaces what was published of a brand.
   * @param pages Markdown by key, such as `it-terms`
   * @throws LegalPageFault if one cannot be used; the old ones stay
   */
  publishLegal(brandKey: string, pages: ReadonlyMap<string, string>): void
}

/** A legal page of a brand from Markdown that is not published. @throws LegalPageFault */
export const draftPage = (brand: Brand, source: string): LegalPage =>
  legalPageFrom(source, placeholderValues(brand, brand.poolMates))

/** Each server has its own: what one publishes in its database is not another's. */
export function liveBrands(files: Brands): LiveBrands {
  const live = new Map<string, LegalPages>()
  const known = new WeakMap<Brand, Brand>()
  const withLive = (brand: Brand): Brand => {
    const made = known.get(brand) ?? {
      ...brand,
      get legal() {
        return live.get(brand.key) ?? brand.legal
      },
    }
    known.set(brand, made)
    return made
  }
  const optional = (brand: Brand | undefined) => brand && withLive(brand)
  return {
    list: files.list.map((brand) => withLive(brand)),
    byKey: (key) => optional(files.byKey(key)),
    byHost: (host) => optional(files.byHost(host)),
    fromFiles: (key) => files.byKey(key),
    publishLegal(brandKey, pages) {
      const brand = files.byKey(brandKey)
      if (!brand) throw new Error(`no brand ${brandKey}`)
      const made = locales.map((locale) => {
        const page = (name: LegalPageName): LegalPage => {
          const source = pages.get(`${locale}-${name}`)
          return source === undefined ? brand.legal[locale][name] : draftPage(brand, source)
        }
        return [locale, Object.fromEntries(legalPageNames.map((name) => [name, page(name)]))]
      })
      live.set(brandKey, Object.fromEntries(made) as LegalPages)
    },
  }
}
