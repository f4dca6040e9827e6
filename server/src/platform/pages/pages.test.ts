import type { PublicBrand } from '@incontro/contract'
import type { FastifyInstance } from 'fastify'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { createApp } from '../http/app.ts'
import { createLog } from '../log.ts'
import { servePages, type PageContext } from './pages.ts'

/** A web of a few pages, in the form of the real build. */
const web = `
const pages = new WeakMap()
const rendered = (globalThis.renderedPages ??= [])
const whole = (html, init) => { const response = new Response(null, init); pages.set(response, { html, styleHash: "'sha256-x'" }); return response }
export const wholePageOf = (response) => pages.get(response)
export async function respond(request, context) {
  const { pathname } = new URL(request.url)
  const { api, brand, ...given } = context
  rendered.push(pathname)
  if (pathname === '/away') return new Response(null, { status: 302, headers: [['location', '/there'], ['set-cookie', 'a=1'], ['set-cookie', 'b=2']] })
  if (pathname === '/cookie') return whole('own', { headers: [['set-cookie', 'a=1']] })
  if (pathname === '/now') return new Response('now ' + context.nonce, { headers: { 'content-type': 'text/html' } })
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
  expect((await get('/now')).headers['content-security-policy']).toContain("'nonce-")
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
