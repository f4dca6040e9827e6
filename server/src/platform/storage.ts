import type { Readable } from 'node:stream'

export interface StoredObject {
  /** Bytes. */
  readonly size: number
  readonly modifiedAt: Date
}

/** Files by key, with `/` between the parts. A reader sees a complete file or none. */
export interface Storage {
  /**
   * Without a signal it takes as long as a slow line takes; who stores what a member waits for gives one.
   * @throws StorageUnavailable also when the signal aborts, and then the file may still arrive
   */
  put(key: string, content: Uint8Array | string, signal?: AbortSignal): Promise<void>
  /** Stores a stream without holding it in memory. A stream that fails leaves nothing. @returns its size in bytes */
  putStream(key: string, content: Readable): Promise<number>
  get(key: string): Promise<Buffer | undefined>
  getStream(key: string): Promise<Readable | undefined>
  stat(key: string): Promise<StoredObject | undefined>
  /** Idempotent: removing what does not exist is not an error. */
  remove(key: string): Promise<void>
  /** Every key with its size. What is stored or removed meanwhile may be in it or not. */
  list(): AsyncIterable<{ readonly key: string; readonly size: number }>
  /**
   * Removes what processes that were killed left half written before a time. It begins nothing more when
   * `performance.now()` is past `until`.
   * @returns how many
   */
  sweep(before: Date, until?: number): Promise<number>
}

/** The storage is full, does not answer or refuses access: nothing was stored, and trying again may help. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
}

const part = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

/** A key cannot lead out of the storage: no part is empty, `.`, `..` or starts with a dot. */
export const isStorageKey = (key: string): boolean =>
  key.length <= 400 && key.split('/').every((name) => part.test(name))

/** @throws for a malformed key */
export function requireKey(key: string): void {
  if (!isStorageKey(key)) throw new Error(`“${key}” is no storage key`)
}
