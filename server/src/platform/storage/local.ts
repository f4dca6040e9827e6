import { randomBytes } from 'node:crypto'
import { mkdir, open, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isStorageKey, requireKey, StorageUnavailable, type Storage } from '#platform/storage.ts'

/** Stores files in a folder of this machine (or of a network file system), readable by this user only. */
export function createLocalStorage(folder: string): Storage {
  const fileOf = (key: string): string => {
    requireKey(key)
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
        throw asUnavailable(error)
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
        throw asUnavailable(error)
      }
    },
    async getStream(key) {
      const handle = await orNone(open(fileOf(key)))
      return handle?.createReadStream()
    },
    get: (key) => orNone(readFile(fileOf(key))),
    async remove(key) {
      await orNone(rm(fileOf(key), { force: true }))
    },
    async stat(key) {
      const found = await orNone(stat(fileOf(key)))
      return found?.isFile() ? { size: found.size, modifiedAt: found.mtime } : undefined
    },
    list: () => filesIn(folder, ''),
  }
}

async function* filesIn(folder: string, prefix: string): AsyncGenerator<{ key: string; size: number }> {
  for await (const entry of (await orNone(opendir(folder))) ?? []) {
    const key = `${prefix}${entry.name}`
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesIn(path, `${key}/`)
    // A draft has no valid key.
    else if (isStorageKey(key)) {
      const found = await orNone(stat(path))
      if (found?.isFile()) yield { key, size: found.size }
    }
  }
}

async function orNone<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') return undefined
    throw asUnavailable(error)
  }
}

/** The disk is full, read-only or broken, or the file system of another machine is away. */
const unavailable = new Set([
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EROFS',
  'EIO',
  'EACCES',
  'EPERM',
  'ESTALE',
  'ETIMEDOUT',
  'EHOSTDOWN',
  'ENOTCONN',
  'EMFILE',
  'ENFILE',
])
const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
const asUnavailable = (error: unknown): unknown =>
  unavailable.has(codeOf(error)) ? new StorageUnavailable((error as Error).message, { cause: error }) : error
