import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { checkedInBrands } from '#test/support/brands-folder.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { type DatabaseHandle, openDatabase } from '#platform/database/database.ts'
import { runJobs } from '#platform/jobs/jobs.ts'
import { newId } from '#platform/ids.ts'
import { createLog } from '#platform/process/log.ts'
import { type Mail, type Mailer, MailRefused } from '#platform/mail/mail.ts'
import { createPriorityGate } from '#platform/flow-control/priority-gate.ts'
import { type Email, emailQueue } from '../../index.ts'
import { noTelegram } from '../telegram/testing/none.ts'
import { renderEmail } from './templates/render.tsx'
import { countDead, forgetDead, requeueDead, requeueLetter } from './dead-letters.ts'
import { oldestWaiting, requeueLost } from './enqueue-email.ts'
import { createPace, type Pace } from './pace.ts'
import { emailsNamedIn } from '../../outcomes/return-path.ts'
import { sendEmail, type DocumentsOf, type SendPayload } from './send-email.ts'

const enqueueEmail = emailQueue(() => new Date())

let database: TestDatabase
let handle: DatabaseHandle
let sent: Mail[]
let failure: Error | undefined
let render: typeof renderEmail
let now = new Date()
/** Tokens of links that were made valid again, and those that may not be used any more. */
let renewed: string[]
let withdrawn: Set<string>
let pace: Pace
let reportAddress: string | undefined
beforeAll(async () => {
  database = await createTestDatabase({ bystanders: false })
  handle = openDatabase(database.url, { size: 6 })
})
afterAll(async () => {
  await handle.close()
  await database.drop()
})
beforeEach(async () => {
  sent = []
  failure = undefined
  render = renderEmail
  now = new Date()
  renewed = []
  withdrawn = new Set()
  pace = createPace(300)
  reportAddress = undefined
  documentsOf = async () => []
  await handle.db.deleteFrom('emails').execute()
  await handle.db.deleteFrom('mail_events').execute()
  await handle.db.deleteFrom('mail_addresses').execute()
  await handle.db.deleteFrom('mail_rates').execute()
  await sql`delete from graphile_worker._private_jobs`.execute(handle.db)
})

const mailer: Mailer = {
  async send(mail) {
    if (failure) throw failure
    sent.push(mail)
  },
  check: async () => undefined,
  close: () => undefined,
}
const email: Email = {
  brandId: 'battito',
  memberId: null,
  kind: 'confirm-email',
  to: 'anna@example.org',
  locale: 'es',
  props: { link: 'http://battito.localhost:4300/confirmEmail?token=secret-token' },
}
const rows = () => handle.db.selectFrom('emails').selectAll().orderBy('id').execute()
const jobs = async () =>
  (
    await sql<{
      identifier: string
      max_attempts: number
    }>`select task_identifier as identifier, max_attempts from graphile_worker.jobs`.execute(handle.db)
  ).rows

const log = createLog('silent')
let documentsOf: DocumentsOf
const keys = {
  linkKeys: [Buffer.alloc(32, 1)],
  addressKeys: [Buffer.alloc(32, 2)],
  settingsKeys: [Buffer.alloc(32, 3)],
} as const
const deps = () => ({
  db: handle.db,
  brands: checkedInBrands(),
  mailer,
  render,
  documentsOf,
  log,
  renewLink: async (_tx: unknown, token: string) => {
    renewed.push(token)
    return !withdrawn.has(token)
  },
  clock: () => now,
  urgent: createPriorityGate(),
  pace,
  // What decides about promotion is tested with its module.
  promotions: { claim: () => expect.fail('no promotion'), ended: () => expect.fail('no promotion') },
  returnPathKeys: keys.addressKeys,
  reportAddress,
  // Whether a notice is still sent is tested with the rules.
  channels: { email: noTelegram, push: noTelegram, telegram: noTelegram },
  ...keys,
})

async function attempt(): Promise<void> {
  const [row] = await rows()
  await sendEmail(deps(), { emailId: row?.id ?? expect.fail('no email') })
}
const enqueue = (one: Email = email) => handle.db.transaction().execute((tx) => enqueueEmail(tx, one))
const minutes = (count: number): Date => new Date(Date.now() + count * 60_000)

