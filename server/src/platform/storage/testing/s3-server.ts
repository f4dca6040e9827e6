import { startFauxqs } from 'fauxqs'
import { createServer, request, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { Transform } from 'node:stream'
import type { AddressInfo } from 'node:net'
import { followUploads } from './unfinished-uploads.ts'

export interface S3Server {
  /** Of a bucket on it, for `STORAGE_URL`. */
  url(bucket: string): string
  /** What it was asked: method and path. */
  readonly asked: string[]
  /** Sets how requests fail, from the first or only those that match. */
  fail(how: Failing | undefined, which?: RegExp): void
  /** Limits how fast it takes and gives what it is sent and asked, each for itself. */
  slow(bytesPerMs: number | undefined): void
  close(): Promise<void>
}

/** `away` breaks the connection; `silent` takes what it is sent, and never answers. */
export type Failing = 'away' | 'silent' | 'full' | 'denied'

const failures = {
  full: [507, 'InsufficientStorage', 'There is no space left'],
  denied: [403, 'AccessDenied', 'Access denied'],
} as const
const keyId = 'KEYOFTHETEST'

/**
 * An S3 server in this process with empty buckets. In front of it is a proxy that fails on request and checks whose key
 * a request has, which the server itself does not. The credentials are in the environment until it is closed.
 */
export async function startS3Server(buckets: readonly string[]): Promise<S3Server> {
  const server = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false, init: { buckets: [...buckets] } })
  const uploads = followUploads()
  const asked: string[] = []
  let failing: Failing | undefined
  let which: RegExp | undefined
  let rate: number | undefined
  const front = createServer((incoming, outgoing) => {
    const line = `${incoming.method} ${incoming.url}`
    asked.push(line)
    const isKnown = incoming.headers.authorization?.includes(`Credential=${keyId}/`)
    const how = failing !== undefined && (which?.test(line) ?? true) ? failing : isKnown ? undefined : 'denied'
    if (how === 'away') return void incoming.socket.destroy()
    if (how === 'silent') return void incoming.resume()
    if (how !== undefined) return void incoming.resume().once('end', () => refuse(outgoing, how))
    const { method, url = '', headers } = incoming
    const unfinished = uploads.listed(method, url)
    if (unfinished !== undefined) return void incoming.resume().once('end', () => outgoing.end(unfinished))
    // Pages of two, so that every list has several.
    const path = url.includes('list-type=2') ? `${url}&max-keys=2` : url
    const onwards = request({ port: server.port, host: '127.0.0.1', method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      uploads.follow(method, url, answer)
      answer.pipe(throttled(rate)).pipe(outgoing)
    })
    onwards.once('error', (error) => outgoing.destroy(error))
    incoming.pipe(throttled(rate)).pipe(onwards)
  })
  await once(front.listen(0, '127.0.0.1'), 'listening')
  const before = { ...process.env }
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: keyId, AWS_SECRET_ACCESS_KEY: 'secret-of-the-test' })
  return {
    url: (bucket) => `s3://${bucket}?endpoint=http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    asked,
    fail(how, lines) {
      failing = how
      which = lines
    },
    slow(bytesPerMs) {
      rate = bytesPerMs
    },
    async close() {
      for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const)
        if (before[name] === undefined) delete process.env[name]
        else process.env[name] = before[name]
      front.closeAllConnections()
      front.close()
      await server.stop()
    },
  }
}

const throttled = (bytesPerMs = Infinity) =>
  new Transform({
    transform(chunk: Buffer, _encoding, give) {
      if (bytesPerMs === Infinity) give(null, chunk)
      else setTimeout(give, chunk.length / bytesPerMs, null, chunk)
    },
  })

function refuse(outgoing: ServerResponse, how: keyof typeof failures): void {
  const [status, code, message] = failures[how]
  outgoing.writeHead(status, { 'content-type': 'application/xml' })
  outgoing.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`)
}
