import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { listen } from './listen.ts'

it('connects a thousand clients that come at once, without their second attempt', async () => {
  const app = fastify()
  await listen(app, { port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const begun = performance.now()
  const clients = Array.from({ length: 1000 }, () => connect(port, '127.0.0.1'))
  await Promise.all(clients.map((client) => once(client, 'connect')))
  // A client that found no place tries again after a second.
  expect(performance.now() - begun).toBeLessThan(1000)
  for (const client of clients) client.destroy()
  await app.close()
})
