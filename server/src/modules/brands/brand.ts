import type { Locale } from '@incontro/contract'
import type { BrandFile } from './brand-file.ts'
import type { LegalPages } from './legal.ts'
import type { Palette } from './palette.ts'

/** A brand as loaded from `brands/<key>/`: validated and ready to use. */
export type Brand = DeepReadonly<Omit<BrandFile, 'pool'>> & {
  readonly defaultLanguage: Locale
  /** The brand's own key, or the pool it shares with other brands. */
  readonly pool: string
  /** Of its pages, for the links of mails that no page has caused; in a demo at its local name. */
  readonly origin: string
  /** Titles of the other brands of its pool. */
  readonly poolMates: readonly string[]
  readonly assets: BrandAssets
  readonly palette: { readonly light: Palette; readonly dark: Palette }
  readonly legal: LegalPages
}

/** The brand's own files, and a hash of the style sheet for its URL. */
export interface BrandAssets {
  readonly tokensCss: string
  readonly tokensHash: string
  /** Changes with everything the share pictures and icons are generated from. */
  readonly picturesHash: string
  readonly logo: string
  readonly logoDark: string
  readonly symbol: string
}

export interface Brands {
  /** Sorted by key. */
  readonly list: readonly Brand[]
  byKey(key: string): Brand | undefined
  /** Finds the brand by `Host` header, ignoring port, case and a trailing dot. Undefined for an unknown host. */
  byHost(host: string): Brand | undefined
}

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T
