import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMailer, type Mail } from '#platform/mail/mail.ts'
import { connectPayments } from '#src/config.ts'
import { staffMember, type TestStaff } from '#test/support/console-client.ts'
import { freePort } from '#test/support/free-port.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'

let server: TestServer
let owner: TestStaff
const start = Date.parse('2031-05-10T12:00:00Z')
let now = start

/** A provider that answers as it is set, or not at all. */
let status: number | 'nothing' = 200
const provider = createServer((_, response) => {
  if (status === 'nothing') response.destroy()
  else response.writeHead(status).end('{}')
})

beforeAll(async () => {
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done))
  server = await startTestServer({ jobs: false, clock: () => new Date(now), telegram: true })
  owner = await staffMember(server, { roles: ['owner@battito', 'owner@brisa'], at: new Date(start) })
})
afterAll(async () => {
  provider.closeAllConnections()
  provider.close()
  await server?.close()
})
beforeEach(async () => {
  now = start
  status = 200
  await server.database.pool.query('truncate service_calls, outages')
})

interface Service {
  readonly service: string
  readonly state: string
  readonly fault: string | null
  readonly okAt: string | null
  readonly since: string | null
}
interface Outage {
  readonly service: string
  readonly fault: string
  readonly beganAt: string
  readonly endedAt: string | null
}
async function health(brand = 'battito'): Promise<{ services: Service[]; outages: Outage[] }> {
  return (await owner.call(`/admin/api/${brand}/health`)).body
}
const serviceOf = async (name: string, brand = 'battito') =>
  (await health(brand)).services.find(({ service }) => service === name)
/** What calls came to is written down a moment later. */
const until = (name: string, expected: object) =>
  expect.poll(() => serviceOf(name), { timeout: 10_000 }).toMatchObject(expected)
const minutes = (n: number) => new Date(start + n * 60_000).toISOString()

/** Calls the provider as the server does, so many times. */
async function ping(times = 1, brand?: string): Promise<void> {
  const { port } = provider.address() as AddressInfo
  const shared = { ...server.config.payments.mollie!.shared!, baseUrl: `http://127.0.0.1:${port}` }
  const own =
    brand === undefined ? { shared, brands: new Map() } : { shared: undefined, brands: new Map([[brand, shared]]) }
  const { all } = connectPayments({ mollie: { ...own, variables: new Map() } }, server.context.brands)
  for (let n = 0; n < times; n += 1)
    await all[0]?.provider.ping().catch((error: unknown) => expect(error).toBeInstanceOf(Error))
}

describe('services outside', () => {
  it('are those that the brand uses: shared ones, its own, the relay and its bot, before any was called', async () => {
    const of = async (brand: string) => (await health(brand)).services.map(({ service }) => service)
    const shared = ['adyen', 'mollie', 'stripe', 'paypal', 'trustpay', 'mail']
    expect(await of('battito')).toEqual([...shared, 'telegram:battito'])
    expect(await of('brisa')).toEqual(shared)
    expect(await serviceOf('mollie')).toEqual({
      service: 'mollie',
      kind: 'payment',
      name: 'Mollie',
      brand: null,
      state: 'unused',
      fault: null,
      okAt: null,
      since: null,
    })
    await ping(1, 'BRISA')
    await expect
      .poll(async () => (await server.database.pool.query('select service from service_calls')).rows, {
        timeout: 10_000,
      })
      .toEqual([{ service: 'mollie:brisa' }])
    expect(JSON.stringify(await health())).not.toContain('brisa')
  })

  it('have one outage from the first failure to the next success, however often they failed', async () => {
    await ping()
    await until('mollie', { state: 'ok', okAt: minutes(0), since: null })
    now = start + 60_000
    status = 503
    await ping(3)
    await until('mollie', { state: 'failing', fault: 'failing', since: minutes(1) })
    expect((await health()).outages).toEqual([])
    now = start + 2 * 60_000
    await ping(4)
    await until('mollie', { state: 'out', since: minutes(1), okAt: minutes(0) })
    now = start + 9 * 60_000
    await ping(5)
    const outage = { service: 'mollie', fault: 'failing', beganAt: minutes(1) }
    expect((await health()).outages).toEqual([{ ...outage, endedAt: null }])
    status = 200
    now = start + 10 * 60_000
    await ping()
    await until('mollie', { state: 'ok', fault: null, okAt: minutes(10), since: null })
    expect((await health()).outages).toEqual([{ ...outage, endedAt: minutes(10) }])
  })

  it('are out again within five minutes in the same outage, later in another', async () => {
    status = 'nothing'
    await ping(5)
    await until('mollie', { state: 'out', fault: 'silent' })
    status = 200
    now = start + 60_000
    await ping()
    await until('mollie', { state: 'ok' })
    status = 'nothing'
    now = start + 5 * 60_000
    await ping(5)
    await until('mollie', { state: 'out' })
    expect((await health()).outages).toMatchObject([{ beganAt: minutes(0), endedAt: null }])
    status = 200
    now = start + 6 * 60_000
    await ping()
    await until('mollie', { state: 'ok' })
    status = 'nothing'
    now = start + 30 * 60_000
    await ping(5)
    await until('mollie', { state: 'out' })
    expect((await health()).outages).toMatchObject([
      { beganAt: minutes(30), endedAt: null },
      { beganAt: minutes(0), endedAt: minutes(6) },
    ])
  })

  it('are out when they do not take our credentials; a refusal of what was asked is an answer', async () => {
    status = 401
    await ping(5)
    await until('mollie', { state: 'out', fault: 'credentials' })
    status = 422
    await ping(6)
    await until('mollie', { state: 'ok' })
  })

  it('show the last thirty days, at most fifty outages', async () => {
    await server.database.pool.query(
      `insert into outages (service, began_at, ended_at, fault)
       select 'mail', $1::timestamptz - n * interval '12 hours', $1::timestamptz - n * interval '12 hours' + interval '1 minute', 'silent'
       from generate_series(1, 80) n`,
      [new Date(now)],
    )
    const { outages } = await health()
    expect(outages).toHaveLength(50)
    await server.database.pool.query("delete from outages where began_at > $1::timestamptz - interval '20 days'", [
      new Date(now),
    ])
    expect((await health()).outages.at(-1)?.beganAt).toBe(new Date(start - 60 * 12 * 3_600_000).toISOString())
  })

  it('count the mail relay, and say nothing of whom it was for or how it is signed in to', async () => {
    const mail: Mail = {
      messageId: 'one@battito.example',
      from: { name: 'Battito', address: 'ciao@battito.example' },
      to: 'ada@person.example',
      replyTo: 'ciao@battito.example',
      subject: 'One',
      html: '<p>One</p>',
      text: 'One',
    }
    const send = async (port: number, times: number, to = mail.to) => {
      const mailer = createMailer({ smtpUrl: `smtp://someone:secret-word@127.0.0.1:${port}` })
      for (let n = 0; n < times; n += 1)
        await mailer.send({ ...mail, to }).catch((error: unknown) => expect(error).toBeInstanceOf(Error))
      mailer.close()
    }
    await send(await freePort(), 5)
    await until('mail', { state: 'out', fault: 'silent' })
    expect(JSON.stringify(await health())).not.toMatch(/secret-word|ada@|127\.0\.0\.1/)
    now = start + 60_000
    await send(server.sandbox.smtpPort, 1)
    await until('mail', { state: 'ok', okAt: minutes(1) })
    expect((await health()).outages).toMatchObject([{ service: 'mail', beganAt: minutes(0), endedAt: minutes(1) }])
  })
})
