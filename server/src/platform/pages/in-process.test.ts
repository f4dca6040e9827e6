import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { createInProcess } from './in-process.ts'

let app: FastifyInstance
afterEach(() => app.close())

/** A server whose page calls its own API, behind a local proxy that is trusted or not. */
function program(trustProxy: string[] | false): FastifyInstance {
  app = fastify({ trustProxy })
  const api = createInProcess(app).forVisitor
  const seen = (request: FastifyRequest) => ({
    ip: request.ip,
    origin: `${request.protocol}://${request.host}`,
    from: request.headers.origin,
  })
  app.post('/api', async (request) => seen(request))
  app.get('/page', async (request) => ({
    page: seen(request),
    api: await (await api(request, `${request.protocol}://${request.host}`)('/api', { method: 'POST' })).json(),
  }))
  return app
}
const headers = {
  host: 'inside:3000',
  'x-forwarded-for': '203.0.113.9',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'dating.example',
}

it('shows the API the same visitor and site as the page, behind a trusted proxy', async () => {
  const { page, api } = (await program(['127.0.0.1']).inject({ url: '/page', headers })).json()
  expect(page).toMatchObject({ ip: '203.0.113.9', origin: 'https://dating.example' })
  // GET requests have no Origin header: the call gets the page's own.
  expect(api).toEqual({ ip: '203.0.113.9', origin: 'https://dating.example', from: 'https://dating.example' })
})

it('ignores forwarded headers without a trusted proxy', async () => {
  const { page, api } = (await program(false).inject({ url: '/page', headers })).json()
  expect(page).toMatchObject({ ip: '127.0.0.1', origin: 'http://inside:3000' })
  expect(api).toEqual({ ip: '127.0.0.1', origin: 'http://inside:3000', from: 'http://inside:3000' })
})

it('caches public responses per site for their max-age, and never a private one', async () => {
  app = fastify()
  const api = createInProcess(app).forVisitor
  let asked = 0
  app.get('/:kind', async (request, reply) => {
    const { kind } = request.params as { kind: string }
    void reply.header('cache-control', kind === 'public' ? 'public, max-age=1' : 'private, max-age=60')
    if (kind === 'cookie') void reply.header('cache-control', 'public, max-age=60').header('set-cookie', 'a=b')
    if (kind === 'gone') void reply.code(404).header('cache-control', 'public, max-age=60')
    asked += 1
    return { asked }
  })
  app.get('/page/:kind', async (request) => {
    const { kind } = request.params as { kind: string }
    return (await api(request, String(request.headers['x-origin'] ?? 'http://one.example'))(`/${kind}`)).json()
  })
  const page = async (kind: string, origin?: string) =>
    (
      await app.inject({ url: `/page/${kind}`, ...(origin === undefined ? {} : { headers: { 'x-origin': origin } }) })
    ).json().asked
  expect([await page('public'), await page('public'), await page('public', 'http://two.example')]).toEqual([1, 1, 2])
  for (const [kind, first] of [
    ['private', 3],
    ['cookie', 5],
    ['gone', 7],
  ] as const)
    expect([await page(kind), await page(kind)]).toEqual([first, first + 1])
  await expect.poll(() => page('public'), { timeout: 3000 }).toBe(9)
})

it('leaves the first visitor out of a shared page, and reports responses that must not be cached', async () => {
  app = fastify()
  const api = createInProcess(app)
  app.get('/api', async ({ headers: { cookie, host, 'user-agent': agent, 'accept-language': language } }) => ({
    cookie,
    host,
    agent,
    language,
  }))
  app.get('/busy', async (_request, reply) => reply.code(429).send({}))
  app.get('/missing', async (_request, reply) => reply.code(404).send({}))
  app.get('/page', async (request) => {
    const { api: ask, failed } = api.forEverybody(request, 'http://one.example', 'fr')
    const seen = await (await ask('/api')).json()
    await ask('/missing')
    const before = failed()
    await ask('/busy')
    return { seen, failed: [before, failed()] }
  })
  const asked = { host: 'one.example', cookie: 'theme=dark', 'user-agent': 'somebody', 'accept-language': 'it' }
  expect((await app.inject({ url: '/page', headers: asked })).json()).toEqual({
    seen: { host: 'one.example', agent: 'lightMyRequest', language: 'fr' },
    failed: [false, true],
  })
})
