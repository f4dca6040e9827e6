import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chownSync, mkdirSync, openSync, closeSync, fsyncSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** @typedef {{ bytes: number, sha256: string }} Copied */
/** @typedef {import('../postgres/account.mjs').Account} Account */

const CHUNK = 1024 * 1024

/**
 * Copies a file as it is read, under its name only once it is whole; `syncAll` brings it to the disk.
 * @param {string} from @param {string} to @param {Account} account who shall own it
 * @returns {Promise<Copied | undefined>} undefined when it is not there: PostgreSQL removes files while it is copied
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

/** A folder and those above it, for its owner only. @param {string} folder @param {Account} [account] */
export function privateFolder(folder, account) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (account !== undefined) chownSync(folder, account.uid, account.gid)
}

/** Everything below a folder is on the disk: once for all files, since each by itself takes its time. @param {string} folder */
export function syncAll(folder) {
  execFileSync('sync', ['-f', folder], { stdio: ['ignore', 'ignore', 'pipe'] })
}

/** After a rename: the names in a folder are on the disk, too. @param {string} path of what was renamed */
export function syncName(path) {
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
