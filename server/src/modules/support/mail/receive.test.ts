import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { deriveKeys, newId } from '#platform/ids.ts'
import { replyAddress } from '#modules/outreach/outcomes/reply-address.ts'
import { checkedInBrands } from '#test/support/brands-folder.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { type DatabaseHandle, openDatabase } from '#platform/database/database.ts'
import { openTicket } from '../tickets/open-ticket.ts'
import { readMail } from './read-mail.ts'
import { receiveReply, type ReceiveDeps } from './receive.ts'

/* Replies as mail programs send them. Several broke other help desks; their reports are named beside them. */

let database: TestDatabase
let handle: DatabaseHandle
let deps: ReceiveDeps
let now = new Date()
let ticket: { readonly brandId: string; readonly ticketId: string }
const keys = deriveKeys(['s'.repeat(43)], 'mail return paths')
const brands = checkedInBrands()
beforeAll(async () => {
  database = await createTestDatabase({ bystanders: false })
  handle = openDatabase(database.url, { size: 4 })
  deps = {
    everyDatabase: () => [{ db: handle.db, brandIds: ['battito', 'brisa'] }],
    keys,
    brandOf: (brandId) => brands.byKey(brandId),
    clock: () => now,
  }
})
afterAll(async () => {
  await handle?.close()
  await database?.drop()
})
let count = 0
beforeEach(async () => {
  now = new Date()
  count += 1
  const email = `anna${count}@person.example.com`
  const from = {
    memberId: null,
    name: 'Anna',
    email,
    topic: 'payments',
    message: 'Ciao',
    locale: 'it',
    at: now,
  } as const
  await handle.db.transaction().execute((tx) => openTicket(tx, { brandId: 'battito', ...from }))
  const row = await handle.db.selectFrom('tickets').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  ticket = { brandId: 'battito', ticketId: row.id }
  await handle.db
    .updateTable('tickets')
    .set({ state: 'closed', waiting_since: null })
    .where('id', '=', row.id)
    .execute()
})

const mailbox = 'bounces@mail.example'
const address = (of = ticket) => replyAddress(keys, mailbox, of)
interface Given {
  readonly to?: string
  readonly from?: string
  readonly headers?: readonly string[]
  readonly body?: string | Buffer
}
function mailOf({
  to = address(),
  from = `anna${count}@person.example.com`,
  headers = [],
  body = 'Grazie!',
}: Given = {}) {
  const type = headers.some((one) => /content-type/i.test(one)) ? [] : ['Content-Type: text/plain; charset=utf-8']
  const head = [`From: Anna <${from}>`, `To: ${to}`, ...type, ...headers].join('\r\n')
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), typeof body === 'string' ? Buffer.from(body) : body])
}
const receive = (given: Given = {}, isWhole = true) => receiveReply(deps, mailOf(given), isWhole)
const thread = () =>
  handle.db
    .selectFrom('ticket_messages')
    .select(['kind', 'body', 'quoted', 'from_address', 'subject', 'left_out', 'message_id'])
    .where('ticket_id', '=', ticket.ticketId)
    .where('via', '=', 'mail')
    .orderBy('id')
    .execute()
const state = async () =>
  handle.db
    .selectFrom('tickets')
    .select(['state', 'version', 'waiting_since'])
    .where('id', '=', ticket.ticketId)
    .executeTakeFirstOrThrow()
const last = async () => (await thread()).at(-1)

it('a reply opens its ticket again, once, however often it arrives', async () => {
  const mail = {
    headers: ['Message-ID: <a@person.example.com>', 'Subject: Re: Pagamenti: la nostra risposta (Battito)'],
  }
  expect(await receive(mail)).toBe('done')
  expect(await receive(mail)).toBe('done')
  expect(await thread()).toEqual([
    {
      kind: 'member',
      body: 'Grazie!',
      quoted: null,
      from_address: null,
      subject: null,
      left_out: [],
      message_id: '<a@person.example.com>',
    },
  ])
  expect(await state()).toEqual({ state: 'open', version: 2, waiting_since: now })
})

it.each([
  ['its address in upper case', () => ({ to: address().toUpperCase() })],
  ['one of several recipients', () => ({ to: `"Anna, B" <x@y.example>, Battito <${address()}>` })],
  [
    'the address to which it was delivered',
    () => ({ to: 'help@battito.example', headers: [`Delivered-To: ${address()}`] }),
  ],
  ['the Message-ID of the answer', () => ({ to: 'x@y.example', headers: [`In-Reply-To: <${idOf()}>`] })],
  // neomutt/neomutt#2315: the value arrives quoted.
  ['an escaped Message-ID', () => ({ to: 'x@y.example', headers: [`In-Reply-To: "<${idOf()}>"`] })],
  [
    'the last of thousands of references',
    () => ({ to: 'x@y.example', headers: [`References: ${references(3000)}\r\n <${idOf()}>`] }),
  ],
])('a ticket is named by %s', async (_, given) => {
  expect(await receive(given())).toBe('done')
  expect(await last()).toMatchObject({ body: 'Grazie!' })
})
const idOf = (of = ticket) => `${newId()}.${address(of).split(/[+@]/)[1]}@battito.example`
const references = (n: number) => Array.from({ length: n }, (_, at) => `<${at}@mail.example>`).join('\r\n ')

