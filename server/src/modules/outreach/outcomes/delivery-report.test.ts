import { describe, expect, it } from 'vitest'
import { newId } from '#platform/ids.ts'
import { readReport } from './delivery-report.ts'
import { bounceOf, complaintOf } from './testing/reports.ts'
import { emailsNamedIn, returnPath } from './return-path.ts'

const [key, older, another] = [1, 2, 3].map((n) => Buffer.alloc(32, n)) as [Buffer, Buffer, Buffer]
const mailbox = 'bounces@mail.example'
const read = (raw: string, recipient?: string) => readReport(raw, async () => recipient)
const outcomeOf = async (fields: Parameters<typeof bounceOf>[0], recipient?: string) =>
  (await read(bounceOf(fields), recipient))?.outcome

describe('the return path', () => {
  it('names the mail, also in upper case, and under an older key', () => {
    const ids = [newId(), newId()] as const
    const [one, two] = ids.map((id) => returnPath([key], mailbox, id)) as [string, string]
    expect(one.length - '@mail.example'.length).toBeLessThanOrEqual(64)
    expect(emailsNamedIn([key], mailbox, `To: <${one}>\nX: ${two.toUpperCase()} ${one}`)).toEqual([...ids])
    expect(emailsNamedIn([another, key], mailbox, one)).toEqual([ids[0]])
    expect(returnPath([older, key], mailbox, ids[0])).not.toBe(one)
  })

  it('names none that was altered, made with another key, or is of another mailbox', () => {
    const path = returnPath([key], mailbox, newId())
    const [token = ''] = /(?<=\+)\w+/.exec(path) ?? []
    for (let n = 0; n < token.length - 1; n += 1) {
      const altered = token.slice(0, n) + (token[n] === 'a' ? 'b' : 'a') + token.slice(n + 1)
      expect(emailsNamedIn([key], mailbox, path.replace(token, altered))).toEqual([])
    }
    expect(emailsNamedIn([another], mailbox, path)).toEqual([])
    expect(emailsNamedIn([key], 'bounces@mailxexample', path)).toEqual([])
    for (const text of ['', 'bounces+@mail.example', `bounces+${'a'.repeat(39)}@mail.example`, 'bounces@mail.example'])
      expect(emailsNamedIn([key], mailbox, text)).toEqual([])
  })
})

