import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, mkdirSync, openSync, closeSync, fsyncSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** @typedef {{ bytes: number, sha256: string }} Copied */
/** @typedef {import('../postgres/account.mjs').Account} Account */

const CHUNK = 1024 * 1024

/**
 * Copies a file and gives it its name once it is complete; `syncAll` writes it to the disk.
 * @param {string} from @param {string} to @param {Account} account the owner of the copy
 * @returns {Promise<Copied | undefined>} undefined when PostgreSQL removed the file during the backup
 */
export async function copyFile(from, to, account) {
  const source = await open(from, 'r').catch(absent)
  if (source === undefined) return undefined
  try {
    const draft = `${to}.new`
    const target = await open(draft, 'w', 0o600)
    const hash = createHash('sha256')
    const buffer = Buffer.allocUnsafe(CHUNK)
    let bytes = 0
    try {
      for (;;) {
        const { bytesRead } = await source.read(buffer, 0, CHUNK, bytes)
        if (bytesRead === 0) break
        const part = buffer.subarray(0, bytesRead)
        hash.update(part)
        for (let written = 0; written < bytesRead;)
          written += (await target.write(part, written, bytesRead - written, bytes + written)).bytesWritten
        bytes += bytesRead
      }
      if (account !== undefined) await target.chown(account.uid, account.gid)
    } finally {
      await target.close()
    }
    await rename(draft, to)
    return { bytes, sha256: hash.digest('hex') }
  } finally {
    await source.close()
  }
}

/** @param {NodeJS.ErrnoException} error @returns {undefined} */
function absent(error) {
  if (error.code === 'ENOENT') return undefined
  throw error
}

/** Creates a folder and its parents, accessible to the owner only. @param {string} folder @param {Account} [account] */
export function privateFolder(folder, account) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (account !== undefined) chownSync(folder, account.uid, account.gid)
}

/**
 * Flushes everything below a folder to the disk in one call, as one call per file would be slow.
 * @param {string} folder
 */
export function syncAll(folder) {
  execFileSync('sync', ['-f', folder], { stdio: ['ignore', 'ignore', 'pipe'] })
}

/** Flushes a rename to the disk by syncing the folder. @param {string} path the renamed file or folder */
export function syncName(path) {
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
