import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startPostgres } from '../../postgres.mjs'
import { findPostmaster } from '../../postgres/pidfile.mjs'
import { locate } from '../../postgres/location.mjs'
import { shutDown } from '../../postgres/launch.mjs'

/** An installation of which only the database and the pictures exist. */
export function newInstallation() {
  const parent = mkdtempSync(join(tmpdir(), 'incontro-backup-'))
  chmodSync(parent, 0o755)
  const dataDir = join(parent, 'data')
  const place = join(parent, 'backups')
  const pictures = join(dataDir, 'storage/masters')
  mkdirSync(pictures, { recursive: true })
  /** @type {pg.Client[]} */
  const clients = []

  /** Starts the database, or finds it running. */
  const url = async () => (await startPostgres({ dataDir })).url

  async function connect() {
    const client = new pg.Client({ connectionString: await url() })
    // A restore stops the database while this client is connected.
    client.on('error', () => undefined)
    await client.connect()
    clients.push(client)
    return client
  }

  async function stop() {
    // Of those whose database was stopped, there is nothing to end.
    for (const client of clients) await client.end().catch(() => undefined)
    const running = findPostmaster(locate(dataDir).cluster)
    if (running !== undefined) await shutDown(running.pid)
  }

  /**
   * Starts the database, which cannot write below a folder while others can: as a unit of systemd may forbid it.
   * @param {string} folder
   */
  async function startUnableToWrite(folder) {
    if (process.getuid?.() !== 0) {
      // Its own user, who may not even write where it owns.
      for (const name of ['about', 'database/wal']) mkdirSync(join(folder, name), { recursive: true })
      chmodSync(join(folder, 'database/wal'), 0o500)
      await url()
      return
    }
    const program = `import { startPostgres } from '${new URL('../../postgres.mjs', import.meta.url).href}'
await startPostgres({ dataDir: ${JSON.stringify(dataDir)} })
process.exit()`
    const start = `mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"`
    const command = [process.execPath, '--input-type=module', '--eval', program]
    execFileSync('unshare', ['--mount', '--propagation=private', 'sh', '-c', start, folder, ...command])
  }

  return {
    parent,
    startUnableToWrite,
    dataDir,
    place,
    url,
    connect,
    cluster: () => locate(dataDir).cluster,
    addPicture: (/** @type {string} */ name) => writeFileSync(join(pictures, name), `picture of ${name}`),
    removePicture: (/** @type {string} */ name) => rmSync(join(pictures, name)),
    pictures: () => readdirSync(pictures).sort(),
    /** The rows of a statement. @param {string} sql */
    async ask(sql) {
      const client = await connect()
      return (await client.query(sql)).rows
    },
    /**
     * Runs a command to its end, or kills it once its output matches `killAt`.
     * @param {'backup' | 'restore'} name @param {string[]} args
     * @param {{ killAt?: RegExp, env?: Record<string, string>, fileBlocks?: number }} [how] `fileBlocks`: of 512 bytes,
     * to
     *   which a file may grow, as on a disk that becomes full
     * @returns {Promise<{ code: number | string | null, output: string }>}
     */
    run(name, args, { killAt, env, fileBlocks } = {}) {
      const command = [process.execPath, fileURLToPath(new URL(`../../${name}.mjs`, import.meta.url)), ...args]
      const limited =
        fileBlocks === undefined ? command : ['sh', '-c', `ulimit -f ${fileBlocks}; exec "$0" "$@"`, ...command]
      const child = spawn(limited[0] ?? '', limited.slice(1), {
        env: {
          PATH: process.env['PATH'] ?? '',
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
          DATA_DIR: dataDir,
          ...env,
        },
      })
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text) => {
          output += text
          if (killAt?.test(output)) child.kill('SIGKILL')
        })
      return new Promise((resolve) => child.once('close', (code, signal) => resolve({ code: code ?? signal, output })))
    },
    stop,
    async remove() {
      await stop()
      rmSync(parent, { recursive: true, force: true })
    },
  }
}
