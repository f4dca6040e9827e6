import type { CardBrand } from './card-brand.ts'
import type { EncryptedCard } from './encrypt.ts'

export type FieldName = 'number' | 'expiry' | 'code'

/** Messages from the page to the frame. */
export type ToFrame =
  | { readonly type: 'submit'; readonly id: string }
  | { readonly type: 'clear-cvv' }
  | { readonly type: 'focus' }
  /** Asks for `ready`, `resize` and `state` again, for a page whose script runs after the frame's. */
  | { readonly type: 'report' }

/** Messages from the frame to the page. Card data leaves the frame only encrypted. */
export type ToPage =
  | { readonly type: 'ready' }
  /** CSS pixels. */
  | { readonly type: 'resize'; readonly height: number }
  | { readonly type: 'state'; readonly complete: boolean; readonly brand: CardBrand | null }
  | { readonly type: 'encrypted'; readonly id: string; readonly card: EncryptedCard }
  | { readonly type: 'invalid'; readonly id: string; readonly field: FieldName | null }

/** Parses a message from the page; null if it is not part of the protocol. */
export function readToFrame(data: unknown): ToFrame | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null
  if (data.type === 'clear-cvv' || data.type === 'focus' || data.type === 'report') return { type: data.type }
  if (data.type === 'submit' && 'id' in data && typeof data.id === 'string')
    return { type: 'submit', id: data.id.slice(0, 100) }
  return null
}