describe('a report about a delivery', () => {
  const failed = (meaning: string) => ({ kind: 'failed', class: meaning })
  it.each([
    ['an unknown recipient', { status: '5.1.1', diagnostic: 'smtp; 550 5.1.1 <x@y.example> no' }, failed('hard')],
    [
      'one of a server that says little',
      { status: '5.0.0', diagnostic: 'smtp; 550 No such user here' },
      failed('hard'),
    ],
    ['a full mailbox under the same code', { status: '5.0.0', diagnostic: 'smtp; 552 Quota exceeded' }, failed('soft')],
    ['a block under the same code', { status: '5.0.0', diagnostic: 'smtp; 554 blocked for spam' }, failed('policy')],
    ['a full mailbox', { status: '5.2.2', diagnostic: 'smtp; 552 5.2.2 full' }, failed('soft')],
    ['a policy', { status: '5.7.1', diagnostic: 'smtp; 550 5.7.1 not allowed' }, failed('policy')],
    ['the end of all tries', { status: '4.4.7', diagnostic: 'smtp; 451 4.4.7 expired' }, failed('soft')],
    ['no diagnostic', { status: '5.1.1' }, failed('hard')],
    [
      'a specific code in the words only',
      { status: '5.0.0', diagnostic: 'smtp; 550-5.7.26 not aligned' },
      failed('policy'),
    ],
    ['no status at all', { diagnostic: 'x-unix; user unknown' }, failed('hard')],
    ['a folded diagnostic', { status: '5.0.0', diagnostic: 'smtp; 550\r\n no such\r\n\tuser' }, failed('hard')],
    ['a delay', { action: 'delayed', status: '4.4.1' }, { kind: 'delayed', class: 'soft' }],
    ['a delay with a permanent code', { action: 'delayed', status: '5.1.1' }, { kind: 'delayed', class: 'soft' }],
    ['a delivery', { action: 'delivered', status: '2.0.0' }, { kind: 'delivered' }],
    ['a comment after the action', { action: 'failed (no mailbox)', status: '5.1.1' }, failed('hard')],
    ['an action left out', { action: '', status: '5.1.1' }, failed('hard')],
    ['passing it on', { action: 'relayed', status: '2.0.0' }, undefined],
    ['a mailing list', { action: 'expanded', status: '2.0.0' }, undefined],
  ])('%s', async (_name, fields, outcome) => {
    expect(await outcomeOf(fields)).toEqual(outcome)
  })

  it('is about the recipient of the mail, among others', async () => {
    const blocks = [
      { recipient: 'other@y.example', status: '5.1.1' },
      { recipient: 'ANNA@x.example', status: '5.2.2' },
    ]
    expect(await outcomeOf(blocks, 'anna@x.example')).toEqual(failed('soft'))
  })

  it('says nothing final about an address that forwards to one that is gone', async () => {
    const gone = { recipient: 'gone@elsewhere.example', status: '5.1.1' }
    expect(await outcomeOf(gone, 'anna@x.example')).toEqual(failed('soft'))
    expect(await outcomeOf({ ...gone, original: 'rfc822; anna@x.example' }, 'anna@x.example')).toEqual(failed('hard'))
    expect(await outcomeOf({ ...gone, original: 'rfc822;anna+2Bx@x.example' }, 'anna+x@x.example')).toEqual(
      failed('hard'),
    )
  })

  it('keeps code and words', async () => {
    expect(await read(bounceOf({ status: '5.1.1', diagnostic: 'smtp; 550 5.1.1 no such user' }))).toMatchObject({
      code: '550 5.1.1',
      diagnostic: '550 5.1.1 no such user',
    })
  })

  it('is found by the address it was sent to, and by the mail that it returns', async () => {
    const report = await read(
      bounceOf({ status: '5.1.1' }, { to: 'bounces+abc@x.example', returned: 'Return-Path: <def>' }),
    )
    expect(report?.named).toContain('bounces+abc@x.example')
    expect(report?.named).toContain('Return-Path: <def>')
    // What the mail says may be written by anyone.
    expect(report?.named).not.toContain('body')
  })
})

describe('no report', () => {
  const plain = (type: string, text: string) => `To: bounces+abc@x.example\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`
  it.each([
    ['an answer', plain('text/plain', 'I am away until Monday')],
    ['a bounce pasted into an answer', plain('text/plain', 'Action: failed\r\nStatus: 5.1.1')],
    [
      'a report that a person forwards',
      `Content-Type: multipart/mixed; boundary=q\r\n\r\n--q\r\nContent-Type: message/rfc822\r\n\r\n${bounceOf({ status: '5.1.1' })}\r\n--q--\r\n`,
    ],
    ['a report without a status', 'Content-Type: multipart/report; boundary=q\r\n\r\n--q\r\n\r\nx\r\n--q--\r\n'],
    [
      'a receipt',
      'Content-Type: multipart/report; boundary=q\r\n\r\n--q\r\nContent-Type: message/disposition-notification\r\n\r\nDisposition: automatic-action; displayed\r\n--q--\r\n',
    ],
    ['nothing', ''],
    ['no mail', '\0\0\0'],
    ['a header without end', `X: ${'x'.repeat(100_000)}\r\n\r\n`],
    [
      'parts within parts',
      Array.from({ length: 300 }, (_, n) => `Content-Type: multipart/report; boundary=q${n}\r\n\r\n--q${n}\r\n`).join(
        '',
      ),
    ],
  ])('%s', async (_name, raw) => {
    expect(await read(raw)).toBeUndefined()
  })
})

describe('a complaint', () => {
  it.each([
    ['abuse', 'complained'],
    ['Fraud', 'complained'],
    ['opt-out', 'unsubscribed'],
    ['not-spam', undefined],
    ['auth-failure', undefined],
  ])('of the type %s', async (type, kind) => {
    const report = await read(complaintOf(type, { returned: 'Return-Path: <bounces+x@y.example>' }))
    expect(report?.outcome).toEqual(kind && { kind })
    if (kind) expect(report?.named).toContain('bounces+x@y.example')
  })
})
