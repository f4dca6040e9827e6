import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { createLog } from './log.ts'
import { startTracing, traced } from './tracing.ts'

interface Part {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly kind: number
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly status: { readonly code?: number; readonly message?: string }
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
}

/** A collector that keeps what it is sent, as OTLP in JSON. */
async function collector() {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (piece: string) => (body += piece))
    request.on('end', () => {
      bodies.push(body)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const parts = (): Part[] =>
    bodies.flatMap((body) =>
      (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Part[] }[] }[] }).resourceSpans.flatMap(
        ({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans),
      ),
    )
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    parts,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

const of = (part: Part, key: string): unknown => {
  const value = part.attributes.find((one) => one.key === key)?.value
  return value && Object.values(value)[0]
}

let testServer: TestServer
let sink: Awaited<ReturnType<typeof collector>>
beforeAll(async () => {
  ;[testServer, sink] = await Promise.all([startTestServer(), collector()])
})
afterAll(() => Promise.all([testServer.close(), sink.close()]))
beforeEach(() => void sink.bodies.splice(0))

/** Traces what the work does, and all that was sent. */
async function tracesOf(work: () => Promise<unknown>, ratio = 1): Promise<Part[]> {
  const end = await startTracing({ endpoint: sink.endpoint, ratio, serviceName: 'test', delayMs: 50 })
  try {
    await work()
  } finally {
    await end()
  }
  return sink.parts()
}

const jobsLeft = async (): Promise<number> =>
  (await testServer.database.pool.query('select from graphile_worker.jobs')).rowCount ?? 0

describe('a trace', () => {
  it('has a request by the pattern of its route, with its statements below it', async () => {
    const ada = await testServer.member()
    const parts = await tracesOf(() =>
      testServer.call(`/api/credits/statement/${ada.session.clickid}`, { token: ada.token }),
    )
    const request =
      parts.find(({ name }) => name === 'GET /api/credits/statement/:trackerId') ?? expect.fail('no request')
    expect([of(request, 'http.response.status_code'), request.kind]).toEqual([200, 2])
    const below = parts.filter(({ traceId, parentSpanId }) => traceId === request.traceId && parentSpanId)
    expect(below.map((part) => of(part, 'db.query.text'))).toContainEqual(expect.stringContaining('ledger_transfers'))
    expect(below.every(({ parentSpanId }) => parentSpanId === request.spanId)).toBe(true)
  })

  it('says nothing about a person, and of an error its type only', async () => {
    const ada = await testServer.member()
    const parts = await tracesOf(async () => {
      await testServer.call(`/api/credits/statement/${ada.session.clickid}?before=secret-of-ada`, { token: ada.token })
      await testServer.call('/api/login', {
        method: 'POST',
        body: { utente: ada.email, password: 'wrong-password-of-ada', clickid: ada.session.clickid },
      })
      await testServer.call(`/no/such/page/${ada.session.clickid}`)
      await expect(
        traced('job x', 'CONSUMER', {}, async () => {
          await testServer.database.pool.query(`select 'a quoted ${ada.email}'`)
          throw new TypeError(`it fails for ${ada.email}`)
        }),
      ).rejects.toThrow()
    })
    expect(parts.map(({ name }) => name)).toEqual(expect.arrayContaining(['GET none', 'job x', 'select']))
    const failed = parts.find(({ name }) => name === 'job x') ?? expect.fail('no job')
    expect([of(failed, 'error.type'), failed.status]).toEqual(['TypeError', { code: 2 }])
    const all = sink.bodies.join('\n')
    for (const word of [ada.email, ada.session.clickid, ada.session.angelId, ada.token, 'secret-of-ada', 'of-ada'])
      expect(all).not.toContain(word)
  })

  it('is not continued from what a request brings with it', async () => {
    const parts = await tracesOf(() =>
      testServer.call('/healthz', {
        headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
      }),
    )
    expect(parts.length).toBeGreaterThan(0)
    expect(parts.map(({ traceId }) => traceId)).not.toContain('0af7651916cd43dd8448eb211c80319c')
  })

  it('goes on in the jobs that it adds, and is named by those that run much later', async () => {
    const ada = await testServer.member()
    const parts = await tracesOf(async () => {
      await testServer.call('/api/users/getTokenForReset', { body: { email: ada.email } })
      await testServer.mailTo(ada.email)
      await traced('adding', 'INTERNAL', {}, async () => {
        await addJob(
          testServer.database.db,
          'accounts-sweep',
          {},
          { key: 'x', runAt: new Date(Date.now() + 86_400_000) },
        )
        // A day later.
        await testServer.database.pool.query(
          `update graphile_worker._private_jobs set run_at = now(), created_at = now() - interval '1 day' where key = 'x'`,
        )
      })
      await expect.poll(jobsLeft, { timeout: 10_000 }).toBe(0)
    })
    const named = (name: string) => parts.find((part) => part.name === name) ?? expect.fail(`no ${name}`)
    const [request, asked, mailed] = [
      named('POST /api/users/getTokenForReset'),
      named('job identity-reset'),
      named('job outreach.send_email'),
    ]
    expect([asked.traceId, mailed.traceId]).toEqual([request.traceId, request.traceId])
    expect([asked.parentSpanId, mailed.parentSpanId]).toEqual([request.spanId, asked.spanId])
    const [adding, later] = [named('adding'), named('job accounts-sweep')]
    expect(later.traceId).not.toBe(adding.traceId)
    expect(later.links).toEqual([expect.objectContaining({ traceId: adding.traceId, spanId: adding.spanId })])
  })

  it('is made of no request where the share is nought, and none after its end', async () => {
    expect(await tracesOf(() => testServer.call('/healthz'), 0)).toEqual([])
    await testServer.call('/healthz')
    expect(sink.bodies).toEqual([])
  })

  it('is named in the lines of the log that belong to it', async () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line: string) => void lines.push(line) })
    const [part] = await tracesOf(() =>
      traced('job y', 'CONSUMER', {}, async () => {
        await new Promise((resolve) => setImmediate(resolve))
        log.info('within')
      }),
    )
    log.info('outside')
    const [within, outside] = lines.map((line) => JSON.parse(line) as { trace_id?: string })
    expect([within?.trace_id, outside?.trace_id]).toEqual([part?.traceId, undefined])
  })

  it('keeps no request waiting while the collector is away', async () => {
    const end = await startTracing({ endpoint: 'http://127.0.0.1:9', ratio: 1, serviceName: 'test', delayMs: 10 })
    const begun = performance.now()
    expect((await testServer.call('/healthz')).status).toBe(200)
    expect(performance.now() - begun).toBeLessThan(2000)
    await end()
    expect(performance.now() - begun).toBeLessThan(5000)
  })
})