it('queues the email and its job together, or neither', async () => {
  await handle.db.transaction().execute((tx) => enqueueEmail(tx, email))
  await expect(
    handle.db.transaction().execute(async (tx) => {
      await enqueueEmail(tx, email)
      throw new Error('the cause failed')
    }),
  ).rejects.toThrow('the cause failed')
  expect(await rows()).toHaveLength(1)
  expect(await jobs()).toMatchObject([{ identifier: 'outreach.send_email' }])
})

it('is sent once in the member’s language, and its link is deleted', async () => {
  await handle.db.transaction().execute((tx) => enqueueEmail(tx, email))
  await handle.db.transaction().execute((tx) => enqueueEmail(tx, { ...email, to: 'later@example.org' }))
  await attempt()
  await attempt()
  expect(sent).toHaveLength(1)
  const [row, other] = await rows()
  expect(other).toMatchObject({ to_address: 'later@example.org', state: 'queued', attempts: 0, props: email.props })
  expect(sent[0]).toMatchObject({
    to: 'anna@example.org',
    subject: 'Confirma tu dirección en Battito',
    from: { name: 'Battito', address: 'post@battito.example' },
    replyTo: checkedInBrands().byKey('battito')?.support.email,
    messageId: `${row?.id}@battito.example`,
  })
  expect(sent[0]?.replyTo).not.toBe('post@battito.example')
  expect(sent[0]).not.toHaveProperty('fromPerson')
  expect(sent[0]?.unsubscribe).toBeUndefined()
  expect(row).toMatchObject({ state: 'sent', attempts: 1, last_error: null })
  expect(row?.props).toEqual({})
  expect(row?.sent_at).toBeInstanceOf(Date)
})

it('takes its documents along, and goes without one that cannot be made', async () => {
  const pdf = { name: '2026-000001.pdf', content: Buffer.from('%PDF-') }
  documentsOf = async ({ kind, locale, createdAt }) =>
    kind === 'confirm-email' && locale === 'es' && createdAt instanceof Date ? [pdf] : []
  await handle.db.transaction().execute((tx) => enqueueEmail(tx, email))
  await attempt()
  expect(sent[0]?.attachments).toEqual([pdf])
  await handle.db.deleteFrom('emails').execute()
  documentsOf = () => Promise.reject(new Error('no font'))
  await handle.db.transaction().execute((tx) => enqueueEmail(tx, email))
  await attempt()
  expect(sent[1]?.attachments).toEqual([])
  expect(await rows()).toMatchObject([{ state: 'sent' }])
})

it('is tried for two days with growing delays, then kept as a dead letter that can be sent again', async () => {
  await enqueue()
  await enqueue()
  failure = new Error('connection refused')
  // A hundred times.
  render = () => Promise.resolve({ subject: 'x', html: 'x', text: 'x' })
  const delays: number[] = []
  const begun = now.getTime()
  for (;;) {
    await attempt()
    const [row, other] = await rows()
    expect(other).toMatchObject({ state: 'queued', attempts: 0, last_error: null, props: email.props })
    if (row?.state !== 'queued') break
    const { rows: waiting } = await sql<{ run_at: Date }>`
      select run_at from graphile_worker.jobs where key = ${`email ${row.id}`}`.execute(handle.db)
    const next = waiting[0]?.run_at ?? expect.fail('nothing will send it')
    delays.push(Math.round((next.getTime() - now.getTime()) / 60_000))
    now = next
  }
  expect(delays.slice(0, 9)).toEqual([1, 1, 2, 4, 8, 16, 30, 30, 30])
  expect(Math.max(...delays)).toBe(30)
  const hours = (now.getTime() - begun) / 3_600_000
  expect(hours).toBeGreaterThan(47.4)
  expect(hours).toBeLessThanOrEqual(48)
  expect((await rows())[0]).toMatchObject({
    state: 'dead',
    attempts: delays.length + 1,
    last_error: 'connection refused',
    props: email.props,
  })
  expect(await countDead(handle.db)).toBe(1)
  failure = undefined
  await attempt()
  expect(sent).toEqual([])
  expect(await requeueDead(handle.db, { brandId: 'local', kind: undefined, at: now })).toEqual({ requeued: 0, left: 0 })
  expect(await requeueDead(handle.db, { brandId: 'battito', kind: 'receipt', at: now })).toEqual({
    requeued: 0,
    left: 0,
  })
  expect(await requeueDead(handle.db, { brandId: 'battito', kind: undefined, at: now })).toEqual({
    requeued: 2,
    left: 0,
  })
  expect((await rows())[0]).toMatchObject({ state: 'queued', attempts: 0, requeued_at: now })
  // Tried as long as a new one.
  failure = new Error('connection refused')
  await attempt()
  expect((await rows())[0]).toMatchObject({ state: 'queued', attempts: 1 })
  // The other one waited, and is sent at once.
  expect((await rows())[1]).toMatchObject({ state: 'queued', attempts: 0, requeued_at: null })
  failure = undefined
  await attempt()
  expect(sent).toHaveLength(1)
  expect((await rows())[0]).toMatchObject({ state: 'sent', props: {} })
})

