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
import { availableMemory } from 'node:process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRunning, self } from './file-lock.mjs'
import { startPostgres } from './postgres.mjs'
import { shutDown } from './postgres/launch.mjs'
import { findPostmaster } from './postgres/pidfile.mjs'

const PREFIX = 'incontro-throwaway-'
/** A folder in memory, where Linux has one. */
const MEMORY_FOLDER = '/dev/shm'
/** Bytes: several times what all tests together have ever needed there. */
const SPARE_MEMORY = 6 * 2 ** 30

/**
 * A database for one run of tests or benchmarks, removed by stop(). Databases that killed runs left behind are removed
 * first. `crash` kills the postmaster without a shutdown and starts it again on the same port.
 * @param {{ fast?: boolean }} [options] `fast: false` writes to the disk as a real installation does
 * @returns {Promise<{ url: string, port: number, crash: () => Promise<void>, stop: () => Promise<void> }>}
 */
export async function startThrowawayPostgres({ fast = true } = {}) {
  await sweep()
  // A test database is 860 files: copying it takes 50 ms in memory, and 400 ms on a disk whose files come and go.
  const dataDir = newFolder(fast && hasSpareMemory() ? MEMORY_FOLDER : tmpdir())
  let database = await startPostgres({ dataDir, fast })
  return {
    url: database.url,
    port: database.port,
    crash: async () => {
      const { port, exited } = database
      process.kill(database.pid, 'SIGKILL')
      await exited
      database = await startPostgres({ dataDir, fast })
      if (database.port !== port) throw new Error(`the database came back on port ${database.port} instead of ${port}`)
    },
    stop: async () => {
      await database.stop()
      remove(dataDir)
    },
  }
}

function hasSpareMemory() {
  if (!existsSync(MEMORY_FOLDER)) return false
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
  return Math.min(bavail * bsize, availableMemory()) >= SPARE_MEMORY
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
