import { createHash, generateKeyPairSync, type KeyObject, verify } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Socket } from 'node:net'
import PostalMime from 'postal-mime'
import { afterEach, expect, it, vi } from 'vitest'
import { type Call, faultOf, onCall } from '#platform/process/calls.ts'
import { readDkim } from './dkim.ts'
import { createMailer, type Dkim, type Mail, MailRefused, MailUnanswered } from './mail.ts'
import { startSmtp } from './testing/smtp.ts'

const mail: Mail = {
  messageId: 'id-1@battito.example',
  from: { name: 'Battito', address: 'post@battito.example' },
  to: 'anna@example.org',
  replyTo: 'help@battito.example',
  subject: 'È quasi pronto',
  html: '<p>Ciao</p>',
  text: 'Ciao',
}

const open: { close(): void }[] = []
async function start(answers?: Readonly<Record<string, string>>, dkim?: Dkim) {
  const smtp = await startSmtp(answers)
  const mailer = createMailer({ smtpUrl: smtp.url, dkim })
  open.push(mailer, smtp)
  return { ...smtp, mailer }
}
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

it('sends both parts from the brand, marked as generated automatically', async () => {
  const { mailer, messages } = await start()
  await mailer.send(mail)
  const seen = await PostalMime.parse(messages[0] ?? '')
  expect(seen).toMatchObject({
    subject: 'È quasi pronto',
    messageId: '<id-1@battito.example>',
    from: { name: 'Battito', address: 'post@battito.example' },
    to: [{ address: 'anna@example.org' }],
    replyTo: [{ address: 'help@battito.example' }],
  })
  expect(seen.html).toContain('<p>Ciao</p>')
  expect(seen.text).toContain('Ciao')
  const headers = new Map(seen.headers.map(({ key, value }) => [key, value]))
  expect(headers.get('auto-submitted')).toBe('auto-generated')
  expect(headers.has('list-unsubscribe')).toBe(false)
})

it('does not mark a mail that a person wrote as automatic', async () => {
  const { mailer, messages } = await start()
  await mailer.send({ ...mail, replyTo: 'anna@example.org, eve@example.org', fromPerson: true })
  const seen = await PostalMime.parse(messages[0] ?? '')
  expect(seen.headers.some(({ key }) => key === 'auto-submitted')).toBe(false)
  expect(seen.replyTo?.length ?? 0).toBeLessThanOrEqual(1)
})

it('adds one-click unsubscription when there is an address for it', async () => {
  const { mailer, messages } = await start()
  await mailer.send({ ...mail, unsubscribe: 'https://battito.example/u?token=1' })
  expect(messages[0]).toContain('List-Unsubscribe: <https://battito.example/u?token=1>')
  expect(messages[0]).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
})

it('cannot be made to send to a second address or add a header', async () => {
  const { mailer, messages, recipients } = await start()
  await mailer
    .send({ ...mail, to: 'a@example.org, b@example.org', subject: 'x\r\nBcc: evil@example.org' })
    // Refused or sent to one address: both are allowed here, a second recipient is not.
    .catch(() => undefined)
  expect(recipients.length).toBeLessThanOrEqual(1)
  expect(messages.join()).not.toMatch(/^Bcc:/m)
})

it.each([
  ['RCPT', '550 no such person', 'hard'],
  ['RCPT', '550 5.7.1 relaying denied', 'policy'],
  // Of the sender and the content: nothing about the recipient.
  ['MAIL', '550 no such person', 'policy'],
  ['DATA', '554 not taken', 'policy'],
  ['DATA', '550 rejected', 'policy'],
  ['DATA', '550 5.1.1 no', 'hard'],
  ['DATA', '554 delivery error: dd This user doesn’t have an account', 'hard'],
])('reports a permanent refusal at %s, %s, as %s', async (command, answer, meaning) => {
  const { mailer } = await start({ [command]: answer })
  const error: unknown = await mailer.send(mail).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(MailRefused)
  expect((error as MailRefused).refusal).toMatchObject({ class: meaning, code: Number(answer.slice(0, 3)) })
})

it('reports a busy or unreachable server as worth a retry', async () => {
  const { mailer } = await start({ RCPT: '451 try later' })
  await expect(mailer.send(mail)).rejects.toSatisfy(
    (error) => error instanceof Error && !(error instanceof MailRefused),
  )
  const unreachable = createMailer({ smtpUrl: 'smtp://127.0.0.1:1' })
  await expect(unreachable.send(mail)).rejects.toSatisfy(
    (error) => error instanceof Error && !(error instanceof MailRefused),
  )
  unreachable.close()
})

