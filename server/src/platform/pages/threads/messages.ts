import type { PublicBrand, WebContext } from '@incontro/contract'
import type { BrandStyles } from '../built.ts'
import type { LeanPage } from '../lean.ts'

type Headers = readonly (readonly [string, string])[]

/** What a thread is started with. */
export interface ThreadData {
  readonly buildDir: string
  readonly brandStyles: BrandStyles
}

/** Of a page that is asked for with GET. */
export interface Asked {
  readonly url: string
  readonly headers: Headers
}

/** What came of it: a page that was rendered whole, or any other answer. */
export interface Rendered {
  readonly status: number
  readonly headers: Headers
  readonly page: LeanPage | undefined
  readonly body: Uint8Array | undefined
}

/** The brand goes over once, and by this name from then on. */
export type SentContext = Omit<WebContext, 'api' | 'brand'> & {
  readonly brandName: string
  readonly brand: PublicBrand | undefined
}

export interface ApiCall {
  readonly path: string
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}
export interface ApiAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array<ArrayBuffer> | null
}

export type ToThread =
  | { readonly kind: 'render'; readonly id: number; readonly asked: Asked; readonly context: SentContext }
  /** Without an answer the call failed. */
  | { readonly kind: 'answer'; readonly call: number; readonly answer: ApiAnswer | undefined }

export type FromThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'rendered'; readonly id: number; readonly rendered: Rendered }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string }
  | { readonly kind: 'call'; readonly id: number; readonly call: number; readonly asked: ApiCall }
