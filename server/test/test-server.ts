import { genderToWire, type Gender, type SessionView, type SignupPayload } from '@incontro/contract'
import { CompactEncrypt, importJWK } from 'jose'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io, type Socket } from 'socket.io-client'
import type { Mail } from '../../sandbox/src/mail/mail.ts'
import { startSandbox, type RunningSandbox } from '../../sandbox/src/testing/start-sandbox.ts'
import { sandboxWallets } from '../../sandbox/src/testing/wallets.ts'
import { createContext, type Context } from '../src/context.ts'
import type { ServerConfig } from '../src/config.ts'
import type { Flows } from '../src/modules/flows/index.ts'
import { readGazetteer, type Gazetteer } from '../src/modules/geo/index.ts'
import type { PasswordCost } from '../src/modules/identity/index.ts'
import { openDatabase, type DatabaseHandle, type DatabaseOptions } from '../src/platform/database.ts'
import { runJobs } from '../src/platform/jobs.ts'
import { createLog } from '../src/platform/log.ts'
import { relayOutbox } from '../src/platform/outbox.ts'
import { checkedInBrands, checkedInFlows } from './brands-folder.ts'
import { createTestDatabase } from './database.ts'
import { insertMember } from './insert-member.ts'
import type { ReplicaOptions } from '../src/platform/replica.ts'
import { recordStatements } from './statements/record.ts'

/** The whole server on its own port and database, with the real sandbox, for tests through HTTP and sockets. */
export interface TestServer {
  readonly url: string
  readonly host: string
  readonly context: Context
  readonly database: DatabaseHandle
  readonly sandbox: RunningSandbox
  readonly config: ServerConfig
  call(path: string, options?: CallOptions): Promise<Answer>
  /** Inserts a member with a session, confirmed by default; no email is sent. */
  member(wish?: MemberWish): Promise<TestMember>
  /** Registers, confirms and signs in as an API client, with the corresponding emails. */
  registeredMember(wish?: MemberWish): Promise<TestMember>
  /** Waits for the newest mail to an address (whose subject contains `words`). */
  mailTo(address: string, words?: string): Promise<Mail>
  encrypt(payload: unknown): Promise<string>
  /** A solved challenge for the field `altcha`. */
  solve(difficulty?: number): Promise<string>
  close(): Promise<void>
}

export interface CallOptions {
  method?: string
  body?: unknown
  token?: string
  headers?: Record<string, string>
  host?: string
}
// Tests read answers field by field; the contract's schemas are checked on the server.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export interface Answer {
  status: number
  body: any
  headers: Headers
}
export interface MemberWish {
  gender?: Gender
  seeks?: Gender
  region?: string
  confirmed?: boolean
  host?: string
  form?: Partial<SignupPayload>
}
export interface TestMember {
  readonly token: string
  readonly session: SessionView
  readonly email: string
  readonly password: string
  /** Connects to this server or another process, with this or another session's token. */
  connect(url?: string, otherToken?: string): Promise<TestSocket>
}
export interface TestSocket {
  readonly raw: Socket
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  send(event: string, data: unknown): Promise<any>
  /** Waits at most two seconds for the next event of that name that matches. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  next(event: string, fits?: (data: any) => boolean): Promise<any>
  /** Received events of that name that `next` has not returned. */
  received(event: string): unknown[]
  close(): void
}

let counter = 0
/** The cheapest Argon2id parameters. */
const cheapest: PasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

export interface TestServerOptions {
  limitFactor?: number
  webBuild?: string
  jobs?: boolean
  clock?: () => Date
  /** Sign-ups per hour and IP prefix; practically unlimited by default. */
  signupsPerIp?: number
  /** Proxies whose `X-Forwarded-*` headers are trusted. */
  trustedProxies?: readonly string[]
  /** Cost of the password hash; minimal by default. */
  passwordCost?: PasswordCost
  /** Broker to reach other processes of the installation. */
  brokerUrl?: string
  /** Bucket of the files; the data folder by default. */
  storageUrl?: string
  /** Wraps the connection string of the server's database. */
  databaseUrl?: (url: string) => Promise<string>
  /** Starts a pooler for the server's database and returns its connection string. */
  databasePoolerUrl?: (url: string) => Promise<string>
  /** A streaming replica of that database. */
  databaseReplicaUrl?: string
  /** When the replica counts as late. */
  replica?: ReplicaOptions
  /** Overrides the connection time-outs. */
  database?: DatabaseOptions
  /** Defaults to the checked-in flows. */
  flows?: Flows
  /** Defaults to all. */
  roles?: ServerConfig['roles']
  /** Whether the database has bystanders; true by default. */
  bystanders?: boolean
  /** Whether `localhost` belongs to a brand; true by default. */
  servesLocalhost?: boolean
}

