import type { PublicBrand } from '@incontro/contract'
import type { FastifyInstance } from 'fastify'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { createApp } from '#platform/http/app.ts'
import { createLog } from '#platform/process/log.ts'
import { servePages, type PageContext } from './pages.ts'

/** A web of a few pages, in the form of the real build. */
const web = `
const pages = new WeakMap()
const rendered = (globalThis.renderedPages ??= [])
const page = (whole, init) => { const response = new Response(null, init); pages.set(response, whole); return response }
const whole = (html, init) => page({ html, styleHash: "'sha256-x'" }, init)
export const wholePageOf = (response) => pages.get(response)
export async function respond(request, context) {
  const { pathname } = new URL(request.url)
  const { api, brand, ...given } = context
  rendered.push(pathname)
  if (pathname === '/away') return new Response(null, { status: 302, headers: [['location', '/there'], ['set-cookie', 'a=1'], ['set-cookie', 'b=2']] })
  if (pathname === '/cookie') return whole('own', { headers: [['set-cookie', 'a=1']] })
  if (pathname === '/now') return page({ html: 'now ' + context.nonce }, {})
  if (pathname === '/form') return new Response(request.method + ' ' + await request.text())
  if (pathname === '/waits') await new Promise((resolve) => setTimeout(resolve, 50))
  if (pathname === '/api-page') return whole(String((await api('/api/answer')).status), { status: 200 })
  return whole(JSON.stringify({ url: request.url, headers: [...request.headers.keys()], ...given }), { status: pathname === '/missing' ? 404 : 200 })
}
`
const folder = mkdtempSync(join(tmpdir(), 'web-'))
mkdirSync(join(folder, 'server'))
mkdirSync(join(folder, 'client/assets'), { recursive: true })
writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
writeFileSync(join(folder, 'server/index.js'), web)
writeFileSync(join(folder, 'client/assets/a.js'), '1')
mkdirSync(join(folder, 'worker'))
writeFileSync(join(folder, 'worker/service-worker.js'), 'self')
afterAll(() => rmSync(folder, { recursive: true }))

const rendered = ((globalThis as { renderedPages?: string[] }).renderedPages ??= [])
let app: FastifyInstance
let apiStatus = 200

async function open(limitFactor = 1000): Promise<void> {
  app = await createApp({ log: createLog('silent'), trustedProxies: ['127.0.0.1'] })
  app.get('/api/answer', async (_request, reply) => reply.code(apiStatus).send({}))
  await servePages(app, {
    buildDir: folder,
    shared: new Set(['/', '/now', '/away', '/missing', '/waits', '/api-page', '/cookie']),
    sessionCookie: 'session',
    limitFactor,
    contextOf: async ({ cookies, headers }): Promise<PageContext | undefined> =>
      headers.host === 'nowhere.example'
        ? undefined
        : {
            brand: { key: 'local' } as PublicBrand,
            locale: headers['accept-language'] === 'fr' ? 'fr' : 'it',
            demo: false,
            google: false,
            origin: `http://${headers.host}`,
            theme: cookies['theme'] === 'dark' ? 'dark' : null,
            cookieChoice: { chosen: cookies['cookiePolicy'] !== undefined, analytics: true, remarketing: true },
            session:
              cookies['session'] === 'good' ? ({ clickid: 'member' } as NonNullable<PageContext['session']>) : null,
          },
  })
  rendered.length = 0
}
beforeEach(() => open())

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { host: 'one.example', ...headers } })

it('renders a shared page once, from nothing but its cache key', async () => {
  const answers = [
    await get('/', { cookie: 'other=1; session=none', 'user-agent': 'somebody', referer: 'http://x.example' }),
    await get('/'),
  ]
  expect(rendered).toEqual(['/'])
  for (const answer of answers)
    expect(answer.json()).toEqual({
      url: 'http://one.example/',
      headers: [],
      locale: 'it',
      demo: false,
      google: false,
      origin: 'http://one.example',
      theme: null,
      cookieChoice: { chosen: false, analytics: false, remarketing: false },
      session: null,
      nonce: '',
    })
  for (const { headers } of [...answers, await get('/other')]) expect(headers['vary']).toBe('accept-encoding')
  rendered.splice(1)
  expect(answers[0]?.headers['content-security-policy']).toContain("script-src 'self'; style-src 'self' 'sha256-x';")
  const others = [
    { 'accept-language': 'fr' },
    { cookie: 'theme=dark' },
    { cookie: 'cookiePolicy=1' },
    { host: 'two.example' },
  ]
  for (const headers of others) await get('/', headers as Record<string, string>)
  expect(rendered).toHaveLength(5)
})

