import { routes } from '@incontro/contract'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox, type RunningSandbox } from '../../../sandbox/src/testing/start-sandbox.ts'
import type { ServerConfig } from '#src/config.ts'
import { createLog } from '#platform/process/log.ts'
import { openDatabase, type DatabaseHandle } from '#platform/database/database.ts'
import type { RunningServer } from '#app/running-server.ts'
import { startServer } from '#src/server.ts'
import { cardOrder } from '#test/support/card-order.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { startDeafProxy, type DeafProxy } from '#test/support/deaf-proxy.ts'
import { createTestClient, type TestMember } from '#test/support/test-client.ts'
import { testConfig } from '#test/support/test-config.ts'
import { freePort } from '#test/support/free-port.ts'

/*
 * One installation with two databases: the pools of `battito` and `vicino` are in the second, all others in the first.
 * Each has everything of its own, and the first does not notice when the second is away.
 */

const there = 'battito.localhost'
const log = createLog(process.env['TEST_LOG'] ?? 'silent')
/** The tests' machine may be slow. */
const options = { log, limitFactor: 1000, servesLocalhost: true, maxDelayMs: 60_000 }
const folder = mkdtempSync(join(tmpdir(), 'incontro-databases-'))

let databases: readonly [TestDatabase, TestDatabase]
/** Direct access to both. */
let first: DatabaseHandle
let second: DatabaseHandle
let proxy: DeafProxy
let sandbox: RunningSandbox
let config: ServerConfig
let server: RunningServer
let client: ReturnType<typeof createTestClient>

beforeAll(async () => {
  const [one, two, port] = await Promise.all([createTestDatabase(), createTestDatabase(), freePort()])
  databases = [one, two]
  first = openDatabase(one.url, { size: 2 })
  second = openDatabase(two.url, { size: 2 })
  // The prices of the template: a start notes those of its own brands.
  for (const { pool } of [first, second]) await pool.query('delete from plan_prices')
  proxy = await startDeafProxy(two.url)
  // Providers post to one address, whichever brand a payment is of.
  sandbox = await startSandbox({ appUrl: `http://localhost:${port}` })
  config = testConfig(sandbox, {
    port,
    dataDir: folder,
    databaseUrl: one.url,
    poolDatabases: new Map([
      ['battito', proxy.url],
      ['vicino', proxy.url],
    ]),
  })
  server = await startServer({ config, ...options })
  client = createTestClient({ port, sandbox })
}, 60_000)
afterAll(async () => {
  client.disconnect()
  await server.stop()
  await Promise.all([first.close(), second.close(), proxy.close(), sandbox.close()])
  rmSync(folder, { recursive: true, force: true })
  await Promise.all(databases.map(({ drop }) => drop()))
}, 30_000)

const call: typeof client.call = (path, options) => client.call(path, options)
const countOf = async ({ pool }: DatabaseHandle, text: string, ...values: unknown[]): Promise<number> =>
  Number((await pool.query<{ count: string }>(`select count(*) from ${text}`, values)).rows[0]?.count)
/** How many rows the first and the second database have. */
const counts = (text: string, ...values: unknown[]) =>
  Promise.all([countOf(first, text, ...values), countOf(second, text, ...values)])
const profile = ({ session, token }: TestMember, host?: string, headers = {}) =>
  call(`/api/get/messages/${encodeURIComponent(session.clickid)}`, { token, headers, ...(host ? { host } : {}) })

