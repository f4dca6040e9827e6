import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

export interface TestRedis {
  /** `redis://…` */
  readonly url: string
  /** Kills it, like a crash. */
  kill(): Promise<void>
  /** Makes it silent, like a machine that lost its network: connections stay open, nothing is answered. */
  freeze(): void
  thaw(): void
  /** Restarts it on the same port. */
  start(): Promise<void>
}

/** Starts a Redis without persistence on a free port. `npm test` makes sure that `redis-server` is installed. */
export async function startRedis(): Promise<TestRedis> {
  const port = await freePort()
  let running: ChildProcess | undefined
  const redis: TestRedis = {
    url: `redis://127.0.0.1:${port}`,
    async start() {
      const child = spawn(
        process.env['REDIS_SERVER'] ?? 'redis-server',
        ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
        { stdio: 'ignore' },
      )
      const failed = once(child, 'error').then(([error]) => {
        throw error
      })
      running = child
      await Promise.race([failed, answers(port)])
    },
    freeze: () => void running?.kill('SIGSTOP'),
    thaw: () => void running?.kill('SIGCONT'),
    async kill() {
      const child = running
      running = undefined
      if (!child || child.exitCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
  await redis.start()
  return redis
}

async function answers(port: number): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(10)) {
    const socket = connect(port, '127.0.0.1')
    const open = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true))
      // It is not listening yet.
      socket.once('error', () => resolve(false))
    })
    socket.destroy()
    if (open) return
  }
  throw new Error('redis-server does not answer')
}
