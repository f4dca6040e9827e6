import type { PublicBrand, WebContext } from '@incontro/contract'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPool, type Pool } from './pool.ts'

/** A web of a few pages, in the form the real build has. */
const web = `
const pages = new WeakMap()
const whole = (html, init) => { const response = new Response(null, init); pages.set(response, { html, script: 'now' }); return response }
export const wholePageOf = (response) => pages.get(response)
export async function respond(request, { brand, locale, nonce, api }) {
  const { pathname } = new URL(request.url)
  if (pathname === '/api') {
    const answer = await api('/api/who?is=it', { method: 'POST', headers: { 'x-word': 'hello' }, body: 'said' })
    return whole(answer.status + ' ' + answer.headers.getSetCookie().join('; ') + ' ' + (await answer.text()))
  }
  if (pathname === '/away') {
    const headers = new Headers({ location: '/there' })
    headers.append('set-cookie', 'a=1')
    headers.append('set-cookie', 'b=2')
    return new Response(null, { status: 302, headers })
  }
  if (pathname === '/data') return new Response('bytes', { headers: { 'content-type': 'text/x-script' } })
  if (pathname === '/broken') throw new Error('no such page')
  if (pathname === '/exit') process.exit(1)
  if (pathname === '/stuck') while (true);
  if (pathname === '/slow') await new Promise((resolve) => setTimeout(resolve, 300))
  return whole([brand.title, locale, nonce, pathname, request.headers.get('accept-language')].join(' '), { status: 200, headers: { 'x-rendered': 'yes' } })
}
`
const errors: unknown[] = []
const log = {
  error: (...args: unknown[]) => {
    errors.push(args)
  },
} as never
let folder: string
let pool: Pool
const calls: unknown[] = []
const brand = { key: 'local', title: 'Incontro' } as PublicBrand
const context = (more: Partial<WebContext> = {}): WebContext => ({
  brand,
  locale: 'it',
  nonce: 'n',
  demo: false,
  google: false,
  origin: 'http://one.example',
  theme: null,
  session: null,
  api: async (path, init) => {
    calls.push([path, init])
    return new Response('answered', {
      status: 202,
      headers: [
        ['set-cookie', 'c=3'],
        ['set-cookie', 'd=4'],
      ],
    })
  },
  ...more,
})
const render = (path: string, more: Partial<WebContext> = {}, gone = () => false) =>
  pool.render({ url: `http://one.example${path}`, headers: [['accept-language', 'it']] }, context(more), gone)
/** Until a thread is up. */
const up = async (): Promise<void> => {
  while ((await render('/')) === undefined) await new Promise((resolve) => setTimeout(resolve, 20))
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'web-'))
  mkdirSync(join(folder, 'server'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'server/index.js'), web)
  pool = createPool({ threads: 1, log, buildDir: folder, brandStyles: [], patience: 1000 })
  expect(await render('/')).toBeUndefined()
  await up()
}, 30_000)
afterAll(async () => {
  await pool.close()
  rmSync(folder, { recursive: true })
})

it('gives back what the page is: its text, a redirect with its cookies, bytes', async () => {
  expect(await render('/x', { nonce: 'other', locale: 'fr' })).toEqual({
    status: 200,
    headers: [['x-rendered', 'yes']],
    page: { html: 'Incontro fr other /x it', styleHash: undefined },
    body: undefined,
  })
  expect(await render('/away')).toMatchObject({
    status: 302,
    headers: [
      ['location', '/there'],
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ],
    page: undefined,
  })
  expect(Buffer.from((await render('/data'))?.body ?? []).toString()).toBe('bytes')
})

it('asks the API of the program, with the visitor it is for', async () => {
  expect((await render('/api'))?.page?.html).toBe('202 c=3; d=4 answered')
  expect(calls.at(-1)).toEqual(['/api/who?is=it', { method: 'POST', headers: { 'x-word': 'hello' }, body: 'said' }])
  const offline = render('/api', { api: () => Promise.reject(new Error('down')) })
  await expect(offline).rejects.toThrow('/api/who?is=it did not answer')
})

it('tells each brand apart, and says what failed', async () => {
  const other = { key: 'other', title: 'Battito' } as PublicBrand
  const pages = await Promise.all([render('/a'), render('/b', { brand: other }), render('/c')])
  expect(pages.map((page) => page?.page?.html)).toEqual([
    'Incontro it n /a it',
    'Battito it n /b it',
    'Incontro it n /c it',
  ])
  await expect(render('/broken')).rejects.toThrow('no such page')
})

it('more pages than it begins at once wait their turn; one that nobody waits for is not begun', async () => {
  const pages = Array.from({ length: 20 }, (_, n) => render('/slow', { nonce: String(n) }))
  const unwanted = render('/slow', {}, () => true)
  expect((await Promise.all(pages)).map((page) => page?.page?.html)).toEqual(
    Array.from({ length: 20 }, (_, n) => `Incontro it ${n} /slow it`),
  )
  expect(await unwanted).toBeUndefined()
})

it('a thread that ends, or is stuck, is replaced', async () => {
  const [beside, ended] = await Promise.all([render('/slow'), render('/exit')])
  expect([beside, ended]).toEqual([undefined, undefined])
  await up()
  const [late, stuck] = await Promise.allSettled([render('/slow'), render('/stuck')])
  expect(stuck).toMatchObject({ status: 'rejected', reason: { status: 503 } })
  expect(late.status === 'fulfilled' ? late.value : 'failed as well').toSatisfy(
    (value) => value === undefined || value === 'failed as well',
  )
  expect(errors).not.toHaveLength(0)
  await up()
}, 20_000)