/**
 * Dropping the database of the last closed server, in the background: ending its connections takes a tenth of a second.
 */
let dropping: Promise<void> | undefined

/** Every clone of the template has the same geography. */
let gazetteer: Gazetteer | undefined

async function gazetteerOf(url: string): Promise<Gazetteer> {
  if (gazetteer === undefined) {
    const { db, close } = openDatabase(url, { size: 1 })
    gazetteer = await readGazetteer(db)
    await close()
  }
  return gazetteer
}

export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const [testDatabase, port] = await Promise.all([createTestDatabase(options), freePort(), dropping])
  const folder = mkdtempSync(join(tmpdir(), 'incontro-test-'))
  const url = `http://localhost:${port}`
  const sandbox = await startSandbox({ appUrl: url })
  const config: ServerConfig = {
    mode: 'production',
    port,
    host: 'localhost',
    dataDir: folder,
    databaseUrl: (await options.databaseUrl?.(testDatabase.url)) ?? testDatabase.url,
    databasePoolerUrl: await options.databasePoolerUrl?.(testDatabase.url),
    databaseReplicaUrl: options.databaseReplicaUrl,
    brokerUrl: options.brokerUrl,
    storageUrl: options.storageUrl,
    secretKey: 's'.repeat(43),
    sandboxUrl: undefined,
    smtpUrl: `smtp://127.0.0.1:${sandbox.smtpPort}`,
    trustedProxies: options.trustedProxies ?? [],
    logLevel: 'silent',
    roles: options.roles ?? ['web', 'socket', 'worker'],
    mailWebhookSigningKey: 'key-of-the-mail-provider',
    google: {
      issuer: `${sandbox.origin}/google`,
      clientId: sandbox.config.openId.clientId,
      clientSecret: sandbox.config.openId.clientSecret,
    },
    ageWallet: {
      walletUrl: `${sandbox.origin}/age-wallet`,
      issuers: [`${sandbox.origin}/age-issuer`],
      credentialType: 'urn:incontro:sandbox:age:1',
    },
    concierge: {
      models: {
        brands: new Map(),
        variables: new Map(),
        shared: {
          url: `${sandbox.origin}/openai/v1`,
          key: sandbox.config.openAi.key,
          model: sandbox.config.openAi.model,
        },
      },
      limits: { perMember: 3, inAll: 5 },
    },
    payments: {
      adyen: {
        brands: new Map(),
        variables: new Map(),
        shared: {
          baseUrl: `${sandbox.origin}/adyen/checkout/v72`,
          shopperBaseUrl: `${sandbox.origin}/adyen/checkoutshopper`,
          apiKey: 'sandbox-adyen-api-key',
          clientKey: 'test_SANDBOXCLIENTKEY',
          merchantAccount: 'IncontroSandboxECOM',
          webhookUser: 'sandbox-adyen',
          webhookPassword: 'sandbox-adyen-webhooks',
          hmacKey: '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056',
        },
      },
      mollie: {
        brands: new Map(),
        variables: new Map(),
        shared: { baseUrl: `${sandbox.origin}/mollie/v2`, apiKey: sandbox.config.mollie.apiKey },
      },
      stripe: {
        brands: new Map(),
        variables: new Map(),
        shared: { baseUrl: `${sandbox.origin}/stripe/v1`, ...sandbox.config.stripe },
      },
      paypal: {
        brands: new Map(),
        variables: new Map(),
        shared: { baseUrl: `${sandbox.origin}/paypal`, ...sandbox.config.paypal },
      },
      trustpay: {
        brands: new Map(),
        variables: new Map(),
        shared: { baseUrl: `${sandbox.origin}/trustpay`, ...sandbox.config.trustPay },
      },
    },
    wallets: {
      frameOrigin: null,
      googlepay: { brands: new Map(), variables: new Map(), shared: sandboxWallets(sandbox.origin).google },
      applepay: { brands: new Map(), variables: new Map(), shared: sandboxWallets(sandbox.origin).apple },
    },
  }
  const log = createLog(process.env['TEST_LOG'] ?? 'silent')
  const recorded = recordStatements()
  const context = await createContext({
    config,
    log,
    health: { ready: true },
    brands: checkedInBrands(),
    gazetteer: await gazetteerOf(testDatabase.url),
    limitFactor: options.limitFactor ?? 1000,
    signupsPerIp: options.signupsPerIp ?? 100_000,
    servesLocalhost: options.servesLocalhost ?? true,
    passwordCost: options.passwordCost ?? cheapest,
    database: { ...options.database, ...recorded },
    flows: options.flows ?? checkedInFlows(),
    ...(options.replica === undefined ? {} : { replica: options.replica }),
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    ...(options.webBuild === undefined ? {} : { webBuild: options.webBuild }),
  })
  await context.load()
  const sockets = config.roles.includes('socket') ? context.openSockets() : undefined
  await context.app.listen({ port, host: 'localhost' })
  const works = options.jobs !== false && config.roles.includes('worker')
  const jobDatabase = openDatabase(testDatabase.url, { size: 6, ...recorded })
  // Tests run recurring jobs explicitly: the clock's minute must not affect other tests.
  const runner = !works ? undefined : await runJobs({ pool: jobDatabase.pool, ...context.jobs, crontab: [], log })
  const relay = !works ? undefined : relayOutbox({ pool: jobDatabase.pool, log, receive: context.receive })
  // The tests' own queries are not statements of the program.
  const database = openDatabase(testDatabase.url, { size: 10 })
  const open: Socket[] = []

  const agent = new Agent({ keepAlive: true })
  const call: TestServer['call'] = (path, options = {}) =>
    new Promise((resolve, reject) => {
      const { method, body, token, headers = {}, host } = options
      const sent = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
      // node:http, because fetch does not allow a custom Host and Node's resolver does not know *.localhost.
      const outgoing = request(
        {
          // By address: resolving `localhost` takes longer than many a call.
          host: '127.0.0.1',
          port,
          agent,
          path,
          method: method ?? (body === undefined ? 'GET' : 'POST'),
          headers: {
            host: `${host ?? 'localhost'}:${port}`,
            // Explicit length, because Node sends no length for the body of a DELETE.
            ...(sent === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
            ...headers,
          },
        },
        (incoming) => {
          const chunks: Buffer[] = []
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
          incoming.on('error', reject)
          incoming.on('end', () => {
            const text = Buffer.concat(chunks).toString()
            const replied = new Headers(
              Object.entries(incoming.headers).flatMap(([name, value]) =>
                [value].flat().map((one): [string, string] => [name, one ?? '']),
              ),
            )
            resolve({
              status: incoming.statusCode ?? 0,
              body: /json/.test(replied.get('content-type') ?? '') && text !== '' ? JSON.parse(text) : text,
              headers: replied,
            })
          })
        },
      )
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        // The server closes a connection after refusing a request before its body was read: this call was sent on it
        // and not processed.
        if (outgoing.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '')) resolve(call(path, options))
        else reject(error)
      })
      outgoing.end(sent)
    })

  const mailTo: TestServer['mailTo'] = async (address, words = '') => {
    for (const end = Date.now() + 10_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 10))) {
      const mail = sandbox.sandbox.state.mails
        .newest()
        .find(({ to, subject }) => to.toLowerCase() === address.toLowerCase() && subject.includes(words))
      if (mail) return mail
    }
    throw new Error(`no mail to ${address}`)
  }

  const encrypt: TestServer['encrypt'] = async (payload) => {
    const { body } = await call('/.well-known/jwks.json')
    const jwk = body.keys[0]
    return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(payload)))
      .setProtectedHeader({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM', kid: jwk.kid })
      .encrypt(await importJWK(jwk, 'ECDH-ES+A256KW'))
  }

  const testServer: TestServer = {
    url,
    host: `localhost:${port}`,
    context,
    database,
    sandbox,
    config,
    call,
    mailTo,
    encrypt,
    async solve(difficulty = 0) {
      const { body } = await call(`/api/challenge?difficulty=${difficulty}`)
      // The browser's implementation takes seconds in Node.
      let number = 0
      while (createHash('sha256').update(`${body.salt}${number}`).digest('hex') !== body.challenge) number += 1
      return Buffer.from(
        JSON.stringify({
          algorithm: body.algorithm,
          challenge: body.challenge,
          number,
          salt: body.salt,
          signature: body.signature,
        }),
      ).toString('base64')
    },
    async member(wish = {}) {
      const form = formOf(wish)
      const { token, session } = await insertMember(context, {
        form,
        host: wish.host ?? 'localhost',
        confirmed: wish.confirmed !== false,
        at: options.clock?.() ?? new Date(),
      })
      return { token, session, ...accessOf(form, token, wish.host) }
    },
    async registeredMember(wish = {}) {
      const form = formOf(wish)
      const host = wish.host === undefined ? {} : { host: wish.host }
      const { status, body } = await call('/api/users/register', {
        body: { utente: await encrypt(form) },
        headers: { 'x-session': 'bearer' },
        ...host,
      })
      if (status !== 200) throw new Error(`registration answered ${status} ${JSON.stringify(body)}`)
      if (wish.confirmed !== false) {
        const link = (await mailTo(form.email)).links.find((one) => one.includes('/confirmEmail'))
        await call('/api/users/confirmEmail', {
          body: { token: new URL(link ?? '').searchParams.get('token') },
          // In the browser that signed up, so that nothing of the account is revoked.
          token: body.token,
          ...host,
        })
      }
      const { result: _result, login: _login, token, ...session } = body
      return { token, session, ...accessOf(form, token, wish.host) }
    },
    async close() {
      for (const socket of open) socket.disconnect()
      agent.destroy()
      await sockets?.close()
      await relay?.stop()
      await runner?.stop()
      await context.close()
      await Promise.all([jobDatabase.close(), database.close()])
      await sandbox.close()
      const untouched = testDatabase.expectUntouched()
      dropping = untouched.then(testDatabase.remove, testDatabase.remove)
      rmSync(folder, { recursive: true, force: true })
      await untouched
    },
  }
  return testServer

  function accessOf({ email, password }: Form, token: string, host: string | undefined) {
    return { email, password, connect: (to = url, otherToken = token) => connect(otherToken, host, to) }
  }

  async function connect(token: string, host = 'localhost', to = url): Promise<TestSocket> {
    const raw = io(to, {
      extraHeaders: { host: `${host}:${new URL(to).port}` },
      path: '/chat-socket',
      transports: ['websocket'],
      auth: { token },
      forceNew: true,
      reconnection: false,
    })
    open.push(raw)
    const seen: { event: string; data: unknown }[] = []
    const waiting = new Set<() => void>()
    raw.onAny((event: string, data: unknown) => {
      seen.push({ event, data })
      for (const wake of waiting) wake()
    })
    await new Promise<void>((resolve, reject) => {
      raw.once('connect', resolve)
      raw.once('connect_error', reject)
      // A refusal also closes the connection, just before the client gets the reason.
      raw.io.once('close', (reason) => setImmediate(() => reject(new Error(reason))))
    })
    return {
      raw,
      send: (event, data) => raw.timeout(5000).emitWithAck(event, data),
      next: (event, fits = () => true) =>
        new Promise((resolve, reject) => {
          const timer = setTimeout(() => {
            waiting.delete(look)
            reject(new Error(`no ${event} within five seconds`))
          }, 5000)
          const look = (): void => {
            const at = seen.findIndex((one) => one.event === event && fits(one.data))
            if (at === -1) return
            clearTimeout(timer)
            waiting.delete(look)
            resolve(seen.splice(at, 1)[0]?.data)
          }
          waiting.add(look)
          look()
        }),
      received: (event) => seen.filter((one) => one.event === event).map(({ data }) => data),
      close: () => raw.disconnect(),
    }
  }
}

type Form = SignupPayload & { readonly email: string; readonly password: string }

/** A complete sign-up form for a new address. */
function formOf(wish: MemberWish): Form {
  counter += 1
  const gender = wish.gender ?? 'man'
  return {
    age: 30,
    geo: wish.region ?? 'Lazio',
    sono: genderToWire(gender),
    cerco: genderToWire(wish.seeks ?? (gender === 'man' ? 'woman' : 'man')),
    terms1: true,
    terms2: true,
    terms3: true,
    terms4: true,
    country: 'IT',
    username: `Member ${counter}`,
    fluxId: '7',
    ...wish.form,
    email: wish.form?.email ?? `member${counter}@person.example.com`,
    password: wish.form?.password ?? 'tre parole a caso',
  }
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