const aKey = () => generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
const signed = (): Dkim => ({
  selector: 's1',
  privateKey: aKey().export({ type: 'pkcs8', format: 'pem' }) as string,
})

it.each([
  ['stays silent', 'silence', undefined],
  ['hangs up', 'hang up', undefined],
  ['hangs up on a signed mail', 'hang up', signed()],
] as const)('does not know whether a mail was taken by a relay that %s at its end', async (_, end, dkim) => {
  const smtp = await startSmtp({}, end)
  const mailer = createMailer({ smtpUrl: smtp.url, dkim, answerMs: 300 })
  open.push(mailer, smtp)
  await expect(mailer.send(mail)).rejects.toBeInstanceOf(MailUnanswered)
  expect(smtp.messages).toHaveLength(1)
})

it.each([
  ['refuses at its end', {}, '451 4.3.0 scanner busy'],
  ['is going at its end', {}, '421 going'],
  ['is going before it', { RCPT: '421 going' }, ''],
  ['hangs up before it', { RCPT: '' }, ''],
])('knows that a relay that %s has not taken a mail, signed or not', async (_, answers, last) => {
  for (const dkim of [undefined, signed()]) {
    const smtp = await startSmtp(answers, last === '' ? 'answer' : 'silence')
    const mailer = createMailer({ smtpUrl: smtp.url, dkim, answerMs: 10_000 })
    open.push(mailer, smtp)
    const outcome = mailer.send(mail).catch((error: unknown) => error)
    if (last !== '') {
      await expect.poll(() => smtp.messages.length).toBe(1)
      smtp.say(last)
    }
    expect(await outcome).toSatisfy((error) => error instanceof Error && !(error instanceof MailUnanswered))
  }
})

it('waits for ten minutes for the answer to a mail, as a relay may search it first (RFC 5321, 4.5.3.2.6)', async () => {
  const waits = vi.spyOn(Socket.prototype, 'setTimeout')
  const { mailer } = await start()
  await mailer.send(mail)
  expect(waits.mock.calls.map(([ms]) => ms)).toContain(600_000)
  waits.mockRestore()
})

it.each([
  ['EHLO', { EHLO: null }],
  ['AUTH', { EHLO: '250 AUTH PLAIN', AUTH: null }],
  ['MAIL', { MAIL: null }],
  ['RCPT', { RCPT: null }],
  ['DATA', { DATA: null }],
])(
  'does not wait for ten minutes for a relay that says nothing to %s, and knows that the mail is not there',
  async (_, answers) => {
    const smtp = await startSmtp(answers)
    const mailer = createMailer({ smtpUrl: smtp.url.replace('//', '//someone:secret@'), handingOverMs: 300 })
    open.push(mailer, smtp)
    // As many as there are connections.
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => mailer.send(mail).catch((error: unknown) => error)))
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ message: expect.stringMatching(/^SMTP_URL: the mail relay .* does not answer$/) })
      expect(outcome).not.toBeInstanceOf(MailUnanswered)
    }
  },
)

it('a check of a relay that says nothing ends as soon', async () => {
  const smtp = await startSmtp({ EHLO: null })
  const mailer = createMailer({ smtpUrl: smtp.url, handingOverMs: 300 })
  open.push(mailer, smtp)
  await expect(mailer.check()).rejects.toThrow(/does not answer$/)
})

it('gives a relay that has a mail the longer time', async () => {
  const smtp = await startSmtp({}, 'silence')
  const mailer = createMailer({ smtpUrl: smtp.url, handingOverMs: 1000, answerMs: 1500 })
  open.push(mailer, smtp)
  await expect(mailer.send(mail)).rejects.toMatchObject({ cause: { code: 'ETIMEDOUT' } })
})

it('returns to an address of its own, and shows the sender', async () => {
  const { mailer, messages, senders } = await start()
  await mailer.send({ ...mail, returnPath: 'bounces+abc@mail.example' })
  expect(senders).toEqual(['MAIL FROM:<bounces+abc@mail.example>'])
  expect((await PostalMime.parse(messages[0] ?? '')).from?.address).toBe('post@battito.example')
})

it('puts nothing of a name, subject or address into a header of its own', async () => {
  const { mailer, messages, senders, recipients } = await start()
  const evil = '\r\nBcc: evil@example.org\r\nX-Evil: 1\u0000\u2028'
  await mailer
    .send({
      ...mail,
      from: { name: `Battito${evil}`, address: 'post@battito.example' },
      subject: `Ciao${evil}`,
      replyTo: `help@battito.example${evil}`,
      messageId: `id-1@battito.example${evil}`,
      returnPath: `bounces+abc@mail.example${evil}`,
      unsubscribe: `https://battito.example/u?token=1${evil}`,
    })
    // Refused, or sent without what was added.
    .catch(() => undefined)
  expect(recipients.length).toBeLessThanOrEqual(1)
  expect([...senders, ...recipients].join()).not.toMatch(/[\r\n]/)
  expect(messages.join()).not.toMatch(/^(Bcc|X-Evil):/im)
})