it('that is optional is given up sooner', async () => {
  const member = await handle.db.selectFrom('members').select('id').limit(1).executeTakeFirst()
  await enqueue({
    ...email,
    memberId: member?.id ?? null,
    kind: 'new-message',
    props: { link: 'http://battito.localhost/chats' },
  })
  failure = new Error('connection refused')
  now = minutes(13 * 60)
  await attempt()
  expect(await rows()).toMatchObject([{ state: 'dead' }])
})

it('has a link that is valid from its sending, and is withheld when the link was withdrawn meanwhile', async () => {
  await enqueue()
  now = minutes(40 * 60)
  await attempt()
  expect(renewed).toEqual(['secret-token'])
  expect(sent).toHaveLength(1)
  await handle.db.deleteFrom('emails').execute()
  withdrawn.add('secret-token')
  await enqueue()
  await attempt()
  expect(sent).toHaveLength(1)
  expect(await rows()).toMatchObject([{ state: 'withheld', last_error: 'its link has been withdrawn' }])
  // What only mentions a link is sent without it being valid.
  await handle.db.deleteFrom('emails').execute()
  await enqueue({
    ...email,
    kind: 'password-guesses',
    props: { at: now.toISOString(), link: 'http://battito.localhost/resetPassword?token=secret-token' },
  })
  await attempt()
  expect(sent).toHaveLength(2)
})

it('says for thirty days what a dead letter said, and cannot be sent again after', async () => {
  await enqueue()
  failure = new MailRefused('there is no such brand')
  await attempt()
  const id = (await rows())[0]?.id ?? ''
  await forgetDead(handle.db, minutes(29 * 24 * 60))
  expect((await rows())[0]?.props).toEqual(email.props)
  await forgetDead(handle.db, minutes(31 * 24 * 60))
  expect((await rows())[0]?.props).toEqual({})
  expect(await requeueLetter(handle.db, id, now)).toBe('forgotten')
  expect(await requeueLetter(handle.db, '0192f000-0000-7000-8000-000000000000', now)).toBe('unknown')
})

const refusedWith = (code: number, text: string, meaning: 'hard' | 'policy') =>
  new MailRefused(`Can't send mail: ${text}`, { refusal: { code, enhanced: null, text, class: meaning } })

it('to an address that does not exist has bounced, and nothing but a confirmation is sent there', async () => {
  const to = 'anna@example.org'
  await enqueue({ ...email, kind: 'account-restored', props: { link: 'http://battito.localhost/login' } })
  failure = refusedWith(550, `550 5.1.1 <${to}> no such user`, 'hard')
  await attempt()
  const [bounced] = await rows()
  expect(bounced).toMatchObject({ state: 'bounced', attempts: 1, props: { link: 'http://battito.localhost/login' } })
  const events = () =>
    handle.db.selectFrom('mail_events').select(['email_id', 'kind', 'class', 'code', 'diagnostic', 'source']).execute()
  expect(await events()).toEqual([
    {
      email_id: bounced?.id,
      kind: 'failed',
      class: 'hard',
      code: '550',
      diagnostic: '550 5.1.1 <…> no such user',
      source: 'smtp',
    },
  ])
  failure = undefined
  const next = async (one: Email) => {
    await handle.db.deleteFrom('emails').execute()
    await enqueue(one)
    await attempt()
    return (await rows())[0]
  }
  const receipt: Email = { ...email, kind: 'account-restored', props: { link: 'http://battito.localhost/login' } }
  expect(await next({ ...receipt, to: 'ANNA@example.org' })).toMatchObject({
    state: 'withheld',
    last_error: 'the address has bounced',
  })
  expect(await next({ ...receipt, to: 'berta@example.org' })).toMatchObject({ state: 'sent' })
  // Another brand's is another's.
  expect(await next({ ...receipt, brandId: 'local' })).toMatchObject({ state: 'sent' })
  expect(await next({ ...email, kind: 'sign-in-link' })).toMatchObject({ state: 'withheld' })
  expect(await next(email)).toMatchObject({ state: 'sent' })
  expect(await events()).toHaveLength(1)
})