describe('two brands in two databases', () => {
  let man: TestMember
  let woman: TestMember
  let local: TestMember
  beforeAll(async () => {
    const form = { fluxId: undefined }
    man = await client.registeredMember({ host: there, form })
    woman = await client.registeredMember({ host: there, gender: 'woman', form })
    local = await client.registeredMember()
  }, 30_000)

  it('store their members, mails and sessions each in its own', async () => {
    expect(await counts('members where id = any($1)', [man.session.angelId, woman.session.angelId])).toEqual([0, 2])
    expect(await counts('members where id = $1', local.session.angelId)).toEqual([1, 0])
    // Sent by jobs of each.
    const sent = (to: TestMember) => counts("emails where to_address = $1 and state = 'sent'", to.email)
    expect(await sent(man)).toEqual([0, expect.toSatisfy((n) => n > 0)])
    expect(await sent(local)).toEqual([expect.toSatisfy((n) => n > 0), 0])
    expect(await counts("plan_prices where brand_id = 'battito'")).toEqual([0, expect.toSatisfy((n) => n > 0)])
  })

  it('know a session only at a host of its brand, by token, cookie and socket', async () => {
    expect((await profile(man, there)).status).toBe(200)
    expect((await profile(local)).status).toBe(200)
    expect((await profile(man)).status).toBe(401)
    expect((await profile(local, there)).status).toBe(401)
    // Of another pool in the same database.
    expect((await profile(man, 'vicino.localhost')).status).toBe(401)
    const signedIn = await call('/api/users/authenticate', {
      host: there,
      body: { email: man.email, password: man.password },
    })
    expect(
      (await call('/api/users/authenticate', { body: { email: man.email, password: man.password } })).status,
    ).not.toBe(200)
    const [cookie = ''] = /__Host-session=[^;]+/.exec(signedIn.headers.get('set-cookie') ?? '') ?? []
    const path = `/api/get/messages/${encodeURIComponent(man.session.clickid)}`
    expect((await call(path, { host: there, headers: { cookie } })).status).toBe(200)
    expect((await call(path, { headers: { cookie } })).status).toBe(401)
    await expect(man.connect(undefined, local.token)).rejects.toThrow('unauthorised')
    await expect(local.connect(undefined, man.token)).rejects.toThrow('unauthorised')
  })

  it('deliver messages between sockets', async () => {
    const [his, hers, others] = await Promise.all([man.connect(), woman.connect(), local.connect()])
    const chat = (angelId: string) =>
      his.send('chat', { msg: 'ciao', trackerId: man.session.clickid, angelId, clientMessageId: randomUUID() })
    expect(await chat(woman.session.angelId)).toMatchObject({ ok: true })
    expect(await hers.next('chat')).toMatchObject({ angelId: man.session.angelId, message: { seq: 1 } })
    expect(others.received('chat')).toEqual([])
    expect(await counts('messages where sender_id = $1', man.session.angelId)).toEqual([0, 1])
    // A member of another database does not exist.
    const refusal = await chat(randomUUID())
    expect(refusal).toMatchObject({ ok: false })
    expect(await chat(local.session.angelId)).toEqual(refusal)
  })

  it('get a shared account’s webhooks each for its own payments', async () => {
    const order = { rateplan: 'plan-1m', prezzo_totale: '24.90', renewal: true }
    const bought = await call(routes.tryCharge.path, {
      host: there,
      token: man.token,
      body: await cardOrder(config.payments.adyen!.shared!, man.session.clickid, order),
    })
    expect(bought.body).toMatchObject({ status: 'ok' })
    const events = "payment_webhooks where connection = 'adyen' and processed_at is not null and error is null"
    await expect.poll(() => counts(events), { timeout: 10_000 }).toEqual([0, expect.toSatisfy((n) => n > 0)])
    expect(await countOf(first, "payment_webhooks where connection = 'adyen'")).toBe(0)
    expect(await counts('payment_attempts where member_id = $1', man.session.angelId)).toEqual([0, 1])
    expect(await counts('invoices where member_id = $1', man.session.angelId)).toEqual([0, 1])
  })

  it('both look up a hint about a payment that neither knows yet', async () => {
    const hint = { body: 'id=tr_ofnobody', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    expect((await call('/pay/webhooks/mollie', hint)).status).toBe(200)
    expect(await counts("payment_webhooks where event_id = 'hint:tr_ofnobody'")).toEqual([1, 1])
  })

  it('send a visitor to the brand that serves a country, in whichever database', async () => {
    const host = 'vicino.localhost'
    const { status, body } = await call(routes.register.path, {
      host,
      body: { utente: await client.encrypt({ country: 'ES', email: 'x@person.example.com' }, host) },
    })
    expect([status, body]).toMatchObject([409, { code: '1006', redirect: 'https://cercame.example/signup' }])
  })

  it('have commands that find the database of a brand or a payment, or go through both', async () => {
    const [one, two] = databases.map(({ url }) => url)
    let defaultUrl = one
    const command = async (file: string, ...args: string[]) => {
      const child = spawn(
        process.execPath,
        [fileURLToPath(new URL(`../../src/commands/${file}.ts`, import.meta.url)), ...args],
        { env: { ...process.env, DATABASE_URL: defaultUrl, DATABASES: `battito=${two} vicino=${two}` } },
      )
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
      const [code] = (await once(child, 'close')) as [number]
      return { code, output }
    }
    const amount = ['--messages', '3', '--reference', 'ticket-7', '--reason', 'asked']
    const ledger = "ledger_transfers where idempotency_key like '%ticket-7%'"
    expect(await command('credits', 'grant', '--brand', 'battito', '--email', man.email, ...amount)).toMatchObject({
      code: 0,
    })
    expect(await counts(ledger)).toEqual([0, 1])
    expect(await command('credits', 'grant', '--brand', 'local', '--email', local.email, ...amount)).toMatchObject({
      code: 0,
    })
    expect(await counts(ledger)).toEqual([1, 1])
    const { rows } = await second.pool.query<{ id: string }>('select id from payment_attempts where member_id = $1', [
      man.session.angelId,
    ])
    const id = rows[0]?.id ?? ''
    expect(await command('payments', 'show', '--id', id)).toMatchObject({
      code: 0,
      output: expect.stringContaining(id),
    })
    expect(await command('ledger-check')).toMatchObject({
      code: 0,
      output: expect.stringMatching(
        /^Database default:\n\d+ wallets, .* 0 differences\nDatabase battito\+vicino:\n\d+ wallets, .* 0 differences\n$/,
      ),
    })
    // One that is away does not keep the others from being looked at.
    defaultUrl = 'postgres://127.0.0.1:1/away'
    expect((await command('payments', 'show', '--id', id)).code).toBe(0)
    expect(await command('ledger-check')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/Database default does not answer: connect ECONNREFUSED.*\n[^]*\d+ wallets,/),
    })
  }, 60_000)

  it('answer nothing at a host of no brand', async () => {
    for (const path of ['/robots.txt', '/api/challenge'])
      expect((await call(path, { host: 'nobody.example' })).status, path).toBe(404)
  })
})

