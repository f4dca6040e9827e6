import { newFolder, remove, sweep } from './throwaway-folder.mjs'
import { startPostgres } from '../postgres.mjs'

/**
 * A database for one run of tests or benchmarks, removed by stop(). Databases that killed runs left behind are removed
 * first. `crash` kills the postmaster without a shutdown and starts it again on the same port.
 * @param {{ fast?: boolean, parent?: string }} [options] `fast: false` writes to the disk as a real installation does;
 *   `parent` is the folder of its data, by default the system's for temporary files
 * @returns {Promise<{ url: string, port: number, crash: () => Promise<void>, stop: () => Promise<void> }>}
 */
export async function startThrowawayPostgres({ fast = true, parent } = {}) {
  await sweep()
  const dataDir = newFolder(parent)
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