it('is tried on when the relay, the sender or the content is refused, and the first such reply is recorded', async () => {
  await enqueue()
  failure = refusedWith(550, '550 5.7.1 relaying denied', 'policy')
  await attempt()
  await attempt()
  expect(await rows()).toMatchObject([{ state: 'queued', attempts: 2 }])
  expect(await handle.db.selectFrom('mail_events').select(['kind', 'class']).execute()).toEqual([
    { kind: 'delayed', class: 'policy' },
  ])
  expect(await handle.db.selectFrom('mail_addresses').selectAll().execute()).toEqual([])
  now = minutes(48 * 60)
  await attempt()
  expect(await rows()).toMatchObject([{ state: 'dead' }])
})

it('to our own mailbox that does not exist is a dead letter: the operator corrects it', async () => {
  const props = {
    name: 'Anna',
    email: 'anna@person.example.com',
    topic: 'privacy',
    message: 'Ciao',
    language: 'it',
    memberId: null,
  } as const
  await enqueue({ ...email, kind: 'contact', to: 'help@battito.example', locale: 'it', props })
  failure = refusedWith(550, '550 5.1.1 no such user', 'hard')
  await attempt()
  expect(await rows()).toMatchObject([{ state: 'queued' }])
  now = minutes(48 * 60)
  await attempt()
  expect(await rows()).toMatchObject([{ state: 'dead', props }])
  expect(await handle.db.selectFrom('mail_addresses').selectAll().execute()).toEqual([])
})

it('is given up immediately when the brand no longer exists', async () => {
  await enqueue({ ...email, brandId: 'gone' })
  await attempt()
  expect((await rows())[0]).toMatchObject({ state: 'dead', last_error: 'there is no brand gone' })
})

it('is not sent without an unsubscribe link, if it is a notification', async () => {
  await handle.db
    .transaction()
    .execute((tx) =>
      enqueueEmail(tx, { ...email, kind: 'new-message', props: { link: 'http://battito.localhost:4300/chats' } }),
    )
  await attempt()
  expect(sent).toEqual([])
  expect((await rows())[0]).toMatchObject({
    state: 'dead',
    last_error: expect.stringContaining('nobody could stop it'),
  })
})

it('from the contact form goes to support, can be replied to, and its text is deleted', async () => {
  const props = {
    name: 'Anna',
    email: 'anna@person.example.com',
    topic: 'privacy',
    message: 'Che cosa sapete di me?',
    language: 'it',
    memberId: null,
  } as const
  await handle.db
    .transaction()
    .execute((tx) => enqueueEmail(tx, { ...email, kind: 'contact', to: 'help@battito.example', locale: 'it', props }))
  await attempt()
  expect(sent[0]).toMatchObject({
    to: 'help@battito.example',
    replyTo: 'anna@person.example.com',
    fromPerson: true,
    subject: '[Battito] Dati personali: Anna',
    text: expect.stringContaining(props.message),
  })
  const [row] = await rows()
  expect([row?.state, row?.props]).toEqual(['sent', {}])
})

it('to a deleted account is removed with its address, sent or given up', async () => {
  const queue = () =>
    handle.db.transaction().execute((tx) => enqueueEmail(tx, { ...email, kind: 'deleted', props: {} }))
  await queue()
  await handle.db.transaction().execute((tx) => enqueueEmail(tx, email))
  await attempt()
  expect(sent).toHaveLength(1)
  expect(await rows()).toMatchObject([{ kind: 'confirm-email' }])
  await handle.db.deleteFrom('emails').execute()
  await queue()
  failure = new Error('connection refused')
  now = minutes(48 * 60)
  await attempt()
  expect(await rows()).toEqual([])
})

