import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false, limitFactor: 10 })
}, 60_000)
afterAll(() => testServer?.close())

/** The raw bytes of a response. */
const raw = (path: string, headers: Record<string, string>) =>
  new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; bytes: Buffer }>((resolve, reject) => {
    request(`${testServer.url}${path}`, { headers: { host: testServer.host, ...headers } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) }),
      )
    })
      .on('error', reject)
      .end()
  })

describe.each([
  '/api/docs/openapi.json',
  '/api/get/cities/FR',
  '/api/get/cities/IT?region=Lazio',
  '/api/get/regions/IT',
])('%s', (path) => {
  it('is the same in every encoding, first and cached, and answers 304 to a client that has it', async () => {
    const plain = await raw(path, {})
    const first = JSON.parse(plain.bytes.toString()) as unknown
    const br = await raw(path, { 'accept-encoding': 'br, gzip' })
    const gzip = await raw(path, { 'accept-encoding': 'gzip' })
    const again = await raw(path, {})
    expect([plain, br, gzip, again].map(({ headers }) => headers['content-encoding'])).toEqual([
      undefined,
      'br',
      'gzip',
      undefined,
    ])
    expect(JSON.parse(brotliDecompressSync(br.bytes).toString())).toEqual(first)
    expect(JSON.parse(gunzipSync(gzip.bytes).toString())).toEqual(first)
    expect(JSON.parse(again.bytes.toString())).toEqual(first)
    const { etag } = plain.headers
    expect(new Set([br, gzip, again].map(({ headers }) => headers['etag']))).toEqual(new Set([etag]))
    expect(etag).toMatch(/^W\/"/)
    for (const { headers } of [plain, br, again]) {
      expect(headers['vary']).toContain('accept-encoding')
      expect(headers['cache-control']).toMatch(/^public/)
      expect(headers['content-type']).toMatch(/^application\/json/)
    }
    const known = await raw(path, { 'accept-encoding': 'gzip', 'if-none-match': `"other", ${String(etag)}` })
    expect([known.status, known.bytes.length]).toEqual([304, 0])
    expect((await raw(path, { 'if-none-match': '"other"' })).status).toBe(200)
  })
})

it('answers each query with its own response', async () => {
  const list = async (query: string) => (await testServer.call(`/api/get/cities/IT${query}`)).body as unknown[]
  const lazio = await list('?region=Lazio')
  expect((await list('')).length).toBeGreaterThan(lazio.length)
  // An unknown parameter is refused: it would store the same response under any number of keys.
  expect((await testServer.call('/api/get/cities/IT?other=1&region=Lazio')).status).toBe(400)
  expect((await testServer.call('/api/get/cities/IT?region=Nowhere')).status).toBe(404)
  expect((await testServer.call('/api/get/cities/XX')).status).toBe(404)
  expect((await testServer.call('/api/get/regions/FR')).body).not.toEqual(
    (await testServer.call('/api/get/regions/IT')).body,
  )
})

it('the documentation pages redirect to it, and are rate-limited per address', async () => {
  const moved = await testServer.call('/api/docs/json')
  expect([moved.status, moved.headers.get('location')]).toEqual([302, '/api/docs/openapi.json'])
  const path = '/api/docs/static/swagger-ui.css'
  const statuses = await Promise.all(
    Array.from({ length: 600 }, async (_, n) => (await testServer.call(n % 2 === 0 ? path : '/api/docs/yaml')).status),
  )
  // The viewer's files share that limit.
  expect(statuses.filter((_, n) => n % 2 === 0)).toContain(429)
  expect(statuses.filter((_, n) => n % 2 === 1)).toContain(429)
  expect((await testServer.call('/api/docs/openapi.json')).status).toBe(200)
})