it('concurrent visitors share one rendering', async () => {
  await Promise.all(Array.from({ length: 20 }, () => get('/waits')))
  expect(rendered).toEqual(['/waits'])
})

it('renders individually: a member’s page, another status, a redirect, a page with a nonce, an unlisted address', async () => {
  for (const [path, headers] of [
    ['/', { cookie: 'session=good' }],
    ['/?tid=a', {}],
    ['/other', {}],
  ] as const) {
    await get(path, headers)
    const { headers: sent } = await get(path, headers)
    expect(sent['cache-control']).toBe('cookie' in headers ? 'no-store' : 'private, no-cache')
  }
  expect(rendered).toEqual(['/', '/', '/', '/', '/other', '/other'])
  expect((await get('/missing')).statusCode).toBe(404)
  expect((await get('/away')).headers['set-cookie']).toEqual(['a=1', 'b=2'])
  expect((await get('/away')).headers.location).toBe('/there')
  for (let n = 0; n < 2; n += 1) expect((await get('/cookie')).headers['set-cookie']).toBe('a=1')
  const nonces = [await get('/now'), await get('/now')].map(({ body }) => body)
  expect(new Set(nonces).size).toBe(2)
  expect(nonces).not.toContain('now ')
  const { body, headers } = await get('/now')
  expect(headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${body.slice(4)}'`)
})

it('does not cache a page whose API calls were rate-limited', async () => {
  apiStatus = 429
  expect((await get('/api-page')).body).toBe('429')
  apiStatus = 200
  expect((await get('/api-page')).body).toBe('200')
  apiStatus = 500
  expect((await get('/api-page')).body).toBe('200')
  apiStatus = 200
})

it('rate-limits rendering per address; cached pages, members and other addresses are served', async () => {
  await open(0.34)
  await get('/')
  const from = (ip: string, path: string, cookie = '') => get(path, { 'x-forwarded-for': ip, cookie })
  const statuses = []
  for (let n = 0; n < 8; n += 1) statuses.push((await from('203.0.113.9', `/?mail=${n}`)).statusCode)
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429, 429, 429])
  expect((await from('203.0.113.9', '/?mail=x')).headers['retry-after']).toBeDefined()
  expect((await from('203.0.113.9', '/')).statusCode).toBe(200)
  expect((await from('203.0.113.9', '/chats', 'session=good')).statusCode).toBe(200)
  // An invalid session cookie costs a look-up and is counted; a valid one is not, but its member is.
  for (let n = 0; n < 8; n += 1)
    expect((await from('203.0.113.11', '/', 'session=good')).statusCode).toBe(n < 3 ? 200 : 429)
  const strangers = []
  for (let n = 0; n < 8; n += 1) strangers.push((await from('203.0.113.12', '/', 'session=none')).statusCode)
  expect(strangers).toEqual([200, 200, 200, 200, 429, 429, 429, 429])
  expect((await from('203.0.113.10', '/?mail=y')).statusCode).toBe(200)
})

it('answers 503 with Retry-After to visitors when the queue is full, and still serves members', async () => {
  const many = Array.from({ length: 150 }, (_, n) => get(`/waits?n=${n}`, { 'x-forwarded-for': `10.${n}.0.1` }))
  const member = await get('/chats', { cookie: 'session=good' })
  expect(member.statusCode).toBe(200)
  const answers = await Promise.all(many)
  const refused = answers.filter(({ statusCode }) => statusCode === 503)
  expect(refused).toHaveLength(150 - 102)
  expect(refused[0]?.headers['retry-after']).toBe('3')
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(102)
})

it('serves no page for an unknown host, and none below the API', async () => {
  expect((await get('/', { host: 'nowhere.example' })).statusCode).toBe(404)
  expect((await get('/api/nothing')).statusCode).toBe(404)
  expect(rendered).toEqual([])
})