it('that lost its job more than two minutes ago gets a new one, once, oldest first', async () => {
  const queueAt = async (minutes: number, values: object = {}) => {
    await handle.db.transaction().execute((tx) => enqueueEmail(tx, email))
    const newest = (await handle.db.selectFrom('emails').select('id').orderBy('id', 'desc').execute())[0]?.id ?? ''
    const created_at = new Date(Date.now() - minutes * 60_000)
    await handle.db
      .updateTable('emails')
      .set({ created_at, ...values })
      .where('id', '=', newest)
      .execute()
    return newest
  }
  const recent = await queueAt(1.5)
  const lost = await queueAt(2.5)
  const sentBefore = await queueAt(10, { state: 'sent' })
  const older = await queueAt(30)
  await sql`delete from graphile_worker._private_jobs`.execute(handle.db)
  const waiting = await queueAt(10)
  await sql`update graphile_worker._private_jobs set attempts = 3`.execute(handle.db)
  expect(await oldestWaiting(handle.db, new Date())).toBeCloseTo(30 * 60, -1)
  await handle.db.updateTable('emails').set({ state: 'withheld' }).where('id', '=', older).execute()
  // Emails sent long ago do not count.
  expect(await oldestWaiting(handle.db, new Date())).toBeCloseTo(10 * 60, -1)
  await handle.db.updateTable('emails').set({ state: 'queued' }).where('id', '=', older).execute()
  for (let time = 0; time < 2; time += 1) await requeueLost(handle.db, new Date())
  const { rows: queued } = await sql<{ id: string; attempts: number }>`
    select j.payload ->> 'emailId' as id, attempts from graphile_worker._private_jobs j order by j.id`.execute(
    handle.db,
  )
  expect(queued.map(({ id }) => id)).toEqual([waiting, older, lost])
  // The job of the waiting one keeps its attempts.
  expect(queued.map(({ attempts }) => attempts)).toEqual([3, 0, 0])
  expect([recent, sentBefore].some((id) => queued.some((job) => job.id === id))).toBe(false)
})

it('is sent by the worker', async () => {
  await handle.db.transaction().execute((tx) => enqueueEmail(tx, email))
  const runner = await runJobs({
    pool: handle.pool,
    handlers: { 'outreach.send_email': (payload) => sendEmail(deps(), payload) },
    crontab: [],
    log,
  })
  await vi.waitFor(async () => expect(await rows()).toMatchObject([{ state: 'sent', attempts: 1 }]), {
    timeout: 10_000,
    interval: 100,
  })
  await runner.stop()
  expect(await jobs()).toEqual([])
})

it('returns to the mailbox for reports, at an address that names the mail', async () => {
  await enqueue()
  reportAddress = 'bounces@mail.example'
  await attempt()
  const [row] = await rows()
  expect(emailsNamedIn(keys.addressKeys, reportAddress, sent[0]?.returnPath ?? '')).toEqual([row?.id])
})

/** To many members at about the same time. */
const reminder: Email = {
  ...email,
  kind: 'ended-by-absence',
  props: { erasedOn: '2026-12-01', link: 'http://battito.localhost:4300/' },
}
const waiting = async () =>
  (
    await sql<{ payload: SendPayload; runAt: Date }>`
      select j.payload, p.run_at as "runAt" from graphile_worker._private_jobs j
      join graphile_worker.jobs p using (id) order by p.run_at`.execute(handle.db)
  ).rows

it('sends bulk mail at the pace of its domain, once its place has come; others do not wait', async () => {
  pace = createPace(1)
  const runAll = async () => {
    for (const { id } of await rows()) await sendEmail(deps(), { emailId: id })
  }
  for (let n = 0; n < 3; n += 1) await enqueue(reminder)
  await enqueue()
  await enqueue({ ...reminder, to: 'ben@elsewhere.example' })
  await sql`delete from graphile_worker._private_jobs`.execute(handle.db)
  await runAll()
  expect(sent.map(({ to }) => to)).toEqual(['anna@example.org', 'anna@example.org', 'ben@elsewhere.example'])
  const places = await waiting()
  expect(places.map(({ runAt }) => Math.round((runAt.getTime() - now.getTime()) / 1000))).toEqual([55, 115])
  // They are not late until then.
  expect(await oldestWaiting(handle.db, now)).toBeLessThanOrEqual(0)
  for (const { payload, runAt } of places) {
    now = runAt
    await sendEmail(deps(), payload)
  }
  expect(sent).toHaveLength(5)
  expect((await rows()).every(({ state }) => state === 'sent')).toBe(true)
})

