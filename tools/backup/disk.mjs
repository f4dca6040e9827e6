import { execFileSync } from 'node:child_process'
import { chownSync, closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

/** @typedef {import('../postgres/account.mjs').Account} Account */

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
