import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { createLog } from '#platform/process/log.ts'
import { emailQueue } from '#modules/outreach/index.ts'
import type { AccountDeps } from '../deps.ts'
import { holdMember, releaseMember } from '../erase/erasure.ts'
import { endAbsent } from './end-absent.ts'

/* Accounts of members who never come back (decision 048). */

const day = 86_400_000
let now = new Date()
let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false, clock: () => now })
})
afterAll(() => testServer.close())
beforeEach(() => {
  now = new Date()
})

const idOf = ({ session }: TestMember): string => session.angelId
const run = (name: 'accounts-end-absent' | 'accounts-erase') =>
  testServer.context.jobs.handlers[name]?.({}, { attempt: 1, last: false })
const later = (days: number): Date => (now = new Date(now.getTime() + days * day))
const stateOf = async (member: TestMember) =>
  (await testServer.database.db.selectFrom('members').select('state').where('id', '=', idOf(member)).executeTakeFirst())
    ?.state
const emailsTo = async (member: TestMember) => {
  const rows = await testServer.database.db
    .selectFrom('emails')
    .select(['kind', 'props', 'locale'])
    .where('to_address', '=', member.email)
    .where('kind', 'in', ['absence-reminder', 'ended-by-absence'])
    .orderBy('created_at')
    .execute()
  return rows.map(({ kind, props }) => {
    const { endsOn, erasedOn } = props as { endsOn?: string; erasedOn?: string }
    return `${kind} ${(endsOn ?? erasedOn ?? '').slice(0, 10)}`
  })
}
const changesOf = async (member: TestMember) =>
  (
    await testServer.database.db
      .selectFrom('account_changes')
      .select('change')
      .where('member_id', '=', idOf(member))
      .orderBy('id')
      .execute()
  ).map(({ change }) => change)
const dayIn = (days: number): string => new Date(now.getTime() + days * day).toISOString().slice(0, 10)
const signIn = (member: TestMember) =>
  testServer.call('/api/users/authenticate', {
    body: { email: member.email, password: member.password },
    headers: { 'x-session': 'bearer' },
  })
/** Goes to the day of the first reminder, and a little beyond. */
const toFirstReminder = (): Date => {
  const end = new Date(now)
  end.setUTCMonth(end.getUTCMonth() + 24)
  return (now = new Date(end.getTime() - 30 * day + 60_000))
}
const checkAt = async (member: TestMember) =>
  (
    await testServer.database.db
      .selectFrom('members')
      .select('absence_check_at')
      .where('id', '=', idOf(member))
      .executeTakeFirstOrThrow()
  ).absence_check_at

it('is reminded twice, then closed, and erased thirty days later', async () => {
  const member = await testServer.member()
  const start = now
  toFirstReminder()
  const due = now
  now = new Date(due.getTime() - 2 * 60_000)
  await run('accounts-end-absent')
  expect(await emailsTo(member)).toEqual([])
  now = due
  const [first, second] = [`absence-reminder ${dayIn(30)}`, `absence-reminder ${dayIn(30)}`]
  await run('accounts-end-absent')
  await run('accounts-end-absent')
  expect(await emailsTo(member)).toEqual([first])
  later(22)
  await run('accounts-end-absent')
  expect(await emailsTo(member)).toEqual([first])
  later(1)
  await run('accounts-end-absent')
  expect(await emailsTo(member)).toEqual([first, second])
  later(6)
  await run('accounts-end-absent')
  expect(await stateOf(member)).toBe('active')
  later(1)
  await run('accounts-end-absent')
  expect(await stateOf(member)).toBe('deleting')
  expect(await emailsTo(member)).toEqual([first, second, `ended-by-absence ${dayIn(30)}`])
  expect(await changesOf(member)).toEqual(['absence_reminded', 'absence_reminded', 'ended_by_absence'])
  const { rows } = await sql<{ made_by: string; reason: string }>`
    select distinct made_by, reason from account_changes where member_id = ${idOf(member)}`.execute(
    testServer.database.db,
  )
  expect(rows).toEqual([
    { made_by: 'job:accounts-end-absent', reason: `last here on ${start.toISOString().slice(0, 10)}` },
  ])
  // The session of years ago is gone.
  expect((await testServer.call('/api/users/me', { token: member.token })).status).not.toBe(200)
  later(29)
  await run('accounts-erase')
  expect(await stateOf(member)).toBe('deleting')
  later(1)
  await run('accounts-erase')
  expect(await stateOf(member)).toBeUndefined()
})

