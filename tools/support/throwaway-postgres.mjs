import { newFolder, remove, sweep } from './throwaway-folder.mjs'
import { startPostgres } from '../postgres.mjs'

/** Eight tables are copied at once: a new worker for each takes longer than the few rows of tests. */
const REPLICATING = {
  wal_level: 'logical',
  max_wal_senders: '20',
  max_replication_slots: '20',
  max_worker_processes: '16',
  max_logical_replication_workers: '12',
  max_sync_workers_per_subscription: '8',
}

/**
 * A database for one run of tests or benchmarks, removed by stop(). Databases that killed runs left behind are removed
 * first. `crash` kills the postmaster without a shutdown and starts it again on the same port.
 * @param {{ fast?: boolean, parent?: string, replicates?: boolean }} [options] `fast: false` writes to the disk as a real
 *   installation does; `parent` is the folder of its data, by default the system's for temporary files; `replicates`:
 *   other servers may subscribe to its databases
 * @returns {Promise<{ url: string, port: number, crash: () => Promise<void>, stop: () => Promise<void> }>}
 */
export async function startThrowawayPostgres({ fast = true, parent, replicates = false } = {}) {
  await sweep()
  const dataDir = newFolder(parent)
  const settings = replicates ? REPLICATING : {}
  let database = await startPostgres({ dataDir, fast, settings })
  return {
    url: database.url,
    port: database.port,
    crash: async () => {
      const { port, exited } = database
      process.kill(database.pid, 'SIGKILL')
      await exited
      database = await startPostgres({ dataDir, fast, settings })
      if (database.port !== port) throw new Error(`the database came back on port ${database.port} instead of ${port}`)
    },
    stop: async () => {
      await database.stop()
      remove(dataDir)
    },
  }
}
