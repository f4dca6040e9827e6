import { routes } from '@incontro/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkedInBrands, checkedInFlows } from '#test/support/brands-folder.ts'
import { moderateReports } from '#commands/reports.ts'
import { emailQueue } from '#modules/outreach/index.ts'
import { decidePhoto } from '#modules/moderation/index.ts'
import { jpeg, upload } from '#modules/photos/testing/pictures.ts'
import { adyenVariables, cardOrder } from '#test/support/card-order.ts'
import { startProcess, type TestProcess } from '#test/support/processes.ts'
import { startRedis, type TestRedis } from '#test/support/redis.ts'
import { offerDesk } from '#modules/offers/testing/desk.ts'
import { staffMember } from '#test/support/console-client.ts'
import { startTestServer, type TestMember, type TestServer, type TestSocket } from '#test/support/test-server.ts'

const enqueueEmail = emailQueue(() => new Date())

/*
 * An installation of several processes: what a request, event or job of one publishes reaches the sockets and session
 * caches of all, and the broker may fail and return.
 */

let redis: TestRedis
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.kill())

const chat = (from: TestMember, to: TestMember, msg = 'ciao') => ({
  msg,
  trackerId: from.session.clickid,
  angelId: to.session.angelId,
  clientMessageId: randomUUID(),
})
const pairOf = async (server: TestServer) => [await server.member(), await server.member({ gender: 'woman' })] as const
const disconnected = (socket: TestSocket) =>
  new Promise<void>((resolve) => socket.raw.once('disconnect', () => resolve()))
const suspend = async (server: TestServer, from: TestMember, about: TestMember) => {
  const { db } = server.database
  await server.call('/api/report', {
    token: from.token,
    body: { angelId: about.session.angelId, reason: 'spam' },
  })
  const { id } = await db
    .selectFrom('reports')
    .select('id')
    .where('reported_id', '=', about.session.angelId)
    .executeTakeFirstOrThrow()
  const { ok, lines } = await moderateReports(
    ['uphold', '--brand', 'local', '--id', id, '--reason', 'Pubblicità', '--suspend'],
    {
      db,
      flows: checkedInFlows(),
      brands: checkedInBrands(),
      enqueueEmail,
      clock: () => new Date(),
      brandKeys: ['local'],
      user: 'root',
    },
  )
  if (!ok) throw new Error(lines.join(' '))
}

const adyenOf = ({ config }: TestServer) => config.payments.adyen!.shared!
/** Orders a plan by card, as the checkout page does. */
const order = (server: TestServer, member: TestMember, rateplan: string, prezzo_totale: string, renewal: boolean) =>
  cardOrder(adyenOf(server), member.session.clickid, { rateplan, prezzo_totale, renewal })