it('signs for the sender’s domain, one-click unsubscription included', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  const { mailer, messages } = await start({}, { selector: 's1', privateKey: pem })
  await mailer.send({ ...mail, unsubscribe: 'https://battito.example/u?token=1' })
  const [head = '', ...rest] = (messages[0] ?? '').split('\r\n\r\n')
  const fields = head
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line) => /^([^:]+):\s*(.*)$/.exec(line) ?? [])
  const field = (name: string) => fields.find(([, one = '']) => one.toLowerCase() === name)
  const signature = field('dkim-signature')?.[2] ?? ''
  const tags = new Map(
    signature.split(';').map(
      (tag) =>
        tag
          .trim()
          .match(/^(\w+)=(.*)$/s)
          ?.slice(1) as [string, string],
    ),
  )
  expect([tags.get('d'), tags.get('s'), tags.get('a')]).toEqual(['battito.example', 's1', 'rsa-sha256'])
  const signed = (tags.get('h') ?? '').split(':')
  for (const name of ['from', 'to', 'subject', 'list-unsubscribe', 'list-unsubscribe-post'])
    expect(signed).toContain(name)
  const body = `${rest
    .join('\r\n\r\n')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ \r\n/g, '\r\n')
    .replace(/(\r\n)*$/, '')}\r\n`
  expect(tags.get('bh')).toBe(createHash('sha256').update(body).digest('base64'))
  // Relaxed, as RFC 6376 section 3.4.2 says.
  const relaxed = (name: string, value: string) => `${name}:${value.replaceAll(/\s+/g, ' ').trim()}`
  const data = [
    ...signed.map((name) => `${relaxed(name, field(name)?.[2] ?? '')}\r\n`),
    relaxed('dkim-signature', signature.replace(/\bb=[^;]*$/, 'b=')),
  ].join('')
  const given = Buffer.from((tags.get('b') ?? '').replaceAll(/\s/g, ''), 'base64')
  expect(verify('sha256', Buffer.from(data), publicKey, given)).toBe(true)
})

it('refuses a key that would not sign', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dkim-'))
  const file = join(folder, 'key.pem')
  const read = async (text: string) => {
    await writeFile(file, text)
    return () => readDkim({ selector: 's1', keyFile: file })
  }
  const pem = (pair: { privateKey: KeyObject }) => pair.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  const good = pem(generateKeyPairSync('rsa', { modulusLength: 1024 }))
  expect((await read(good))()).toEqual({ selector: 's1', privateKey: good })
  for (const wrong of [
    '',
    'x',
    pem(generateKeyPairSync('ed25519')),
    pem(generateKeyPairSync('rsa', { modulusLength: 512 })),
  ])
    expect(await read(wrong)).toThrow(/^MAIL_DKIM_KEY_FILE: must hold an RSA key/)
  await rm(folder, { recursive: true })
  expect(() => readDkim({ selector: 's1', keyFile: file })).toThrow(/^MAIL_DKIM_KEY_FILE: cannot be read/)
})

it.each([
  ['a mail that is taken', {}, undefined],
  ['a recipient that is refused', { RCPT: '550 no such user' }, undefined],
  ['a content that is refused', { DATA: '554 5.7.1 spam' }, undefined],
  ['a relay that asks to wait', { RCPT: '450 4.2.0 greylisted' }, undefined],
  ['a relay that does not take the password', { AUTH: '535 5.7.8 no', EHLO: '250 AUTH PLAIN' }, 'credentials'],
  ['a relay that is going', { EHLO: '421 going', HELO: '421 going' }, 'silent'],
] as const)('says of the relay after %s whether it works', async (_, answers, fault) => {
  const { url } = await start(answers)
  const mailer = createMailer({ smtpUrl: url.replace('//', '//someone:secret@') })
  open.push(mailer)
  const seen: Call[] = []
  const stop = onCall((call) => seen.push(call))
  await mailer.send(mail).catch((error: unknown) => expect(error).toBeInstanceOf(Error))
  stop()
  expect(seen).toMatchObject([{ method: 'SMTP', service: 'mail' }])
  expect(faultOf(seen[0]!)).toBe(fault)
  expect(JSON.stringify(seen)).not.toMatch(/anna@|secret/)
})
