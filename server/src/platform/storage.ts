import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export interface StoredObject {
  /** Bytes. */
  readonly size: number
  readonly modifiedAt: Date
}

/** Files by key, with `/` between the parts. A reader sees a complete file or none. */
export interface Storage {
  put(key: string, content: Uint8Array | string): Promise<void>
  /** Stores a stream without holding it in memory. A stream that fails leaves nothing. @returns its size in bytes */
  putStream(key: string, content: Readable): Promise<number>
  get(key: string): Promise<Buffer | undefined>
  getStream(key: string): Promise<Readable | undefined>
  stat(key: string): Promise<StoredObject | undefined>
  /** Idempotent: removing what does not exist is not an error. */
  remove(key: string): Promise<void>
}

const part = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

/** A key cannot lead out of the folder: no part is empty, `.`, `..` or starts with a dot. */
export const isStorageKey = (key: string): boolean =>
  key.length <= 400 && key.split('/').every((name) => part.test(name))

/**
 * Stores files in a folder of this machine, readable by this user only.
 * @throws when a key is malformed, or on an I/O error
 */
export function createLocalStorage(folder: string): Storage {
  const fileOf = (key: string): string => {
    if (!isStorageKey(key)) throw new Error(`“${key}” is no storage key`)
    return join(folder, ...key.split('/'))
  }
  const draftIn = (parent: string): string => join(parent, `.${randomBytes(9).toString('base64url')}.draft`)
  return {
    async put(key, content) {
      const file = fileOf(key)
      const parent = dirname(file)
      const draft = draftIn(parent)
      try {
        if (!(await orNone(writeFile(draft, content, { mode: 0o600 }).then(() => true)))) {
          await mkdir(parent, { recursive: true, mode: 0o700 })
          await writeFile(draft, content, { mode: 0o600 })
        }
        await rename(draft, file)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    async putStream(key, content) {
      const file = fileOf(key)
      const parent = dirname(file)
      const draft = draftIn(parent)
      try {
        await mkdir(parent, { recursive: true, mode: 0o700 })
        const handle = await open(draft, 'wx', 0o600)
        await pipeline(content, handle.createWriteStream())
        const { size } = await stat(draft)
        await rename(draft, file)
        return size
      } catch (error) {
        content.destroy()
        await rm(draft, { force: true })
        throw error
      }
    },
    async getStream(key) {
      const handle = await orNone(open(fileOf(key)))
      return handle?.createReadStream()
    },
    get: (key) => orNone(readFile(fileOf(key))),
    remove: (key) => rm(fileOf(key), { force: true }),
    async stat(key) {
      const found = await orNone(stat(fileOf(key)))
      return found?.isFile() ? { size: found.size, modifiedAt: found.mtime } : undefined
    },
  }
}

async function orNone<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return undefined
    throw error
  }
}