it('pauses bulk mail to a domain whose servers ask for it', async () => {
  await enqueue()
  failure = Object.assign(new Error('421 4.7.0 try again later'), {
    responseCode: 421,
    code: 'EENVELOPE',
    command: 'RCPT TO',
  })
  await attempt()
  expect(pace.placeFor('ben@EXAMPLE.org', now).getTime() - now.getTime()).toBe(600_000)
})

async function insertAnna(): Promise<string> {
  const memberId = newId()
  await sql`insert into members (id, brand_id, pool_id, clickid, email, gender, seeks, age_stated, age_stated_on, country, locale, flow_id,
      flow_version, last_active_at, created_at)
    values (${memberId}, 'battito', 'battito', ${memberId}, ${`${memberId}@example.org`}, 'woman', 'man', 30, now(), 'ES', 'es', '7', '1', now(), now())`.execute(
    handle.db,
  )
  return memberId
}

/**
 * Two notices of one domain, of which the second has its place in a minute; with the number of those that were sent.
 */
async function oneWithAPlace() {
  pace = createPace(1)
  const notice: Email = {
    ...email,
    kind: 'new-message',
    memberId: await insertAnna(),
    props: { link: 'http://battito.localhost/chats' },
  }
  for (let n = 0; n < 2; n += 1) await enqueue(notice)
  await sql`delete from graphile_worker._private_jobs`.execute(handle.db)
  for (const { id } of await rows()) await sendEmail(deps(), { emailId: id })
  const [place] = await waiting()
  await sql`delete from graphile_worker._private_jobs`.execute(handle.db)
  if (!place) return expect.fail('no place')
  now = place.runAt
  return place.payload
}
const secondsUntilNext = async () => {
  const [next] = await waiting()
  return { ...next?.payload, seconds: Math.round(((next?.runAt.getTime() ?? 0) - now.getTime()) / 1000) }
}

it('keeps mail back that has its place already, once too much of the brand’s mail comes back', async () => {
  const payload = await oneWithAPlace()
  expect(sent).toHaveLength(1)
  await handle.db
    .insertInto('mail_rates')
    .values({ brand_id: 'battito', sent: 1000, bounced: 100, complained: 0, measured_at: now, stopped_at: now })
    .execute()
  await sendEmail(deps(), payload)
  expect(sent).toHaveLength(1)
  // It has given its place up.
  expect(await secondsUntilNext()).toEqual({ emailId: payload.emailId, seconds: 1800 })
})

it('gives mail that has its place another one where the domain has asked for a pause since', async () => {
  const payload = await oneWithAPlace()
  pace.pause('ben@example.org', new Date(now.getTime() - 60_000))
  await sendEmail(deps(), payload)
  expect(sent).toHaveLength(1)
  const next = await secondsUntilNext()
  expect(next).toEqual({ ...payload, seconds: 540 })
  now = new Date(now.getTime() + 540_000)
  await sendEmail(deps(), payload)
  expect(sent).toHaveLength(2)
})

it('keeps notices back while too much of the brand’s mail comes back, and sends the rest', async () => {
  const stopped = { sent: 1000, bounced: 100, complained: 0, measured_at: now, stopped_at: now }
  await handle.db
    .insertInto('mail_rates')
    .values({ brand_id: 'battito', ...stopped })
    .execute()
  const memberId = await insertAnna()
  const notice: Email = { ...email, kind: 'new-message', memberId, props: { link: 'http://battito.localhost/chats' } }
  await enqueue(notice)
  await enqueue()
  for (const { id } of await rows()) await sendEmail(deps(), { emailId: id })
  expect(sent.map(({ subject }) => subject)).toEqual(['Confirma tu dirección en Battito'])
  const [row] = await rows()
  expect(row?.state).toBe('queued')
  // It is about what has been read half a day later.
  now = new Date(now.getTime() + 11.6 * 3_600_000)
  await attempt()
  expect((await rows())[0]).toMatchObject({ state: 'withheld', last_error: 'too much of the brand’s mail came back' })
  await handle.db.updateTable('mail_rates').set({ stopped_at: null }).execute()
  await enqueue(notice)
  await sendEmail(deps(), { emailId: (await rows()).at(-1)?.id ?? '' })
  expect(sent).toHaveLength(2)
})
