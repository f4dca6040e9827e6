import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRunning, self } from './file-lock.mjs'
import { startPostgres } from './postgres.mjs'
import { shutDown } from './postgres/launch.mjs'
import { findPostmaster } from './postgres/pidfile.mjs'

const PREFIX = 'incontro-throwaway-'

/**
 * A database for one run of tests or benchmarks, removed by stop(). Databases that killed runs left behind are removed
 * first. `crash` kills the postmaster without a shutdown and starts it again on the same port.
 * @param {{ fast?: boolean }} [options] `fast: false` writes to the disk as a real installation does
 * @returns {Promise<{ url: string, port: number, crash: () => Promise<void>, stop: () => Promise<void> }>}
 */
export async function startThrowawayPostgres({ fast = true } = {}) {
  await sweep()
  const dataDir = newFolder()
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

/** An empty data folder, which the next run removes if this one is killed. */
export function newFolder() {
  const dataDir = mkdtempSync(join(tmpdir(), PREFIX))
  // The system's postgres user has to be able to enter the folder.
  chmodSync(dataDir, 0o711)
  writeFileSync(join(dataDir, 'owner'), JSON.stringify(self()))
  return dataDir
}

/** Removes what killed runs left behind. */
export async function sweep() {
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(PREFIX))) {
    const dataDir = join(tmpdir(), name)
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