describe('two processes with all roles', () => {
  let here: TestServer
  let there: TestProcess
  beforeAll(async () => {
    here = await startTestServer({ brokerUrl: redis.url })
    there = await startProcess(here.config, { env: adyenVariables(adyenOf(here)) })
  })
  afterAll(async () => {
    await there.kill()
    await here.close()
  })

  it('continue an upload that another of them has begun', async () => {
    const member = await here.member()
    const photo = await jpeg(3)
    const headers = { authorization: `Bearer ${member.token}`, 'tus-resumable': '1.0.0' }
    const send = (url: string, method: string, more: Record<string, string>, body?: Buffer) =>
      fetch(url, { method, headers: { ...headers, ...more }, ...(body ? { body: new Uint8Array(body) } : {}) })
    const length = { 'upload-length': String(photo.length) }
    const path = `/api/upload/${member.session.clickid}/resumable`
    const address = (await send(`${here.url}${path}`, 'POST', length)).headers.get('location') ?? ''
    const patch = (url: string, from: number, to: number) => {
      const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(from) }
      return send(`${url}${address}`, 'PATCH', type, photo.subarray(from, to))
    }
    expect((await patch(here.url, 0, 5000)).status).toBe(204)
    const known = await send(`${there.url}${address}`, 'HEAD', {})
    expect([known.status, known.headers.get('upload-offset')]).toEqual([200, '5000'])
    expect((await patch(there.url, 5000, photo.length)).status).toBe(204)
    const { body } = await here.call(`/api/photos/${member.session.clickid}`, { token: member.token })
    expect(body.album).toHaveLength(1)
  })

  it('offer what was published in the console at the other process', async () => {
    const [ada, grace] = [
      await staffMember(here, { roles: ['marketing@local'] }),
      await staffMember(here, { roles: ['owner@local'] }),
    ]
    const { goLive, rollBack } = offerDesk(ada, grace, 'local')
    const member = await here.member({ form: { fluxId: '7' } })
    const price = async () => {
      const answer = await fetch(`${there.url}/pay/pay_rules/get_pay_rules`, {
        method: 'POST',
        headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ clickid: member.session.clickid }),
      })
      const { rateplan } = (await answer.json()) as { rateplan: { product_id: string; prezzo_totale: string }[] }
      return rateplan.find(({ product_id: id }) => id === 'plan-1m')?.prezzo_totale
    }
    expect(await price()).toBe('24.90')
    await goLive('flow/7', (file) =>
      Object.assign(
        file.plans.find(({ product_id: id }: { product_id: string }) => id === 'plan-1m'),
        { prezzo: 1990, prezzo_totale: 1990 },
      ),
    )
    await expect.poll(price, { timeout: 10_000, interval: 50 }).toBe('19.90')
    expect((await rollBack('flow/7')).status).toBe(200)
    await expect.poll(price, { timeout: 10_000, interval: 50 }).toBe('24.90')
  })

  it('delivers messages, typing and read marks to the other process', async () => {
    const [man, woman] = await pairOf(here)
    const [his, hers] = await Promise.all([man.connect(), woman.connect(there.url)])
    const sent = await his.send('chat', chat(man, woman))
    expect(sent).toMatchObject({ ok: true })
    expect(await hers.next('chat')).toMatchObject({
      angelId: man.session.angelId,
      totalUnreadMessages: 1,
      message: { seq: 1 },
    })
    await his.send('typing', { angelId: woman.session.angelId })
    expect(await hers.next('typing')).toEqual({ angelId: man.session.angelId })
    await hers.send('read', { angelId: man.session.angelId, seq: 1 })
    expect(await his.next('read')).toEqual({ angelId: woman.session.angelId, seq: 1 })
    await hers.send('like', { trackerId: woman.session.clickid, angelId: man.session.angelId })
    expect(await his.next('notification')).toMatchObject({ angelId: woman.session.angelId })
  })

  it('shows who is online at the other process', async () => {
    const [man, woman] = await pairOf(here)
    await here.database.db
      .updateTable('members')
      .set({ last_active_at: new Date(Date.now() - 86_400_000) })
      .where('id', '=', man.session.angelId)
      .execute()
    const online = async () =>
      (await here.call(`/dispenser/${man.session.angelId}/IT/uomo`, { token: woman.token })).body[0].online
    expect(await online()).toBe(false)
    const his = await man.connect(there.url)
    await expect.poll(online, { timeout: 10_000, interval: 50 }).toBe(true)
    his.close()
  })

  it('shows one’s own message in other tabs on any process, and not again in the sending one', async () => {
    const [man, woman] = await pairOf(here)
    const [first, second] = await Promise.all([man.connect(), man.connect(there.url)])
    const echoes: unknown[] = []
    first.raw.on('chat', (data) => echoes.push(data))
    await first.send('chat', chat(man, woman, 'da una scheda'))
    expect(await second.next('chat')).toMatchObject({ angelId: woman.session.angelId, message: { type: 'personal' } })
    await first.send('clickid', { clickid: man.session.clickid })
    expect(echoes).toEqual([])
  })

  it('a sign-out closes the session’s sockets in the other process, and ends requests there immediately', async () => {
    const man = await here.member()
    const socket = await man.connect(there.url)
    const verify = () =>
      fetch(`${there.url}/api/users/${encodeURIComponent(man.session.clickid)}/profile`, {
        headers: { authorization: `Bearer ${man.token}` },
      })
    await verify()
    const closed = disconnected(socket)
    expect((await here.call(routes.logout.path, { body: {}, token: man.token })).status).toBe(200)
    expect(await socket.next('oldSocketRemoved')).toEqual({ reason: 'session_ended' })
    await closed
    // The other process cached the session for a second: it was invalidated by the message.
    expect((await verify()).status).not.toBe(200)
  })

  it('a password reset closes all sockets', async () => {
    const man = await here.member()
    const sockets = [await man.connect(there.url), await man.connect()]
    await here.call(routes.getTokenForReset.path, {
      body: { email: man.email },
    })
    const link = (await here.mailTo(man.email)).links.find((one) => one.includes('token='))
    const reset = await here.call(routes.changePassword.path, {
      body: { token: new URL(link ?? '').searchParams.get('token'), password: 'un’altra parola a caso' },
    })
    expect(reset.status).toBe(200)
    for (const socket of sockets) expect(await socket.next('oldSocketRemoved')).toEqual({ reason: 'session_ended' })
  })

  it('notifies a suspended member, decided by a command and sent by a job', async () => {
    const [man, woman] = await pairOf(here)
    const sockets = [await man.connect(there.url), await man.connect()]
    await suspend(here, woman, man)
    for (const socket of sockets) expect(await socket.next('oldSocketRemoved')).toEqual({ reason: 'account' })
  })

  it('a block takes effect in the other process immediately', async () => {
    const [man, woman] = await pairOf(here)
    const [his, hers] = await Promise.all([man.connect(there.url), woman.connect()])
    expect(await his.send('chat', chat(man, woman))).toMatchObject({ ok: true })
    await here.call(routes.block.path, { token: woman.token, body: { angelId: man.session.angelId } })
    expect(await his.send('chat', chat(man, woman))).toMatchObject({ ok: false })
    expect(await his.send('typing', { angelId: woman.session.angelId })).toMatchObject({ ok: false })
    expect(await hers.send('clickid', { clickid: woman.session.clickid })).toMatchObject({ ok: true })
  })

  it('a picture disappears in the other process when it is deleted, refused or its owner blocks the viewer', async () => {
    const [man, woman] = await pairOf(here)
    const names = async (): Promise<{ name: string; path: string }[]> =>
      (await here.call(`/api/photos/${woman.session.clickid}`, { token: woman.token })).body.album
    const look = async (path: string) =>
      (await fetch(`${there.url}${path}`, { headers: { authorization: `Bearer ${man.token}` } })).status
    for (const seed of [1, 2, 3]) await upload(here, woman, await jpeg(seed))
    const [deleted, refused, left] = await names()
    if (!deleted || !refused || !left) throw new Error('three photos were uploaded')
    const paths = [deleted.path, refused.path, left.path]
    expect(await Promise.all(paths.map(look))).toEqual([200, 200, 200])
    await here.call(`/api/photos/${woman.session.clickid}/${deleted.name}`, { method: 'DELETE', token: woman.token })
    await expect.poll(() => Promise.all(paths.map(look)), { interval: 20 }).toEqual([404, 200, 200])
    await decidePhoto({ db: here.database.db, enqueueEmail, clock: () => new Date() }, 'local', refused.name, {
      verdict: 'refuse',
      reason: 'no_face',
      madeBy: 'test',
    })
    await expect.poll(() => Promise.all(paths.map(look)), { interval: 20, timeout: 5000 }).toEqual([404, 404, 200])
    await here.call(routes.block.path, { token: woman.token, body: { angelId: man.session.angelId } })
    await expect.poll(() => look(left.path), { interval: 20 }).toBe(404)
  })

  it('credits paid in the other process are announced and usable', async () => {
    const [man] = await pairOf(here)
    const socket = await man.connect(there.url)
    const bought = await here.call(routes.tryCharge.path, {
      token: man.token,
      body: await order(here, man, 'plan-1m', '24.90', true),
    })
    expect(bought.body).toMatchObject({ status: 'ok', premiumLevel: 2 })
    expect(await socket.next('creditiResidui', ({ premiumLevel }) => premiumLevel === 2)).toMatchObject({
      premiumLevel: 2,
    })
  })

  it('sells a plan for new members once, ordered in both concurrently', async () => {
    const [man] = await pairOf(here)
    const sold = await Promise.all(
      [here.url, there.url, here.url, there.url].map(async (url) => {
        const answer = await fetch(`${url}${routes.tryCharge.path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${man.token}`, 'content-type': 'application/json' },
          body: JSON.stringify(await order(here, man, 'messages-20-first', '4.90', false)),
        })
        return { status: answer.status, body: (await answer.json()) as { status?: string; code?: string } }
      }),
    )
    expect(sold.filter(({ status }) => status === 200).map(({ body }) => body.status)).toEqual(['ok'])
    // With the attempt read when the first was paid, and before.
    for (const { status, body } of sold.filter((one) => one.status !== 200))
      expect([
        [404, undefined],
        [409, 'order_open'],
      ]).toContainEqual([status, body.code])
    const attempts = await here.database.db
      .selectFrom('payment_attempts')
      .select('state')
      .where('member_id', '=', man.session.angelId)
      .execute()
    expect(attempts).toHaveLength(1)
  })

  it('works without the broker, reports that, and catches up when it is back', async () => {
    const [man, woman] = await pairOf(here)
    const leaver = await here.member()
    const [his, hers, left] = await Promise.all([man.connect(), woman.connect(there.url), leaver.connect(there.url)])
    await redis.kill()
    await expect.poll(async () => (await there.status('/readyz')).body, { timeout: 10_000 }).toContain('degraded')
    expect((await there.status('/readyz')).status).toBe(200)
    expect((await here.call('/readyz')).body).toMatchObject({ status: 'degraded' })
    // The broker is away all the while: publishing does not wait for it.
    expect(await his.send('chat', chat(man, woman, 'senza broker'))).toMatchObject({ ok: true, message: { seq: 1 } })
    expect((await here.call(routes.logout.path, { body: {}, token: leaver.token })).status).toBe(200)
    const received = (socket: TestSocket, event: string) =>
      expect.poll(() => socket.received(event), { timeout: 10_000, interval: 20 })
    // The other process is not notified, so it reads the sessions of its sockets every few seconds.
    await received(left, 'oldSocketRemoved').toEqual([{ reason: 'session_ended' }])

    await redis.start()
    await received(hers, 'catchUp').toEqual([{}])
    await received(his, 'catchUp').toEqual([{}])
    const missed = await fetch(
      `${there.url}/api/get/messages/${encodeURIComponent(woman.session.clickid)}/${man.session.angelId}?after=0`,
      { headers: { authorization: `Bearer ${woman.token}` } },
    )
    expect(await missed.json()).toMatchObject([{ seq: 1 }])
    await expect.poll(async () => (await there.status('/readyz')).body, { timeout: 10_000 }).toContain('ready')
    // Live again, in both directions.
    await his.send('chat', chat(man, woman, 'di nuovo'))
    expect(await hers.next('chat')).toMatchObject({ message: { seq: 2 } })
    await hers.send('chat', chat(woman, man, 'eccomi'))
    expect(await his.next('chat', ({ message }) => message.type !== 'personal')).toMatchObject({ message: { seq: 3 } })
  })
})

