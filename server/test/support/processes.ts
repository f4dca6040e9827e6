import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerConfig } from '#src/config.ts'
import { freePort } from './free-port.ts'

const root = join(import.meta.dirname, '../../..')

export interface TestProcess {
  readonly url: string
  readonly child: ChildProcess
  /** What it wrote to standard error. */
  log(): string
  status(path: string): Promise<{ status: number; body: string }>
  /** Sends SIGTERM. @returns milliseconds until it exited */
  stop(): Promise<number>
  /** Sends SIGKILL. */
  kill(): Promise<void>
}

/** Starts another process with a test server's configuration, with real sockets and signals. */
export async function startProcess(
  config: Pick<ServerConfig, 'mode' | 'dataDir' | 'databaseUrl' | 'brokerUrl' | 'secretKey' | 'smtpUrl'>,
  options: {
    readonly roles?: string
    readonly env?: Readonly<Record<string, string>>
    /** A folder with another version of Incontro. */
    readonly version?: string
  } = {},
): Promise<TestProcess> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const child = spawn(
    process.execPath,
    [
      join(options.version ?? root, 'server/test/support/crash-server.ts'),
      ...(options.roles === undefined ? [] : [`--roles=${options.roles}`]),
    ],
    {
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        MODE: config.mode,
        PORT: String(port),
        HOST: 'localhost',
        DATA_DIR: config.dataDir,
        DATABASE_URL: config.databaseUrl,
        BROKER_URL: config.brokerUrl ?? '',
        SECRET_KEY: config.secretKey,
        SMTP_URL: config.smtpUrl,
        LOG_LEVEL: 'warn',
        ...options.env,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let written = ''
  child.stderr?.on('data', (chunk: Buffer) => (written += chunk.toString()))
  const status: TestProcess['status'] = async (path) => {
    const answer = await fetch(`${url}${path}`)
    return { status: answer.status, body: await answer.text() }
  }
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the process ended with ${child.exitCode}: ${written}`)
    // It is not listening yet.
    if ((await status('/readyz').catch(() => ({ status: 0 }))).status === 200) break
    await sleep(50)
  }
  return {
    url,
    child,
    log: () => written,
    status,
    async stop() {
      const before = performance.now()
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      return performance.now() - before
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