it('keeps a shared page for a minute and not longer', async () => {
  let now = 1000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  await get('/')
  for (const [at, times] of [
    [61_000, 1],
    [61_001, 2],
  ] as const) {
    now = at
    // The cache reads the clock once a millisecond.
    await new Promise((resolve) => setTimeout(resolve, 5))
    await get('/')
    expect(rendered).toHaveLength(times)
  }
  clock.mockRestore()
})

it.each([
  ['gzip, deflate, br', 'br', 'gzip'],
  ['gzip;q=1, br;q=0.5', 'br', 'gzip'],
  ['br;q=0, gzip', 'gzip', 'gzip'],
  ['br; q=0.00, gzip;q=0', undefined, undefined],
  ['br', 'br', undefined],
  ['deflate, brx', undefined, undefined],
  ['', undefined, undefined],
])('to “%s” a shared page is sent as %s, one of its own as %s', async (wish, stored, own) => {
  for (const [path, encoding] of [
    ['/', stored],
    ['/other', own],
  ] as const) {
    const { headers, rawPayload } = await get(path, { 'accept-encoding': wish })
    expect(headers['content-encoding']).toBe(encoding)
    const read = encoding === 'br' ? brotliDecompressSync : encoding === 'gzip' ? gunzipSync : Buffer.from
    expect(JSON.parse(String(read(rawPayload)))).toMatchObject({ url: `http://one.example${path}` })
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
  }
})

it('takes forms of its own pages and of mail programs, and of no other site', async () => {
  const post = (headers: Record<string, string>, payload = 'a=1') =>
    app.inject({ method: 'POST', url: '/form', headers: { host: 'one.example', ...headers }, payload })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const parts = { 'content-type': 'multipart/form-data; boundary=b' }
  const statuses = []
  for (const origin of ['http://one.example', 'https://one.example', 'http://two.example', 'null'])
    statuses.push((await post({ ...form, origin })).statusCode)
  expect(statuses).toEqual([200, 403, 403, 403])
  expect((await post(form)).body).toBe('POST a=1')
  expect((await post(parts, '--b--')).body).toBe('POST --b--')
  expect((await post({ 'content-type': 'application/json' }, '{"a":1}')).body).toBe('POST {"a":1}')
  // What only reads may be asked for from anywhere.
  expect((await get('/form', { origin: 'http://two.example' })).body).toBe('GET ')
})

it('asks for the page of its own site, whatever the request line says', async () => {
  expect((await get('//elsewhere.example/x')).json()).toMatchObject({ url: 'http://one.example//elsewhere.example/x' })
})

it.each([
  'api',
  'pay',
  'dispenser',
  'media',
  'brand',
  'kpi',
  'ip',
  'remarketing',
  'chat-socket',
  'assets',
  '.well-known',
])('has no page at /%s or below it, but beside it', async (prefix) => {
  for (const url of [`/${prefix}`, `/${prefix}/nothing`, `/${prefix}?x=1`]) {
    const { statusCode, headers } = await get(url)
    expect([url, statusCode, headers['content-type']]).toEqual([url, 404, expect.stringContaining('problem+json')])
  }
  expect((await get(`/${prefix}ments`)).statusCode).toBe(200)
  expect(rendered).toEqual([`/${prefix}ments`])
})

it('lets every browser keep hashed files for ever, and ask again for the worker', async () => {
  const asset = await get('/assets/a.js')
  expect([asset.body, asset.headers['cache-control'], asset.headers['access-control-allow-origin']]).toEqual([
    '1',
    'public, max-age=31536000, immutable',
    '*',
  ])
  const worker = await get('/service-worker.js')
  expect([worker.body, worker.headers['content-type'], worker.headers['cache-control']]).toEqual([
    'self',
    'text/javascript; charset=utf-8',
    'no-cache',
  ])
  expect(worker.headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
  const ask = async (etag: string) => (await get('/service-worker.js', { 'if-none-match': etag })).statusCode
  expect([await ask(String(worker.headers['etag'])), await ask('"another"')]).toEqual([304, 200])
})
