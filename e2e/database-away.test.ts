import type { WebSocketRoute } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { impatient, startDeafProxy, type DeafProxy } from '#test/support/deaf-proxy.ts'
import { open } from './parts/pages.ts'
import { openMember, sizes } from './parts/person.ts'
import { polling } from './parts/polling.ts'
import { openProduct, type Product } from './parts/product.ts'

let proxy: DeafProxy
let product: Product
beforeAll(async () => {
  product = await openProduct({
    jobs: false,
    database: impatient,
    async databaseUrl(given) {
      proxy = await startDeafProxy(given)
      return proxy.url
    },
  })
})
afterAll(async () => {
  await product?.close()
  await proxy?.close()
})

test('a browser that reconnects without the database stays signed in and recovers by itself', async () => {
  const [her, him] = await Promise.all([
    openMember(product, { gender: 'woman' }, sizes.phone),
    product.testServer.member(),
  ])
  const { page, context, member } = her
  let tries = 0
  const connected: WebSocketRoute[] = []
  await page.routeWebSocket(/chat-socket/, (socket) => {
    tries += 1
    // Socket.IO's packet that completes the handshake. If the socket closed before it, the browser would wait twenty
    // seconds.
    socket.connectToServer().onMessage((message) => {
      socket.send(message)
      if (String(message).startsWith('40')) connected.push(socket)
    })
  })
  await open(product, page, '/chats')
  await expect.poll(() => connected.length, polling).toBe(1)

  proxy.goDeaf()
  // A socket that reconnects immediately finds its session still cached, so it is closed again.
  const isReconnecting = async () => {
    await Promise.all(connected.splice(0).map((socket) => socket.close({ code: 4000 })))
    return page.getByText('Ci stiamo ricollegando…').isVisible()
  }
  await expect.poll(isReconnecting, { ...polling, interval: 500, timeout: 30_000 }).toBe(true)
  // The server can't look the session up: the browser keeps trying, and is not redirected to the home page.
  const before = tries
  await expect.poll(() => tries - before, { ...polling, timeout: 30_000 }).toBeGreaterThanOrEqual(2)
  expect(new URL(page.url()).pathname).toBe('/chats')

  proxy.failOver()
  await page.getByText('Ci stiamo ricollegando…').waitFor({ state: 'detached', timeout: 30_000 })
  expect(new URL(page.url()).pathname).toBe('/chats')
  // A message sent now arrives without a reload.
  const his = await him.connect()
  const reply = await his.send('chat', {
    msg: 'Sei tornata?',
    trackerId: him.session.clickid,
    angelId: member.session.angelId,
    clientMessageId: crypto.randomUUID(),
    icebreaker: true,
    blurredMessage: false,
  })
  expect(reply.ok).toBe(true)
  await page.locator(`a[href="/chats/${him.session.angelId}"]`).waitFor()
  his.close()
  await context.close()
})
