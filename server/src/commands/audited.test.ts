import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAudit } from '#modules/audit/index.ts'
import { openCase } from '#modules/cases/index.ts'
import { emailQueue } from '#modules/outreach/index.ts'
import { newId } from '#platform/ids.ts'
import { createLocalStorage } from '#platform/storage/local.ts'
import { checkedInFlows } from '#test/support/brands-folder.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import type { CommandResult } from './command-result.ts'
import { kpi } from './kpi.ts'
import { mail } from './mail.ts'
import { runPayments } from './payments.ts'
import { moderatePhotos } from './photos.ts'
import { moderateReports } from './reports.ts'
import { moderateReviews } from './reviews.ts'

/* What commands show of people and decide about them is in the audit, as what staff do in the console is. */

const now = new Date()
const clock = () => now
let testServer: TestServer
let her: TestMember
let him: TestMember
const ids = { report: '', review: '', photo: newId(), verification: '', email: newId(), payment: '' }

const storage = () => createLocalStorage(join(testServer.config.dataDir, 'storage'))
const deps = () => ({
  db: testServer.database.db,
  brands: testServer.context.brands,
  // The bystanders' brand has the purchases.
  brandKeys: ['local', 'bystanders'],
  flows: checkedInFlows(),
  enqueueEmail: emailQueue(clock),
  storage: storage(),
  clock,
  user: 'ada',
})
type Run = (args: readonly string[]) => Promise<CommandResult>
const commands = {
  reports: (args) => moderateReports(args, deps()),
  reviews: (args) => moderateReviews(args, deps()),
  photos: (args) => moderatePhotos(args, deps()),
  mail: (args) => mail(args, deps()),
  kpi: (args) => kpi(args, deps()),
  payments: (args) => runPayments(args, { ...deps(), connections: { all: [] } as never, log: {} as never }),
} as const satisfies Record<string, Run>

beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
  ;[him, her] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  const { db, pool } = testServer.database
  const memberId = her.session.angelId
  await testServer.call('/api/report', { token: him.token, body: { angelId: memberId, reason: 'spam' } })
  ids.report = (
    await db.selectFrom('reports').select('id').where('reported_id', '=', memberId).executeTakeFirstOrThrow()
  ).id
  ids.review = newId()
  await pool.query(
    `insert into reviews (id, brand_id, member_id, author_name, author_gender, author_age, stars, body, locale, state, created_at)
     values ($1, 'local', $2, 'Ada', 'woman', 30, 2, 'Mah', 'it', 'pending', $3)`,
    [ids.review, memberId, now],
  )
  for (const [id, state] of [
    [ids.photo, 'pending'],
    [newId(), 'approved'],
  ] as const) {
    const key = `photos/${id}.png`
    // One grey pixel.
    await storage().put(
      key,
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
        'base64',
      ),
    )
    await db
      .insertInto('member_photos')
      .values({ member_id: memberId, id, storage_key: key, state, is_default: state === 'approved', created_at: now })
      .execute()
    if (state === 'pending') continue
    ids.verification = newId()
    await pool.query(
      `insert into photo_verifications (member_id, id, photo_id, gesture, state, storage_key, asked_at, sent_at)
       values ($1, $2, $3, 'thumb_up', 'sent', $4, $5, $5)`,
      [memberId, ids.verification, id, key, now],
    )
  }
  for (const kind of ['photo', 'review', 'verification'] as const)
    await openCase(db, { brandId: 'local', kind, subjectId: ids[kind], memberId, at: now })
  await pool.query(
    `insert into emails (id, brand_id, member_id, kind, to_address, locale, props, state, attempts, created_at)
     values ($1, 'local', $2, 'welcome', $3, 'it', '{}', 'dead', 9, $4)`,
    [ids.email, memberId, her.email, now],
  )
  const payment = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('brand_id', '=', 'bystanders')
    .limit(1)
    .executeTakeFirstOrThrow()
  ids.payment = payment.id
})
afterAll(() => testServer.close())

/** The newest entry of the brand: of the command, and about which member. */
const newest = async (brandId: string) => {
  const { entries } = await readAudit(testServer.database.db, {
    brandId,
    before: undefined,
    staffId: undefined,
    memberId: undefined,
  })
  return entries[0]
}
const file = () => join(tmpdir(), `${newId()}.jpg`)

test.each<[keyof typeof commands, () => string[], object]>([
  ['reports', () => ['list'], { action: 'data_shown', detail: { what: 'reports list', count: 1 } }],
  ['reviews', () => ['list'], { action: 'data_shown', detail: { what: 'reviews list' } }],
  ['photos', () => ['list'], { action: 'data_shown', detail: { what: 'photos list' } }],
  ['photos', () => ['show', '--id', ids.photo, '--to', file()], { action: 'data_shown', subjectKind: 'photo' }],
  ['photos', () => ['verify', 'list'], { action: 'data_shown', detail: { what: 'photos verify list' } }],
  [
    'photos',
    () => ['verify', 'show', '--id', ids.verification, '--to', file()],
    { action: 'data_shown', subjectKind: 'verification' },
  ],
  ['mail', () => ['list'], { action: 'data_shown', detail: { what: 'mail list' } }],
  ['mail', () => ['show', '--id', ids.email], { action: 'data_shown', subjectKind: 'email' }],
  ['reports', () => ['uphold', '--id', ids.report, '--reason', 'Spam'], { action: 'report_decided', reason: 'Spam' }],
  [
    'reviews',
    () => ['refuse', '--id', ids.review, '--reason', 'insults'],
    { action: 'review_decided', detail: { verdict: 'refuse', reason: 'insults' } },
  ],
  ['photos', () => ['verify', 'approve', '--id', ids.verification], { action: 'verification_decided' }],
  ['photos', () => ['approve', '--id', ids.photo], { action: 'photo_decided', detail: { verdict: 'approve' } }],
])('`%s` leaves an entry (%#)', async (command, args, entry) => {
  const before = (await newest('local'))?.seq ?? 0
  const result = await commands[command]([...args(), '--brand', 'local'])
  expect(result).toMatchObject({ ok: true })
  const after = await newest('local')
  expect(after).toMatchObject({ command: 'ada', seq: before + 1, ...entry })
  // What is about one thing is about its member.
  if (after?.subjectKind !== 'command') expect(after?.memberId).toBe(her.session.angelId)
})

test('a payment that is shown leaves an entry in the chain of its brand', async () => {
  expect(await commands.payments(['show', '--id', ids.payment])).toMatchObject({ ok: true })
  expect(await newest('bystanders')).toMatchObject({ action: 'data_shown', subjectId: ids.payment, command: 'ada' })
})

test.each<[keyof typeof commands, string[]]>([
  ['reports', ['list', '--state', 'dismissed']],
  ['reports', ['dismiss', '--id', newId(), '--reason', 'x']],
  ['photos', ['approve', '--id', newId()]],
  ['photos', ['verify', 'approve', '--id', newId()]],
  ['kpi', ['rows', '--day', '2026-01-01', '--metric', 'signups']],
])('`%s` that shows and decides nothing leaves none (%#)', async (command, args) => {
  const before = (await newest('local'))?.seq
  await commands[command]([...args, '--brand', 'local'])
  expect((await newest('local'))?.seq).toBe(before)
})
