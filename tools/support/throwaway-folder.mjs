import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRunning, self } from './file-lock.mjs'
import { shutDown } from '../postgres/launch.mjs'
import { findPostmaster } from '../postgres/pidfile.mjs'

const PREFIX = 'incontro-throwaway-'
/** A folder in memory, where Linux has one. */
const MEMORY_FOLDER = '/dev/shm'
/** Bytes: several times what all tests together have ever needed there. */
const SPARE_MEMORY = 6 * 2 ** 30

/**
 * Where tests should write: in memory if there is enough of it, as they create and delete hundreds of thousands of
 * files. A test database is 860 of them; copying it takes 50 ms there, and 400 ms on a disk whose files come and go.
 */
export function fastestParent() {
  if (!existsSync(MEMORY_FOLDER)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
  return Math.min(bavail * bsize, freemem()) >= SPARE_MEMORY ? MEMORY_FOLDER : tmpdir()
}

/**
 * An empty data folder, which the next run removes if this one is killed.
 * @param {string} [parent] of the folders that `sweep` looks into
 */
export function newFolder(parent = tmpdir()) {
  const dataDir = mkdtempSync(join(parent, PREFIX))
  // The system's postgres user has to be able to enter the folder.
  chmodSync(dataDir, 0o711)
  writeFileSync(join(dataDir, 'owner'), JSON.stringify(self()))
  return dataDir
}

/** Removes what killed runs left behind. */
export async function sweep() {
  const parents = [tmpdir(), MEMORY_FOLDER].filter((parent) => existsSync(parent))
  const left = parents.flatMap((parent) => readdirSync(parent).map((name) => ({ name, dataDir: join(parent, name) })))
  for (const { name, dataDir } of left) {
    if (!name.startsWith(PREFIX)) continue
    try {
      if (isRunning(JSON.parse(readFileSync(join(dataDir, 'owner'), 'utf8')))) continue
      const running = findPostmaster(join(dataDir, 'postgres', 'cluster'))
      if (running !== undefined) await shutDown(running.pid)
      remove(dataDir)
    } catch {
      // The folder belongs to another user, or is just being created.
    }
  }
}

/** @param {string} dataDir */
export function remove(dataDir) {
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
}