describe('the second database is away', () => {
  let man: TestMember
  let local: TestMember
  beforeAll(async () => {
    man = await client.registeredMember({ host: there, confirmed: false, form: { fluxId: undefined } })
    local = await client.registeredMember({ confirmed: false })
  }, 30_000)

  it('the pools of the first do not notice, and health names the one that is away', async () => {
    expect((await call('/readyz')).body).toMatchObject({
      status: 'ready',
      databases: { default: { status: 'ready' }, 'battito+vicino': { status: 'ready', oldestWaitingMailSeconds: 0 } },
    })
    const socket = await local.connect()
    await proxy.goAway()
    const [mine, theirs, page] = await Promise.all([
      profile(local),
      profile(man, there),
      profile(man, there, { accept: 'text/html', 'accept-language': 'it' }),
    ])
    expect(mine.status).toBe(200)
    expect([theirs.status, theirs.headers.get('retry-after'), theirs.body]).toMatchObject([503, '3', { status: 503 }])
    expect(page).toMatchObject({ status: 503, body: expect.stringContaining('<h1>Torniamo subito</h1>') })
    for (const host of ['localhost', there]) {
      const ready = await call('/readyz', { host })
      expect([ready.status, ready.body]).toMatchObject([
        200,
        { status: 'degraded', databases: { default: { status: 'ready' }, 'battito+vicino': { status: 'away' } } },
      ])
    }
    const { body: metrics } = await call('/metrics', { host: '127.0.0.1' })
    expect(metrics).toContain('incontro_oldest_waiting_mail_seconds{database="default"} ')
    expect(metrics).not.toContain('database="battito+vicino"')
    // Whose payment it is cannot be said, so the provider has to post it again.
    const hint = { body: 'id=tr_ofnobody', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    expect((await call('/pay/webhooks/mollie', hint)).status).toBe(503)
    await expect(man.connect()).rejects.toThrow()
    expect(await socket.send('clickid', { clickid: local.session.clickid })).toMatchObject({ ok: true })

    await proxy.comeBack()
    await expect.poll(async () => (await profile(man, there)).status).toBe(200)
    await expect.poll(async () => (await call('/readyz')).body.status).toBe('ready')
    await man.connect()
  }, 30_000)

  it('at the start: it is served as soon as it is back', async () => {
    const port = await freePort()
    await proxy.goAway()
    const { stop } = await startServer({ config: { ...config, port }, ...options })
    const other = createTestClient({ port, sandbox })
    try {
      expect((await other.call('/api/challenge')).status).toBe(200)
      const answer = await other.call('/', { host: there, headers: { accept: 'text/html' } })
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '3'])
      expect((await other.call('/readyz')).body).toMatchObject({
        status: 'degraded',
        databases: { 'battito+vicino': { status: 'away' } },
      })
      await proxy.comeBack()
      await expect
        .poll(async () => (await other.call('/api/challenge', { host: there })).status, { timeout: 10_000 })
        .toBe(200)
      expect((await other.call('/readyz')).body.status).toBe('ready')
    } finally {
      other.disconnect()
      await stop()
    }
  }, 30_000)

  it('at the start: those that can be used do not wait for one whose migrations take long', async () => {
    const port = await freePort()
    const migrated = Promise.withResolvers<void>()
    const prepare = async (url: string) => (url === proxy.url ? migrated.promise : undefined)
    const { stop } = await startServer({ config: { ...config, port }, ...options, prepare })
    const other = createTestClient({ port, sandbox })
    const status = async (host?: string) => (await other.call('/api/challenge', host ? { host } : {})).status
    try {
      expect([await status(), await status(there)]).toEqual([200, 503])
      migrated.resolve()
      await expect.poll(() => status(there), { timeout: 10_000 }).toBe(200)
    } finally {
      other.disconnect()
      await stop()
    }
  }, 30_000)

  it('does not start when no database can be used, and names the pool that there is not', async () => {
    const away = {
      ...config,
      port: await freePort(),
      databaseUrl: 'postgres://127.0.0.1:1/x',
      poolDatabases: new Map([['vicino', 'postgres://127.0.0.1:1/y']]),
    }
    await expect(startServer({ config: away, log })).rejects.toThrow('ECONNREFUSED')
    await expect(
      startServer({ config: { ...away, poolDatabases: new Map([['nobody', config.databaseUrl]]) }, log }),
    ).rejects.toThrow('DATABASES: there is no pool “nobody”')
  })
})