describe('a process for each role', () => {
  let web: TestServer
  let socket: TestProcess
  let worker: TestProcess
  beforeAll(async () => {
    web = await startTestServer({ brokerUrl: redis.url, roles: ['web'] })
    ;[socket, worker] = await Promise.all([
      startProcess(web.config, { roles: 'socket' }),
      startProcess(web.config, { roles: 'worker' }),
    ])
  })
  afterAll(async () => {
    await Promise.all([socket.kill(), worker.kill()])
    await web.close()
  })

  it('each serves only its role', async () => {
    for (const one of [socket, worker]) {
      expect((await one.status('/healthz')).status).toBe(200)
      expect((await one.status('/readyz')).status).toBe(200)
      expect((await one.status('/metrics')).body).toContain('process_cpu_seconds_total')
      for (const path of ['/', '/api/docs', '/api/challenge', '/.well-known/jwks.json'])
        expect((await one.status(path)).status, path).toBe(404)
    }
    expect((await web.call('/api/challenge')).status).toBe(200)
    const man = await web.member()
    await expect(man.connect()).rejects.toThrow()
    await expect(man.connect(worker.url)).rejects.toThrow()
  })

  it('closes a socket at sign-out, published by the web process', async () => {
    const man = await web.member()
    const open = await man.connect(socket.url)
    await web.call(routes.logout.path, { body: {}, token: man.token })
    expect(await open.next('oldSocketRemoved')).toEqual({ reason: 'session_ended' })
  })

  it('closes a socket at suspension, published by the worker', async () => {
    const [man, woman] = await pairOf(web)
    const open = await man.connect(socket.url)
    await suspend(web, woman, man)
    expect(await open.next('oldSocketRemoved')).toEqual({ reason: 'account' })
  })

  it('delivers messages between sockets, and read marks of the web process to sockets', async () => {
    const [man, woman] = await pairOf(web)
    const [his, hers] = await Promise.all([man.connect(socket.url), woman.connect(socket.url)])
    await his.send('chat', chat(man, woman))
    expect(await hers.next('chat')).toMatchObject({ message: { seq: 1 } })
    await web.call(routes.visited.path, {
      token: man.token,
      body: { trackerId: man.session.clickid, angelId: woman.session.angelId },
    })
    expect(await hers.next('notification')).toMatchObject({ angelId: man.session.angelId })
  })

  it('sends emails from the worker', async () => {
    const man = await web.registeredMember({ confirmed: false })
    expect((await web.mailTo(man.email)).links.length).toBeGreaterThan(0)
  })
})