it('keeps the account by one sign-in after a reminder, for the whole time again', async () => {
  const member = await testServer.member()
  toFirstReminder()
  await run('accounts-end-absent')
  later(20)
  expect((await signIn(member)).status).toBe(200)
  const back = now
  later(3)
  await run('accounts-end-absent')
  later(30)
  await run('accounts-end-absent')
  expect([await stateOf(member), (await emailsTo(member)).length]).toEqual(['active', 1])
  now = back
  toFirstReminder()
  await run('accounts-end-absent')
  // Those of the first absence do not count.
  expect([await stateOf(member), (await emailsTo(member)).length]).toEqual(['active', 2])
})

it('reopens a closed account by email and password, or by the link, and begins again', async () => {
  const [byPassword, byLink] = [await testServer.member(), await testServer.member()]
  toFirstReminder()
  for (const days of [23, 7, 0]) {
    await run('accounts-end-absent')
    later(days)
  }
  expect([await stateOf(byPassword), await stateOf(byLink)]).toEqual(['deleting', 'deleting'])
  later(29)
  expect(await signIn(byPassword)).toMatchObject({ status: 403, body: { code: 'deletion_pending' } })
  const keep = (body: object) => testServer.call('/api/users/cancelDeletion', { body })
  expect((await keep({ email: byPassword.email, password: byPassword.password })).status).toBe(200)
  const { link } = (
    await testServer.database.db
      .selectFrom('emails')
      .select('props')
      .where('to_address', '=', byLink.email)
      .where('kind', '=', 'ended-by-absence')
      .executeTakeFirstOrThrow()
  ).props as { link: string }
  expect(new URL(link).pathname).toBe('/cancelDeletion')
  expect((await keep({ token: new URL(link).searchParams.get('token') })).status).toBe(200)
  later(2)
  await run('accounts-end-absent')
  await run('accounts-erase')
  for (const member of [byPassword, byLink])
    expect([await stateOf(member), (await emailsTo(member)).length]).toEqual(['active', 3])
})

describe('who stays', () => {
  const awayFor = async (days: number): Promise<void> => {
    later(days)
    for (const pause of [23, 7, 1]) {
      await run('accounts-end-absent')
      later(pause)
    }
    await run('accounts-end-absent')
  }

  it('is a member with a plan, with bought credits or under a legal hold; afterwards they go like others', async () => {
    const { db } = testServer.database
    const [plan, bought, held, gifts] = [
      await testServer.member(),
      await testServer.member(),
      await testServer.member(),
      await testServer.member(),
    ]
    const brand = { brand_id: 'local', flow_id: '7', flow_version: '1' }
    await db
      .insertInto('subscriptions')
      .values({
        ...brand,
        id: randomUUID(),
        member_id: idOf(plan),
        plan_id: 'plan-3m',
        plan: JSON.stringify({ id: 'plan-3m', period: { months: 3 } }),
        state: 'cancelled',
        renews: false,
        started_at: now,
        period_start: now,
        period_end: new Date(now.getTime() + 5000 * day),
        anchored_at: now,
      })
      .execute()
    const attempt = {
      ...brand,
      id: randomUUID(),
      member_id: idOf(bought),
      order_key: randomUUID(),
      provider: 'adyen',
      connection: 'adyen',
      plan_id: 'messages-60',
      plan: JSON.stringify({ id: 'messages-60', credits: 60 }),
      amount_minor: 1190,
      currency: 'EUR',
      state: 'captured',
      granted_at: now,
      created_at: now,
      updated_at: now,
    }
    await db.insertInto('payment_attempts').values(attempt).execute()
    // Gifts alone keep no account.
    for (const one of [bought, gifts])
      await db.updateTable('wallets').set({ messages: 1 }).where('member_id', '=', idOf(one)).execute()
    await holdMember(db, { memberId: idOf(held), reason: 'a case', madeBy: 'command:anna', at: now })
    await awayFor(1000)
    const states = () => Promise.all([plan, bought, held, gifts].map(stateOf))
    expect(await states()).toEqual(['active', 'active', 'active', 'deleting'])
    for (const one of [plan, bought, held]) expect(await emailsTo(one)).toEqual([])

    await db.updateTable('subscriptions').set({ state: 'ended' }).where('member_id', '=', idOf(plan)).execute()
    await db.updateTable('wallets').set({ messages: 0 }).where('member_id', '=', idOf(bought)).execute()
    await releaseMember(db, { memberId: idOf(held), madeBy: 'command:test', at: new Date() })
    await awayFor(30)
    expect(await states()).toEqual(['deleting', 'deleting', 'deleting', 'deleting'])
    for (const one of [plan, bought, held]) expect(await emailsTo(one)).toHaveLength(3)
  })

  it('is a sample member, and one of whom a session was used; an unconfirmed one goes without mail', async () => {
    const { db } = testServer.database
    await db
      .insertInto('demo_installations')
      .values({ mark: true, loaded_at: now, seed: 'test' })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const [sample, used, unconfirmed] = [
      await testServer.member(),
      await testServer.member(),
      await testServer.member({ confirmed: false }),
    ]
    await db.updateTable('members').set({ sample: true }).where('id', '=', idOf(sample)).execute()
    await sql`update sessions set last_seen_at = ${new Date(now.getTime() + 999 * day)} where member_id = ${idOf(used)}`.execute(
      db,
    )
    await awayFor(1000)
    expect(await Promise.all([sample, used, unconfirmed].map(stateOf))).toEqual(['active', 'active', 'deleting'])
    for (const one of [sample, used, unconfirmed]) expect(await emailsTo(one)).toEqual([])
  })
})