it('nothing is named by a token of another brand, another key, another ticket’s signature, or by a guess', async () => {
  const token = address().split(/[+@]/)[1]!
  const other = replyAddress(keys, mailbox, { ...ticket, brandId: 'brisa' })
  const foreign = replyAddress(deriveKeys(['x'.repeat(43)], 'mail return paths'), mailbox, ticket)
  const unknown = replyAddress(keys, mailbox, { brandId: 'battito', ticketId: newId() })
  const changed = address().replace(token, `${token[0] === 'a' ? 'b' : 'a'}${token.slice(1)}`)
  for (const to of [other, foreign, unknown, changed, mailbox, `bounces+${ticket.ticketId}@mail.example`])
    expect([to, await receive({ to })]).toEqual([to, 'unknown'])
  // freescout-help-desk/freescout#2375: a reply was added to another person's thread.
  expect(
    await receive({ to: 'x@y.example', headers: [`References: <reply-${ticket.ticketId}@battito.example>`] }),
  ).toBe('unknown')
  expect(await thread()).toEqual([])
  expect(await state()).toMatchObject({ state: 'closed', version: 1 })
})

it.each([
  ['Auto-Submitted: auto-replied (vacation)'],
  ['Auto-Submitted: auto-generated'],
  ['Precedence: auto_reply'],
  ['Precedence: bulk'],
  ['X-Autoreply: yes'],
  ['Return-Path: <>'],
  ['Subject: Risposta automatica: ferie'],
  ['Subject: =?utf-8?Q?R=C3=A9ponse_automatique?='],
  ['List-Id: <news.example>'],
])('an automatic reply by %s is shown and opens nothing', async (header) => {
  // Nine-Minds/alga-psa#2705, osTicket/osTicket#1041.
  expect(await receive({ headers: [header], body: 'Sono in ferie.' })).toBe('done')
  expect(await last()).toMatchObject({ kind: 'automatic', body: 'Sono in ferie.' })
  expect(await state()).toMatchObject({ state: 'closed', version: 1 })
})

it('a person’s mail with the headers of their server is a person’s', async () => {
  const headers = [
    'Auto-Submitted: no',
    'X-Auto-Response-Suppress: All',
    'Precedence: normal',
    'Subject: Auto rubata, aiuto',
  ]
  await receive({ headers })
  expect(await last()).toMatchObject({ kind: 'member', subject: 'Auto rubata, aiuto' })
})

it('a loop ends: three automatic replies a day, forty of people, none of ours', async () => {
  const own = brands.byKey('battito')!.mail.address
  expect(await receive({ from: own })).toBe('unknown')
  const several = async (n: number, headers: string[]) => {
    const all = []
    for (let at = 0; at < n; at += 1) all.push(await receive({ headers, body: `${headers.length} ${at}` }))
    return all.filter((one) => one === 'done').length
  }
  expect(await several(5, ['Auto-Submitted: auto-replied'])).toBe(3)
  expect(await several(42, [])).toBe(40)
  now = new Date(now.getTime() + 86_400_001)
  expect(await several(1, [])).toBe(1)
})

it('the sender of another address is named, and gets nothing', async () => {
  await receive({ from: 'mallory@evil.example' })
  expect(await last()).toMatchObject({ from_address: 'mallory@evil.example' })
  const row = await handle.db.selectFrom('tickets').select('email').where('id', '=', ticket.ticketId).executeTakeFirst()
  expect(row?.email).toBe(`anna${count}@person.example.com`)
})

