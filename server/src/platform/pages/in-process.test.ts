import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { inProcess } from './in-process.ts'

let app: FastifyInstance
afterEach(() => app.close())

/** A program whose page asks its own API who asks, behind a proxy on this machine that is trusted or not. */
function program(trustProxy: string[] | false): FastifyInstance {
  app = fastify({ trustProxy })
  const seen = (request: FastifyRequest) => ({ ip: request.ip, origin: `${request.protocol}://${request.host}`, from: request.headers.origin })
  app.post('/api', async (request) => seen(request))
  app.get('/page', async (request) => ({ page: seen(request), api: await (await inProcess(app, request, `${request.protocol}://${request.host}`)('/api', { method: 'POST' })).json() }))
  return app
}
const headers = { host: 'inside:3000', 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'dating.example' }

it('the API sees the visitor and the site as the page did, behind a trusted proxy', async () => {
  const { page, api } = (await program(['127.0.0.1']).inject({ url: '/page', headers })).json()
  expect(page).toMatchObject({ ip: '203.0.113.9', origin: 'https://dating.example' })
  // The origin is the API's own: a page that was asked for with GET may call it.
  expect(api).toEqual({ ip: '203.0.113.9', origin: 'https://dating.example', from: 'https://dating.example' })
})

it('headers that anybody can send count for neither without one', async () => {
  const { page, api } = (await program(false).inject({ url: '/page', headers })).json()
  expect(page).toMatchObject({ ip: '127.0.0.1', origin: 'http://inside:3000' })
  expect(api).toEqual({ ip: '127.0.0.1', origin: 'http://inside:3000', from: 'http://inside:3000' })
})
