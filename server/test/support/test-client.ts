import { genderToWire, type Gender, type SessionView, type SignupPayload } from '@incontro/contract'
import { CompactEncrypt, importJWK } from 'jose'
import { Agent, request } from 'node:http'
import { io, type Socket } from 'socket.io-client'
import type { Mail } from '../../../sandbox/src/mail/mail.ts'
import type { RunningSandbox } from '../../../sandbox/src/testing/start-sandbox.ts'
import { solveChallenge } from './solve-challenge.ts'

/** What people and API clients do with a server: requests, sign-ups, sockets, and reading their mail. */
export interface TestClient {
  call(path: string, options?: CallOptions): Promise<Answer>
  /** Registers, confirms and signs in as an API client, with the corresponding emails. */
  registeredMember(wish?: MemberWish): Promise<TestMember>
  /** Waits for the newest mail to an address (whose subject contains `words`). */
  mailTo(address: string, words?: string): Promise<Mail>
  /** Encrypts a sign-up form to the key that the host gives out. */
  encrypt(payload: unknown, host?: string): Promise<string>
  /** A solved challenge for the field `altcha`. */
  solve(difficulty?: number): Promise<string>
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

/** A client of the server at a port of this machine, whose providers are the sandbox. End it with `disconnect`. */
export function createTestClient({ port, sandbox }: { readonly port: number; readonly sandbox: RunningSandbox }) {
  const url = `http://localhost:${port}`
  const open: Socket[] = []

  const agent = new Agent({ keepAlive: true })
  const call: TestClient['call'] = (path, options = {}) =>
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

  const mailTo: TestClient['mailTo'] = async (address, words = '') => {
    // An answer of support can be taken back for ten seconds before it is mailed.
    for (const end = Date.now() + 20_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 10))) {
      const mail = sandbox.sandbox.state.mails
        .newest()
        .find(({ to, subject }) => to.toLowerCase() === address.toLowerCase() && subject.includes(words))
      if (mail) return mail
    }
    throw new Error(`no mail to ${address}`)
  }

  const encrypt: TestClient['encrypt'] = async (payload, host) => {
    const { body } = await call('/.well-known/jwks.json', host === undefined ? {} : { host })
    const jwk = body.keys[0]
    return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(payload)))
      .setProtectedHeader({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM', kid: jwk.kid })
      .encrypt(await importJWK(jwk, 'ECDH-ES+A256KW'))
  }

  const client: TestClient = {
    call,
    mailTo,
    encrypt,
    async solve(difficulty = 0) {
      const { body } = await call(`/api/challenge?difficulty=${difficulty}`)
      return solveChallenge(body)
    },
    async registeredMember(wish = {}) {
      const form = formOf(wish)
      const host = wish.host === undefined ? {} : { host: wish.host }
      const { status, body } = await call('/api/users/register', {
        body: { utente: await encrypt(form, wish.host) },
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
  }
  return {
    ...client,
    accessOf,
    disconnect() {
      for (const socket of open) socket.disconnect()
      agent.destroy()
    },
  }

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
export function formOf(wish: MemberWish): Form {
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
