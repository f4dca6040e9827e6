import { randomBytes } from 'node:crypto'
import { mkdir, open, opendir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { isStorageKey, requireKey, StorageUnavailable, type Storage } from '#platform/storage.ts'

/**
 * Stores files in a folder of this machine (or of a network file system), readable by this user only. What is stored is
 * on the disk before the row that names it is: a power cut leaves no row whose file is empty or missing.
 */
export function createLocalStorage(folder: string): Storage {
  const fileOf = (key: string): string => {
    requireKey(key)
    return join(folder, ...key.split('/'))
  }
  return {
    async put(key, content) {
      await write(fileOf(key), content)
    },
    async putStream(key, content) {
      const file = fileOf(key)
      try {
        return await write(file, content)
      } catch (error) {
        content.destroy()
        throw error
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
    sweep: (before, until = Infinity) => sweepDrafts(folder, before, until),
  }
}

const draftName = () => `.${randomBytes(9).toString('base64url')}.draft`
const isDraft = (name: string): boolean => /^\.[\w-]{12}\.draft$/.test(name)

/** Writes a file beside its place and moves it there once it is complete. @returns bytes @throws StorageUnavailable */
async function write(file: string, content: Uint8Array | string | Readable): Promise<number> {
  const parent = dirname(file)
  const draft = join(parent, draftName())
  let [made, size]: [string | undefined, number] = [undefined, 0]
  const create = () => open(draft, 'wx', 0o600)
  try {
    let handle = await orNone(create())
    if (handle === undefined) {
      made = await mkdir(parent, { recursive: true, mode: 0o700 })
      handle = await create()
    }
    try {
      await writeFile(handle, content)
      await handle.sync()
      size = (await handle.stat()).size
    } finally {
      await handle.close()
    }
    await rename(draft, file)
    await syncFolders(parent, made)
    return size
  } catch (error) {
    await rm(draft, { force: true })
    throw asUnavailable(error)
  }
}

/** Flushes the names: of a file in its folder, and of the folders that were made for it. @param made the uppermost */
async function syncFolders(folder: string, made: string | undefined): Promise<void> {
  const folders = [folder]
  for (let one = folder; made !== undefined && one !== dirname(made) && one !== dirname(one);)
    folders.push((one = dirname(one)))
  // The disk writes together what is asked for together.
  await Promise.all(folders.map(syncFolder))
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } catch (error) {
    // Some network file systems write names at once, and refuse to flush a folder.
    if (!['EINVAL', 'ENOTSUP'].includes(codeOf(error))) throw error
  } finally {
    await handle.close()
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

/** Removes drafts to which nothing was written since a time. */
async function sweepDrafts(folder: string, before: Date, until: number): Promise<number> {
  let removed = 0
  for await (const entry of (await orNone(opendir(folder))) ?? []) {
    if (performance.now() > until) break
    const path = join(folder, entry.name)
    if (entry.isDirectory()) removed += await sweepDrafts(path, before, until)
    else if (isDraft(entry.name)) {
      const found = await orNone(stat(path))
      if (found === undefined || found.mtime >= before) continue
      await orNone(rm(path, { force: true }))
      removed += 1
    }
  }
  return removed
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