describe('a sign-in at the same time', () => {
  /** A member who is closed by the next run. */
  async function closing(): Promise<TestMember> {
    const member = await testServer.member()
    toFirstReminder()
    for (const days of [23, 7]) {
      await run('accounts-end-absent')
      later(days)
    }
    return member
  }

  it('that comes first keeps the account', async () => {
    const member = await closing()
    await testServer.database.db.transaction().execute(async (tx) => {
      // As `startSession` does, not committed yet: the run does not wait for it.
      await tx.updateTable('members').set({ last_active_at: now }).where('id', '=', idOf(member)).execute()
      await run('accounts-end-absent')
    })
    await run('accounts-end-absent')
    expect([await stateOf(member), (await emailsTo(member)).length]).toEqual(['active', 2])
  })

  it('that comes second finds it closed, and can keep it', async () => {
    const member = await closing()
    const holder = await testServer.database.pool.connect()
    const waiting = async (n: number) =>
      expect
        .poll(async () => {
          const { rows } = await testServer.database.pool.query(
            `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
          return rows[0].n
        })
        .toBe(n)
    try {
      // The run has locked the member and waits for their session.
      await holder.query('begin')
      await holder.query('select from sessions where member_id = $1 for update', [idOf(member)])
      const ended = run('accounts-end-absent')
      await waiting(1)
      const answer = signIn(member)
      await waiting(2)
      await holder.query('commit')
      await ended
      expect(await answer).toMatchObject({ status: 403, body: { code: 'deletion_pending' } })
    } finally {
      holder.release()
    }
    expect(await stateOf(member)).toBe('deleting')
    const { email, password } = member
    expect((await testServer.call('/api/users/cancelDeletion', { body: { email, password } })).status).toBe(200)
    expect((await signIn(member)).status).toBe(200)
  })
})

it('puts off who was here in batches, and leaves to the next run what it has no time for', async () => {
  const { db } = testServer.database
  const members = await Promise.all(Array.from({ length: 5 }, () => testServer.member()))
  const due = new Date(now.getTime() - 1)
  const mine = members.map(idOf)
  await db.updateTable('members').set({ absence_check_at: due }).where('id', 'in', mine).execute()
  const deps = {
    db,
    brands: testServer.context.brands,
    clock: () => now,
    enqueueEmail: emailQueue(() => now),
    log: createLog('silent'),
  } as unknown as AccountDeps
  const left = async () =>
    (await Promise.all(members.map(checkAt))).filter((at) => at.getTime() === due.getTime()).length
  let ms = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (ms += 1))
  const counts: number[] = []
  try {
    await endAbsent(deps, { batch: 2, until: 0 })
    expect(await left()).toBe(5)
    // Each brand is a look at the time, too.
    while ((counts.at(-1) ?? 5) > 0 && counts.length < 50) {
      await endAbsent(deps, { batch: 1, until: ms + testServer.context.brands.list.length + 2 })
      counts.push(await left())
    }
  } finally {
    clock.mockRestore()
  }
  expect(counts.at(-1)).toBe(0)
  expect(counts.length).toBeGreaterThan(1)
  const first = new Date(now)
  first.setUTCMonth(first.getUTCMonth() + 24)
  for (const at of await Promise.all(members.map(checkAt)))
    expect(Math.abs(at.getTime() - (first.getTime() - 30 * day))).toBeLessThan(60_000)
})
