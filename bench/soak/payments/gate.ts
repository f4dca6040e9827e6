import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that passes through a gate. */
export interface Passing {
  readonly path: string
  readonly body: string
}

/**
 * A proxy that holds requests: `before` they reach the target, or `after` it has acted and before its answer is on its
 * way. `drop` ends what is held without an answer, as if the process that sent it were gone.
 */
export interface Gate {
  readonly origin: string
  /** Holds the first request that fits. @returns resolves when it is held */
  hold(when: 'before' | 'after', fits: (request: Passing) => boolean): Promise<void>
  drop(): void
  close(): Promise<void>
}

interface Held {
  readonly when: 'before' | 'after'
  readonly fits: (request: Passing) => boolean
  readonly resolve: () => void
}

/** @param target origin to which requests go on; read for each, so that it may change */
export async function openGate(target: () => string, seen: (request: Passing, answer: string) => void): Promise<Gate> {
  const waiting = new Set<Held>()
  const held = new Set<ServerResponse>()

  function holds(when: Held['when'], request: Passing): boolean {
    const found = [...waiting].find((one) => one.when === when && one.fits(request))
    if (!found) return false
    waiting.delete(found)
    found.resolve()
    return true
  }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const passing = { path: request.url ?? '/', body: body.toString() }
    if (holds('before', passing)) return void held.add(response)
    const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers
    const answer = await fetch(`${target()}${passing.path}`, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      redirect: 'manual',
      ...(body.length > 0 ? { body } : {}),
    })
    const text = await answer.text()
    seen(passing, text)
    if (holds('after', passing)) return void held.add(response)
    response
      .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' })
      .end(text)
  }

  const server = createServer((request, response) => {
    // The target or the sender was killed meanwhile.
    pass(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold: (when, fits) => new Promise((resolve) => waiting.add({ when, fits, resolve })),
    drop() {
      for (const response of held) response.destroy()
      held.clear()
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