const euro = Buffer.from('Perch\u00e9 5 \u0080?', 'latin1')
it.each<[string, Given, string]>([
  // chatwoot/chatwoot#1081
  ['emoji and Arabic', { body: 'شكرا 🎈👩‍👩‍👧' }, 'شكرا 🎈👩‍👩‍👧'],
  ['8 bits without a charset', { headers: ['Content-Type: text/plain'], body: euro }, 'Perché 5 €?'],
  ['no type at all', { headers: ['X-Type: content-type'], body: Buffer.from('Perch\u00e9', 'latin1') }, 'Perché'],
  ['UTF-8 without a charset', { headers: ['Content-Type: text/plain'], body: 'Perché 🎈' }, 'Perché 🎈'],
  [
    'quoted-printable without a charset',
    {
      headers: ['Content-Type: text/plain', 'Content-Transfer-Encoding: quoted-printable'],
      body: 'Perch=E9 5 =80=\r\n?',
    },
    'Perché 5 €?',
  ],
  [
    'quoted-printable',
    { headers: ['Content-Transfer-Encoding: quoted-printable'], body: 'Perch=C3=A9 =F0=9F=8E=88 a=3Db' },
    'Perché 🎈 a=b',
  ],
  [
    'base64',
    { headers: ['Content-Transfer-Encoding: base64'], body: Buffer.from('Perché 🎈').toString('base64') },
    'Perché 🎈',
  ],
  ['an unknown charset', { headers: ['Content-Type: text/plain; charset=x-unknown'], body: 'Perche' }, 'Perche'],
  [
    'ISO-8859-15',
    { headers: ['Content-Type: text/plain; charset=iso-8859-15'], body: Buffer.from('5 \u00a4', 'latin1') },
    '5 €',
  ],
  ['controls', { body: 'a\u0000b\u001b[31mc\u202e d\r\ne' }, 'ab[31mc d\ne'],
  [
    'HTML alone',
    {
      headers: ['Content-Type: text/html; charset=utf-8'],
      body: '<style>p{}</style><p>Uno</p><script>x()</script><p>due &lt;b&gt;</p>',
    },
    'Uno\n\ndue <b>',
  ],
  ['nothing', { body: ' \r\n ' }, '—'],
  ['no subject and no body', { headers: ['Subject:'], body: '' }, '—'],
])('the text of %s', async (_, given, body) => {
  expect(await receive(given)).toBe('done')
  expect((await last())?.body).toBe(body)
})

it('repeated text of HTML mails is apart, too', async () => {
  const body =
    '<div>Grazie!</div><div>Il 3 mag 2026, Battito ha scritto:</div><blockquote type="cite"><p>Ciao Anna</p></blockquote>'
  await receive({ headers: ['Content-Type: text/html; charset=utf-8'], body })
  expect(await last()).toMatchObject({ body: 'Grazie!', quoted: expect.stringContaining('Ciao Anna') })
})

it('attachments stay in the mailbox, by name; a long mail is read as far as it goes', async () => {
  const parts = (extra: string) =>
    `--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nEcco la foto.\r\n--b\r\nContent-Type: image/png; name="=?utf-8?Q?sch=C3=A9rmo.png?="\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: base64\r\n\r\n${extra}`
  const headers = ['Content-Type: multipart/mixed; boundary=b']
  expect(await receive({ headers, body: parts('iVBORw0KGgo=\r\n--b--\r\n') })).toBe('kept')
  expect(await last()).toMatchObject({ body: 'Ecco la foto.', left_out: ['schérmo.png'] })
  now = new Date(now.getTime() + 1000)
  expect(
    await receive({ headers: [...headers, 'Message-ID: <long@x.example>'], body: parts('A'.repeat(200_000)) }, false),
  ).toBe('kept')
  expect(await thread()).toHaveLength(2)
  expect(await last()).toMatchObject({ body: 'Ecco la foto.' })
})

it('another subject is kept, as a sentence of one line', async () => {
  // chatwoot/chatwoot#15869: a new question under an old subject.
  await receive({ headers: ['Subject: =?utf-8?Q?Cambio_citt=C3=A0=0D=0ABcc:_x@y.example?='] })
  expect((await last())?.subject).toBe('Cambio città Bcc: x@y.example')
})

it.each([
  ['empty', Buffer.alloc(0)],
  ['bytes of any kind', Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256))],
  [
    'thousands of parts in each other',
    Buffer.from(
      Array.from(
        { length: 3000 },
        (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
      ).join(''),
    ),
  ],
  ['a boundary without an end', Buffer.from(`Content-Type: multipart/mixed; boundary="\r\n\r\n${'--'.repeat(50_000)}`)],
  ['HTML of a hundred thousand levels', Buffer.from(`Content-Type: text/html\r\n\r\n${'<div>'.repeat(50_000)}x`)],
])('a mail that is %s is left, or read without harm', async (_, raw) => {
  const began = performance.now()
  expect(await receiveReply(deps, raw, true)).toBe('unknown')
  expect(performance.now() - began).toBeLessThan(5000)
})

it('a long text is cut between characters', async () => {
  const mail = await readMail(mailOf({ body: '🎈'.repeat(30_000) }))
  expect(mail?.body.length).toBeLessThanOrEqual(20_000)
  expect(mail?.body).toMatch(/^(🎈)+…$/u)
})
