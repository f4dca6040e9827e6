import type { Locale } from '@incontro/contract'
import type { BrandFile } from './brand-file.ts'
import type { LegalPages } from './legal.ts'
import type { Palette } from './palette.ts'

/** One brand, whole: what stands in `brands/<key>/`, checked and ready to use. */
export type Brand = DeepReadonly<Omit<BrandFile, 'pool'>> & {
  readonly defaultLanguage: Locale
  /** Its own key, or the pool it shares with other brands. */
  readonly pool: string
  /** Titles of the other brands of its pool. */
  readonly poolMates: readonly string[]
  readonly assets: BrandAssets
  readonly palette: { readonly light: Palette; readonly dark: Palette }
  readonly legal: LegalPages
}

/** Sources of the brand's own files, and a hash of the style sheet for its address. */
export interface BrandAssets {
  readonly tokensCss: string
  readonly tokensHash: string
  /** Changes with whatever the share pictures and the icons are drawn of. */
  readonly picturesHash: string
  readonly logo: string
  readonly logoDark: string
  readonly symbol: string
}

export interface Brands {
  /** In the order of their keys. */
  readonly list: readonly Brand[]
  byKey(key: string): Brand | undefined
  /** By the `Host` header: the port, the case and a trailing dot do not matter. Unknown hosts have no brand. */
  byHost(host: string): Brand | undefined
}

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T
