import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { checkedInBrands } from '../../../../../test/brands-folder.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../test/database.ts'
import { type DatabaseHandle, openDatabase } from '../../../../platform/database.ts'
import { runJobs } from '../../../../platform/jobs.ts'
import { createLog } from '../../../../platform/log.ts'
import { type Mail, type Mailer, MailRefused } from '../../../../platform/mail.ts'
import { createUrgent } from '../../../../platform/urgent.ts'
import { type Email, emailQueue } from '../../index.ts'
import { renderEmail } from './templates/render.tsx'
import { oldestWaiting, requeueLost } from './enqueue-email.ts'
import { sendEmail, type DocumentsOf } from './send-email.ts'

const enqueueEmail = emailQueue(() => new Date())

let database: TestDatabase
let handle: DatabaseHandle
let sent: Mail[]
let failure: Error | undefined
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
  documentsOf = async () => []
  await handle.db.deleteFrom('emails').execute()
  await sql`delete from graphile_worker._private_jobs`.execute(handle.db)
})

const mailer: Mailer = {
  async send(mail) {
    if (failure) throw failure
    sent.push(mail)
  },
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
const keys = { linkKeys: [Buffer.alloc(32, 1)], addressKeys: [Buffer.alloc(32, 2)] } as const
const deps = () => ({
  db: handle.db,
  brands: checkedInBrands(),
  mailer,
  render: renderEmail,
  documentsOf,
  log,
  clock: () => new Date(),
  urgent: createUrgent(),
  ...keys,
})

async function attempt(number: number, last = false): Promise<void> {
  const [row] = await rows()
  await sendEmail(deps(), { emailId: row?.id ?? expect.fail('no email') }, { attempt: number, last })
}

it('queues the email and its job together, or neither', async () => {
  await handle.db.transaction().execute((tx) => enqueueEmail(tx, email))
  await expect(
    handle.db.transaction().execute(async (tx) => {
      await enqueueEmail(tx, email)
      throw new Error('the cause failed')
    }),
  ).rejects.toThrow('the cause failed')
  expect(await rows()).toHaveLength(1)
  expect(await jobs()).toEqual([{ identifier: 'outreach.send_email', max_attempts: 8 }])
})

it('is sent once in the member’s language, and its link is deleted', async () => {
  await handle.db.transaction().execute((tx) => enqueueEmail(tx, email))
  await handle.db.transaction().execute((tx) => enqueueEmail(tx, { ...email, to: 'later@example.org' }))
  await attempt(1)
  await attempt(2)
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
  await attempt(1)
  expect(sent[0]?.attachments).toEqual([pdf])
  await handle.db.deleteFrom('emails').execute()
  documentsOf = () => Promise.reject(new Error('no font'))
  await handle.db.transaction().execute((tx) => enqueueEmail(tx, email))
  await attempt(1)
  expect(sent[1]?.attachments).toEqual([])
  expect(await rows()).toMatchObject([{ state: 'sent' }])
})

it('keeps trying, then keeps the dead letter', async () => {
  await handle.db.transaction().execute((tx) => enqueueEmail(tx, email))
  await handle.db.transaction().execute((tx) => enqueueEmail(tx, email))
  failure = new Error('connection refused')
  await expect(attempt(1)).rejects.toThrow('connection refused')
  expect((await rows())[0]).toMatchObject({
    state: 'queued',
    attempts: 1,
    last_error: 'connection refused',
    props: email.props,
  })
  await attempt(8, true)
  const [dead, other] = await rows()
  expect(dead).toMatchObject({ state: 'dead', attempts: 8, last_error: 'connection refused' })
  expect(other).toMatchObject({ state: 'queued', attempts: 0, last_error: null, props: email.props })
  expect(dead?.props).toEqual({})
  failure = undefined
  await attempt(9)
  expect(sent).toEqual([])
})

it('is given up immediately when the server refuses permanently or the brand no longer exists', async () => {
  await handle.db.transaction().execute((tx) => enqueueEmail(tx, email))
  failure = new MailRefused('550 no such person')
  await attempt(1)
  expect((await rows())[0]).toMatchObject({ state: 'dead', last_error: '550 no such person' })
  await handle.db.deleteFrom('emails').execute()
  await handle.db.transaction().execute((tx) => enqueueEmail(tx, { ...email, brandId: 'gone' }))
  await attempt(1)
  expect((await rows())[0]).toMatchObject({ state: 'dead', last_error: 'there is no brand gone' })
})

it('is not sent without an unsubscribe link, if it is a notification', async () => {
  await handle.db
    .transaction()
    .execute((tx) =>
      enqueueEmail(tx, { ...email, kind: 'new-message', props: { link: 'http://battito.localhost:4300/chats' } }),
    )
  await attempt(1)
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
  await attempt(1)
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
  await attempt(1)
  expect(sent).toHaveLength(1)
  expect(await rows()).toMatchObject([{ kind: 'confirm-email' }])
  await handle.db.deleteFrom('emails').execute()
  await queue()
  failure = new Error('connection refused')
  await attempt(8, true)
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
    handlers: { 'outreach.send_email': (payload, job) => sendEmail(deps(), payload, job) },
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
