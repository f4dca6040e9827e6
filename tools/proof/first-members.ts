import { genderToWire, routes, type Gender } from '@incontro/contract'
import { randomUUID } from 'node:crypto'
import { CompactEncrypt, importJWK } from 'jose'
import { io, type Socket } from 'socket.io-client'
import { cardOrder } from '../../server/test/support/card-order.ts'
import type { AdyenOptions } from '../../server/src/providers/adyen/index.ts'

/*
 * The first two members of an installation, by HTTPS: they sign up, confirm their addresses by mail, one buys credits by
 * card, and writes a message that costs some, which the other receives. Prints what happened, as JSON.
 */

const [site = '', provider = '', adyen = '{}'] = process.argv.slice(2)

async function call(path: string, { token, body }: { token?: string; body?: unknown } = {}) {
  const reply = await fetch(`${site}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'x-session': 'bearer',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${path} answered ${reply.status} ${text.slice(0, 500)}`)
  // oxlint-disable-next-line typescript/no-explicit-any
  return JSON.parse(text) as any
}

async function linkTo(address: string, part: string): Promise<string> {
  for (const end = Date.now() + 60_000; Date.now() < end; await new Promise((next) => setTimeout(next, 200))) {
    const mails = (await (await fetch(`${provider}/mail?to=${encodeURIComponent(address)}`)).json()) as {
      readonly links: readonly string[]
    }[]
    const link = mails.flatMap(({ links }) => links).find((one) => one.includes(part))
    if (link !== undefined) return link
  }
  throw new Error(`no mail to ${address}`)
}

async function signUp(name: string, gender: Gender) {
  const email = `${name.toLowerCase()}@person.example.com`
  const { keys } = await call('/.well-known/jwks.json')
  const form = {
    age: 30,
    geo: 'Lazio',
    country: 'IT',
    fluxId: '7',
    username: name,
    sono: genderToWire(gender),
    cerco: genderToWire(gender === 'man' ? 'woman' : 'man'),
    terms1: true,
    terms2: true,
    terms3: true,
    terms4: true,
    email,
    password: 'tre parole a caso',
  }
  const utente = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(form)))
    .setProtectedHeader({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM', kid: keys[0].kid })
    .encrypt(await importJWK(keys[0], 'ECDH-ES+A256KW'))
  const session = await call('/api/users/register', { body: { utente } })
  const confirmation = new URL(await linkTo(email, '/confirmEmail'))
  if (confirmation.origin !== site) throw new Error(`the mail leads to ${confirmation.origin}`)
  await call('/api/users/confirmEmail', {
    token: session.token,
    body: { token: confirmation.searchParams.get('token') },
  })
  return session as { readonly token: string; readonly clickid: string; readonly angelId: string }
}

async function connect(token: string): Promise<Socket> {
  const socket = io(site, { path: '/chat-socket', transports: ['websocket'], auth: { token }, forceNew: true })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  return socket
}

const carlo = await signUp('Carlo', 'man')
const ada = await signUp('Ada', 'woman')
const order = { rateplan: 'messages-60', prezzo_totale: '11.90' }
const charge = await call(routes.tryCharge.path, {
  token: carlo.token,
  body: await cardOrder(JSON.parse(adyen) as AdyenOptions, carlo.clickid, order),
})
const [his, hers] = [await connect(carlo.token), await connect(ada.token)]
const next = (): Promise<unknown> => new Promise((resolve) => hers.once('chat', resolve))
const write = (msg: string) =>
  his.timeout(20_000).emitWithAck('chat', {
    msg,
    trackerId: carlo.clickid,
    angelId: ada.angelId,
    clientMessageId: randomUUID(),
  })
// The first to a new member is an icebreaker, which has credits of its own; the second takes what was bought.
const first = next()
await write('Ciao Ada!')
await first
const received = next()
const sent = await write('Ti va un caffè?')
console.log(JSON.stringify({ charge: charge.status, sent: sent.ok, refused: sent.code, received: await received }))
his.close()
hers.close()
