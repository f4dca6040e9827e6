import { createServer as createHttpsServer, type Server } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { authority, certificates, certificateKey } from '#test/support/tls-proxy.ts'
import { checkSite, type SiteCheckOptions, type SiteToCheck } from './site-check.ts'

/* Proxies as operators set them up by mistake, between a browser and an Incontro that answers rightly. */

const open: Server[] = []
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

type Answers = (request: IncomingMessage, reply: ServerResponse) => void

const problem = (reply: ServerResponse, status: number): void => {
  reply.writeHead(status, { 'content-type': 'application/problem+json' }).end('{}')
}
const incontro: Answers = (request, reply) => {
  request.resume()
  if (request.method === 'GET' && request.url === '/healthz') return void reply.end('{"status":"ok"}')
  if (request.url === '/manifest.webmanifest') return void reply.end('{"name":"Brisa"}')
  if (request.url === '/pay/webhooks/stripe') return problem(reply, 401)
  if (request.url === '/') return void reply.end('<!doctype html>')
  // As our app does: 404 without having read the body.
  problem(reply, 404)
}

async function serve(answers: Answers, { cert = 'localhost', sockets = true } = {}): Promise<number> {
  const server = createHttpsServer({ key: certificateKey, cert: certificates[cert as 'localhost'] }, answers)
  if (sockets)
    server.on('upgrade', (_request, socket) =>
      socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
    )
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const brisa: SiteToCheck = { host: 'localhost', title: 'Brisa', webhooks: ['stripe'] }
async function wrongOf(site: SiteToCheck, options: Partial<SiteCheckOptions>) {
  const found = await checkSite(site, { clock: () => new Date('2026-11-28'), ca: authority, ...options })
  return found.filter(({ state }) => state !== 'ok').map(({ says }) => says)
}

it('finds nothing wrong with a proxy that passes on everything', async () => {
  const port = await serve(incontro)
  expect(await wrongOf(brisa, { port })).toEqual([])
  expect(await wrongOf({ host: 'localhost', webhooks: [] }, { port })).toEqual([])
  const all = await checkSite(brisa, { clock: () => new Date('2026-11-28'), ca: authority, port })
  expect(all).toHaveLength(6)
})

it.each<[string, RegExp, Answers]>([
  [
    'does not pass on the host',
    /does not show Brisa \(404\): the proxy has to send Host/,
    (request, reply) => (request.url === '/manifest.webmanifest' ? problem(reply, 404) : incontro(request, reply)),
  ],
  [
    'shows another brand',
    /does not show Brisa \(200\)/,
    (request, reply) =>
      request.url === '/manifest.webmanifest' ? void reply.end('{"name":"Battito"}') : incontro(request, reply),
  ],
  [
    'has a limit of a megabyte for uploads',
    /photos of 11 MB are refused on the way: nginx needs client_max_body_size/,
    (request, reply) => {
      if (request.method !== 'POST' || request.url !== '/healthz') return incontro(request, reply)
      request.resume()
      reply.writeHead(413, { 'content-type': 'text/html' }).end('<h1>413 Request Entity Too Large</h1>')
    },
  ],
  [
    'leads somewhere else',
    /something answers \(200\) which is not Incontro/,
    (_request, reply) => void reply.end('<h1>Welcome to nginx!</h1>'),
  ],
  [
    'answers webhooks itself',
    /\/pay\/webhooks\/stripe answers 200: what stripe reports is lost/,
    (request, reply) => (request.url === '/pay/webhooks/stripe' ? void reply.end() : incontro(request, reply)),
  ],
])('a proxy that %s', async (_what, says, answers) => {
  expect(await wrongOf(brisa, { port: await serve(answers) })).toEqual([expect.stringMatching(says)])
})

it('a proxy without sockets is named, but not in the way', async () => {
  const port = await serve(incontro, { sockets: false })
  expect(await wrongOf(brisa, { port })).toEqual([expect.stringMatching(/^localhost: no socket gets through/)])
})

it('says what is wrong with a certificate, a port and a name', async () => {
  const other = await serve(incontro, { cert: 'db.example' })
  expect(await wrongOf(brisa, { port: other })).toEqual(['localhost: the certificate is for another name'])
  const port = await serve(incontro)
  const unknown = await checkSite(brisa, { clock: () => new Date(), port })
  expect(unknown.at(-1)?.says).toMatch(/^localhost: the certificate /)
  const late = { port, clock: () => new Date('2126-10-30') }
  expect(await wrongOf(brisa, late)).toEqual([expect.stringMatching(/should have been renewed by now/)])
  open.splice(0).forEach((server) => server.close())
  expect(await wrongOf(brisa, { port: 1 })).toEqual([expect.stringMatching(/nothing listens on port 443/)])
  const addressesOf = () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' }))
  expect(await wrongOf(brisa, { addressesOf })).toEqual([expect.stringMatching(/has no address \(ENOTFOUND\)/)])
})
