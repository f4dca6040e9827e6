import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * The first of `count` consecutive free ports on this machine. They are below those that the system gives to outgoing
 * connections, one of which could take a port before a process that is still starting listens on it.
 */
export async function freePort(count = 1): Promise<number> {
  for (;;) {
    const first = randomInt(10_000, 32_000)
    const free = await Promise.all(Array.from({ length: count }, (_, n) => isFree(first + n)))
    if (free.every(Boolean)) return first
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    // Any error means that the port is taken.
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
