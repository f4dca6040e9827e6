import { randomUUID } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import type { Subscription as Row } from '#platform/database/database-types.ts'
import type { Executor } from '#platform/database/database.ts'
import type { RatePlan } from '#modules/flows/index.ts'
import { cancelSubscription, resumeSubscription } from './cancel.ts'
import { endTerms } from './end-terms.ts'
import { endTerm, extendTerm, failRenewal, markCharging } from './renewing.ts'
import { lengthenTerm, shortenTerm } from './shorten.ts'
import {
  currentSubscription,
  lockSubscription,
  setRenewalCard,
  startSubscription,
  type Subscription,
} from './subscriptions.ts'

const day = 86_400_000
const now = new Date('2026-12-01T10:00:00Z')
const timeZone = 'Europe/Rome'
const inDays = (count: number) => new Date(now.getTime() + count * day)
/** The last moment in Rome of the day that many days later. */
const endOfDay = (count: number) => new Date(`${inDays(count).toISOString().slice(0, 10)}T22:59:59.999Z`)
const plan = {
  id: 'plan-1m',
  period: { unit: 'month', count: 1 },
  renews: true,
  level: 2,
} as unknown as RatePlan
const flow = { id: '7', version: 'v' }

let testServer: TestServer
/** Other members' terms of every kind, which must stay unchanged. */
let bystanders: readonly string[]
let before: Row[]
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
  bystanders = [await newMember(), await newMember(), await newMember()]
})
beforeEach(async () => {
  await testServer.database.db.deleteFrom('subscriptions').where('brand_id', '=', 'local').execute()
  const [running = '', waiting = '', former = ''] = bystanders
  await insert({ member_id: running, period_end: inDays(100) })
  await insert({ member_id: waiting, state: 'past_due', period_end: inDays(99), grace_until: inDays(106) })
  await insert({ member_id: former, state: 'ended', period_end: inDays(-1) })
  before = await theirs()
})
afterEach(async () => {
  expect(await theirs()).toEqual(before)
})
afterAll(() => testServer.close())

const db = () => testServer.database.db
const end = (options: Partial<Parameters<typeof endTerms>[0]>) =>
  endTerms({
    db: db(),
    now,
    onError: (error) => {
      throw error
    },
    ...options,
  })
const newMember = async () => (await testServer.member()).session.angelId
async function insert(changes: Partial<Insertable<Row>> = {}): Promise<Subscription> {
  const row = await db()
    .insertInto('subscriptions')
    .values({
      id: randomUUID(),
      brand_id: 'local',
      member_id: changes.member_id ?? (await newMember()),
      plan_id: plan.id,
      plan: JSON.stringify(plan),
      flow_id: '7',
      flow_version: 'v',
      state: 'active',
      renews: true,
      card_token_id: randomUUID(),
      started_at: inDays(-20),
      period_start: inDays(-20),
      period_end: inDays(10),
      anchored_at: inDays(-20),
      next_try_at: inDays(10),
      notice_due_at: inDays(5),
      ...changes,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return row as unknown as Subscription
}
const theirs = async () =>
  (await db()
    .selectFrom('subscriptions')
    .selectAll()
    .where('member_id', 'in', [...bystanders])
    .orderBy('id')
    .execute()) as unknown as Row[]
const read = async ({ id }: Pick<Subscription, 'id'>) =>
  (await db().selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()) as unknown as Row

describe('the current term', () => {
  it.each<[string, Partial<Insertable<Row>>, boolean]>([
    ['runs', {}, true],
    ['waits for its renewal to be paid', { state: 'past_due', period_end: inDays(-1) }, true],
    ['is cancelled and runs', { state: 'cancelled', period_end: inDays(1) }, true],
    ['is cancelled and over at this moment', { state: 'cancelled', period_end: now }, false],
    ['has ended', { state: 'ended', period_end: inDays(1) }, false],
  ])('is one that %s', async (_, changes, current) => {
    const { id, member_id: memberId } = await insert(changes)
    expect((await currentSubscription(db(), memberId, now))?.id).toBe(current ? id : undefined)
  })

  it('is the one that ends last', async () => {
    const { member_id } = await insert({ state: 'cancelled', period_end: inDays(2) })
    const longest = await insert({ member_id, period_end: inDays(3) })
    await insert({ member_id, state: 'cancelled', period_end: inDays(1) })
    expect((await currentSubscription(db(), member_id, now))?.id).toBe(longest.id)
  })
})

const lockMember = (tx: Executor, memberId: string) =>
  tx.selectFrom('members').select('id').where('id', '=', memberId).forNoKeyUpdate().execute()
/** Waits until a statement waits for a lock. */
const untilOneWaits = () =>
  vi.waitFor(
    async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db())
      expect(rows).toHaveLength(1)
    },
    { timeout: 5000, interval: 10 },
  )

describe('cancelling', () => {
  it('keeps the paid period, and is idempotent', async () => {
    const term = await insert()
    expect(await cancelSubscription(db(), term.member_id, now)).toMatchObject({
      outcome: 'cancelled',
      endsAt: inDays(10),
    })
    expect(await read(term)).toMatchObject({
      state: 'cancelled',
      cancelled_at: now,
      next_try_at: null,
      period_end: inDays(10),
    })
    expect(await cancelSubscription(db(), term.member_id, inDays(1))).toMatchObject({
      outcome: 'cancelled before',
      endsAt: inDays(10),
    })
    expect(await read(term)).toMatchObject({ cancelled_at: now })
  })

  it('an unpaid period ends it now', async () => {
    const term = await insert({ state: 'past_due', period_end: inDays(-1), grace_until: inDays(6) })
    expect(await cancelSubscription(db(), term.member_id, now)).toMatchObject({ outcome: 'cancelled', endsAt: now })
  })

  it('does nothing without a renewing term', async () => {
    const { member_id: memberId } = await insert({ renews: false })
    expect(await cancelSubscription(db(), memberId, now)).toEqual({ outcome: 'nothing to cancel' })
    expect(await cancelSubscription(db(), await newMember(), now)).toEqual({ outcome: 'nothing to cancel' })
  })
})

describe('cancelling and resuming', () => {
  it.each<[string, (memberId: string) => Promise<unknown>]>([
    ['cancelling', (memberId) => cancelSubscription(db(), memberId, now)],
    ['resuming', (memberId) => resumeSubscription(db(), memberId, { now, noticeDays: 3, timeZone })],
  ])('%s waits for other work on the same member, not for work on another', async (_, run) => {
    const [own, other] = [await insert(), await insert()]
    let waiting: Promise<unknown> | undefined
    await db()
      .transaction()
      .execute(async (tx) => {
        await lockMember(tx, own.member_id)
        await run(other.member_id)
        waiting = run(own.member_id)
        await untilOneWaits()
      })
    await waiting
  })
})

describe('resuming', () => {
  const resume = (memberId: string) => resumeSubscription(db(), memberId, { now, noticeDays: 3, timeZone })

  it('renews the term again, with a reminder as for one that starts now', async () => {
    const term = await insert({ state: 'cancelled', cancelled_at: inDays(-1), next_try_at: null })
    expect(await resume(term.member_id)).toMatchObject({ outcome: 'resumed', term: { id: term.id } })
    expect(await read(term)).toMatchObject({
      state: 'active',
      cancelled_at: null,
      next_try_at: inDays(10),
      notice_due_at: inDays(6),
    })
    expect(await resume(term.member_id)).toMatchObject({ outcome: 'renews already' })
  })

  it('keeps a reminder that was sent', async () => {
    const term = await insert({ state: 'cancelled', notice_sent_at: inDays(-1), notice_due_at: inDays(-1) })
    await resume(term.member_id)
    expect(await read(term)).toMatchObject({ notice_sent_at: inDays(-1), notice_due_at: inDays(-1) })
  })

  it.each<[string, Partial<Insertable<Row>>]>([
    ['no card', { card_token_id: null }],
    ['no renewal', { renews: false }],
    ['its time over at this moment', { state: 'active', period_end: now }],
  ])('does nothing for %s', async (_, changes) => {
    const term = await insert({ state: 'cancelled', ...changes })
    const unchanged = await read(term)
    expect(await resume(term.member_id)).toEqual({ outcome: 'nothing to resume' })
    expect(await read(term)).toEqual(unchanged)
  })
})

describe('expired terms', () => {
  const levelOf = async (memberId: string) =>
    (await db().selectFrom('members').select('level').where('id', '=', memberId).executeTakeFirstOrThrow()).level
  it.each<[string, Partial<Insertable<Row>>, 'ends' | 'ends, and says so' | 'stays']>([
    ['cancelled, at this moment', { state: 'cancelled', period_end: now }, 'ends'],
    ['cancelled, in a moment', { state: 'cancelled', period_end: new Date(now.getTime() + 1) }, 'stays'],
    ['sold to end', { renews: false, period_end: now }, 'ends'],
    ['sold to end, in a moment', { renews: false, period_end: new Date(now.getTime() + 1) }, 'stays'],
    ['to be renewed, without a grace', { period_end: inDays(-3), grace_until: null }, 'stays'],
    ['within their grace', { state: 'past_due', period_end: inDays(-3), grace_until: inDays(1) }, 'stays'],
    ['past their grace', { state: 'past_due', period_end: inDays(-3), grace_until: now }, 'ends, and says so'],
    ['ended before', { state: 'ended', period_end: inDays(-3), grace_until: inDays(-1) }, 'stays'],
    ['cancelled, and with a grace', { state: 'cancelled', period_end: inDays(-1), grace_until: inDays(1) }, 'ends'],
  ])('%s: %s', async (_, changes, what) => {
    const term = await insert(changes)
    await db()
      .updateTable('members')
      .set({ level: 2, level_until: inDays(1) })
      .where('id', '=', term.member_id)
      .execute()
    const said: string[] = []
    const changed: string[] = []
    await end({
      onEnded: async (_tx, { id }) => void said.push(id),
      onChanged: async (memberId) => void changed.push(memberId),
    })
    const ended = what !== 'stays'
    expect(changed).toEqual(ended ? [term.member_id] : [])
    expect(said).toEqual(what === 'ends, and says so' ? [term.id] : [])
    expect(await levelOf(term.member_id)).toBe(ended ? 1 : 2)
    const after = await read(term)
    expect([after.state, after.next_try_at]).toEqual(ended ? ['ended', null] : [term.state, term.next_try_at])
  })

  it('are skipped when they were paid, extended or ended by a concurrent worker', async () => {
    const grace = { state: 'past_due', period_end: inDays(-3), grace_until: inDays(-1) }
    const changes: Partial<Insertable<Row>>[] = [
      { state: 'ended' },
      { state: 'active', period_end: inDays(20), grace_until: null },
      { grace_until: inDays(1) },
    ]
    const terms: Subscription[] = []
    for (const [n] of changes.entries()) {
      terms.push(await insert({ ...grace, period_end: inDays(-10 + n), grace_until: inDays(-5 + n) }))
      await db().updateTable('members').set({ level: 2 }).where('id', '=', terms[n]!.member_id).execute()
    }
    const changed: string[] = []
    let ending: Promise<void> | undefined
    await db()
      .transaction()
      .execute(async (tx) => {
        await lockSubscription(tx, terms[0]!.id)
        ending = end({
          onEnded: async () => expect.fail('none of them ended'),
          onChanged: async (memberId) => void changed.push(memberId),
          // The first one waits, and the others after it.
          batch: 1,
        })
        await untilOneWaits()
        for (const [n, { id }] of terms.entries())
          await tx.updateTable('subscriptions').set(changes[n]!).where('id', '=', id).execute()
      })
    await ending
    expect(changed).toEqual([])
    const after = await Promise.all(terms.map(read))
    expect(after.map(({ state }) => state)).toEqual(['ended', 'active', 'past_due'])
    expect(await Promise.all(terms.map(({ member_id: id }) => levelOf(id)))).toEqual([2, 2, 2])
  })

  it('end with their member’s level at that time, in batches, oldest first, within the time limit', async () => {
    const [younger, older] = [
      await insert({ state: 'cancelled', period_end: inDays(-1) }),
      await insert({ state: 'cancelled', period_end: inDays(-2) }),
    ]
    const states = async () => [(await read(older)).state, (await read(younger)).state]
    const changed: string[] = []
    const onChanged = async (memberId: string) => void changed.push(memberId)
    await end({ onChanged, batch: 1, until: 0 })
    expect(await states()).toEqual(['ended', 'cancelled'])
    await end({ onChanged, batch: 1 })
    expect(await states()).toEqual(['ended', 'ended'])
    expect(await levelOf(older.member_id)).toBe(0)
    expect(changed).toEqual([])
  })

  it('end once with two workers, and one that fails or whose member is locked is left for the next run', async () => {
    const terms: Subscription[] = []
    for (let n = 0; n < 8; n += 1) {
      terms.push(await insert({ state: 'past_due', period_end: inDays(-10 + n), grace_until: inDays(-1) }))
      await db().updateTable('members').set({ level: 2 }).where('id', '=', terms[n]!.member_id).execute()
    }
    const [failing, locked, ...others] = terms as [Subscription, Subscription, ...Subscription[]]
    const [ended, changed, failed]: [string[], string[], string[]] = [[], [], []]
    const worker = () =>
      end({
        async onEnded(_tx, { id }) {
          if (id === failing.id) throw new Error('no mail')
          ended.push(id)
        },
        onChanged: async (memberId) => void changed.push(memberId),
        onError: (_error, { id }) => void failed.push(id),
        batch: 3,
      })
    await db()
      .transaction()
      .execute(async (tx) => {
        await lockMember(tx, locked.member_id)
        await Promise.all([worker(), worker()])
      })
    expect(ended.toSorted()).toEqual(others.map(({ id }) => id).toSorted())
    expect(changed.toSorted()).toEqual(others.map(({ member_id: id }) => id).toSorted())
    expect(new Set(failed)).toEqual(new Set([failing.id]))
    expect((await Promise.all(terms.map(read))).map(({ state }) => state)).toEqual([
      'past_due',
      'past_due',
      ...others.map(() => 'ended'),
    ])
    await end({})
    expect((await Promise.all([failing, locked].map(read))).map(({ state }) => state)).toEqual(['ended', 'ended'])
  })
})

describe('a renewal', () => {
  it('in progress is not tried twice, and keeps the plan for its grace period, at least a day', async () => {
    const [one, two] = [await insert(), await insert()]
    await markCharging(db(), one, { graceDays: 7, timeZone })
    await markCharging(db(), two, { graceDays: 0, timeZone })
    expect(await read(one)).toMatchObject({ next_try_at: null, grace_until: endOfDay(17), state: 'active' })
    expect(await read(two)).toMatchObject({ grace_until: endOfDay(11) })
  })

  it.each(['active', 'past_due', 'cancelled'])('that is paid extends a term that is %s', async (state) => {
    const term = await insert({ state, tries: 3, grace_until: inDays(17), notice_sent_at: inDays(5) })
    const extended = await extendTerm(db(), term, { paid: { plan, flow }, now: inDays(10), noticeDays: 3, timeZone })
    const end = new Date('2027-01-11T10:00:00Z')
    expect(extended).toEqual(await read(term))
    expect(extended).toMatchObject({
      state: state === 'cancelled' ? 'cancelled' : 'active',
      period_start: inDays(10),
      period_end: end,
      tries: 0,
      grace_until: null,
      notice_sent_at: null,
      next_try_at: state === 'cancelled' ? null : end,
      notice_due_at: new Date(end.getTime() - 4 * day),
    })
  })

  it('extends no plan without a period', async () => {
    const term = await insert()
    await expect(
      extendTerm(db(), term, { paid: { plan: { ...plan, period: null }, flow }, now, noticeDays: 3, timeZone }),
    ).rejects.toThrow('no period')
  })

  const due = { period_end: now, next_try_at: now }
  it('declined temporarily waits within its grace period and is retried', async () => {
    const term = await insert({ ...due, tries: 1 })
    expect(await failRenewal(db(), term, { refusal: 'soft', graceDays: 7, now, timeZone })).toEqual({
      outcome: 'past_due',
      until: endOfDay(7),
      nextTry: inDays(3),
    })
    expect(await read(term)).toMatchObject({
      state: 'past_due',
      tries: 2,
      next_try_at: inDays(3),
      grace_until: endOfDay(7),
    })
  })

  it('that needs the member waits and is not retried', async () => {
    const term = await insert(due)
    expect(await failRenewal(db(), term, { refusal: 'authentication', graceDays: 7, now, timeZone })).toMatchObject({
      outcome: 'past_due',
      nextTry: null,
    })
    expect(await read(term)).toMatchObject({ state: 'past_due', tries: 1, next_try_at: null })
  })

  it.each<[string, Partial<Insertable<Row>>, 'soft' | 'hard', number]>([
    ['for good', {}, 'hard', 7],
    ['of a cancelled plan', { state: 'cancelled' }, 'soft', 7],
    ['at the end of its grace', {}, 'soft', 0],
  ])('declined %s ends the term', async (_, changes, refusal, graceDays) => {
    const term = await insert({ ...due, ...changes })
    expect(await failRenewal(db(), term, { refusal, graceDays, now, timeZone })).toEqual({
      outcome: 'ended',
      until: now,
      nextTry: null,
    })
    expect(await read(term)).toMatchObject({ state: 'ended', next_try_at: null, tries: 0 })
  })

  it('ends only its own term', async () => {
    const [term, other] = [await insert(), await insert()]
    await endTerm(db(), term.id)
    expect([(await read(term)).state, (await read(other)).state]).toEqual(['ended', 'active'])
  })
})

describe('a new term', () => {
  const card = randomUUID()
  const start = (memberId: string, changes: Partial<RatePlan> = {}) =>
    startSubscription(db(), {
      isUpgrade: false,
      brandId: 'local',
      memberId,
      plan: { ...plan, ...changes },
      flow: { id: '7', version: 'v' },
      cardTokenId: card,
      noticeDays: 3,
      timeZone,
      siteOrigin: 'https://incontro.example',
      at: now,
    })

  it('runs for its period, and renews if the plan does', async () => {
    const end = new Date('2027-01-01T10:00:00Z')
    const renewing = await start(await newMember())
    expect(renewing.bought).toEqual({ from: now, until: end })
    expect(renewing.term).toEqual({
      ...renewing.term,
      brand_id: 'local',
      plan_id: 'plan-1m',
      plan,
      flow_id: '7',
      flow_version: 'v',
      state: 'active',
      renews: true,
      card_token_id: card,
      site_origin: 'https://incontro.example',
      started_at: now,
      period_start: now,
      period_end: end,
      anchored_at: now,
      next_try_at: end,
      notice_due_at: new Date(end.getTime() - 4 * day),
      notice_sent_at: null,
      tries: 0,
      grace_until: null,
      cancelled_at: null,
    })
    const once = await start(await newMember(), { renews: false })
    expect(once.term).toMatchObject({ renews: false, next_try_at: null, notice_due_at: null, period_end: end })
  })

  it('starts at the end of a running one, which it replaces', async () => {
    const term = await insert()
    const { bought, term: next } = await start(term.member_id)
    expect(bought).toEqual({ from: inDays(10), until: new Date('2027-01-11T10:00:00Z') })
    expect(next).toMatchObject({ started_at: now, anchored_at: inDays(-20) })
    expect(await read(term)).toMatchObject({ state: 'ended', next_try_at: null })
  })

  it('starts now if the previous one is not paid', async () => {
    const term = await insert({ state: 'past_due', period_end: inDays(-2), grace_until: inDays(5) })
    expect((await start(term.member_id)).bought.from).toEqual(now)
    expect((await read(term)).state).toBe('ended')
  })

  it('gets a card reported later, and keeps one it has', async () => {
    const [without, having] = [await insert({ card_token_id: null }), await insert()]
    const elsewhere = await insert({ card_token_id: null })
    await setRenewalCard(db(), without.id, card)
    await setRenewalCard(db(), having.id, card)
    expect([(await read(without)).card_token_id, (await read(having)).card_token_id]).toEqual([
      card,
      having.card_token_id,
    ])
    expect((await read(elsewhere)).card_token_id).toBeNull()
  })
})

describe('removing unused time', () => {
  const shorten = (term: Subscription, unusedDays: number, subscriptionId: string | null) =>
    shortenTerm(db(), term.member_id, { subscriptionId, unusedMs: unusedDays * day, noticeDays: 3, timeZone, now })

  it('of another order makes the term renew earlier, with its own reminder', async () => {
    const term = await insert({ notice_sent_at: inDays(-1) })
    const shortened = await shorten(term, 4, randomUUID())
    expect(shortened).toEqual(await read(term))
    expect(shortened).toMatchObject({
      state: 'active',
      renews: true,
      period_end: inDays(6),
      anchored_at: inDays(6),
      next_try_at: inDays(6),
      notice_sent_at: null,
      notice_due_at: inDays(2),
    })
  })

  it('of the order it was sold with ends its renewals', async () => {
    const term = await insert({ notice_sent_at: inDays(-1) })
    expect(await shorten(term, 4, term.id)).toMatchObject({
      state: 'cancelled',
      renews: false,
      period_end: inDays(6),
      cancelled_at: now,
      next_try_at: null,
      notice_sent_at: inDays(-1),
    })
  })

  it('of a cancelled term schedules no reminder', async () => {
    const term = await insert({ state: 'cancelled', next_try_at: null, notice_sent_at: inDays(-1) })
    expect(await shorten(term, 4, null)).toMatchObject({
      state: 'cancelled',
      next_try_at: null,
      notice_sent_at: inDays(-1),
      notice_due_at: inDays(5),
    })
  })

  it.each([10, 11])('ends a term of which %d days of ten are removed', async (unusedDays) => {
    const term = await insert()
    expect(await shorten(term, unusedDays, null)).toBeNull()
    expect(await read(term)).toMatchObject({
      state: 'ended',
      renews: false,
      period_end: now,
      cancelled_at: now,
      next_try_at: null,
    })
  })

  it('does nothing without a running term', async () => {
    const term = await insert({ state: 'ended' })
    expect(await shorten(term, 1, null)).toBeNull()
    expect(await read(term)).toMatchObject({ period_end: inDays(10), renews: true })
  })
})

describe('restoring unused time', () => {
  const lengthen = (memberId: string, days: number, subscriptionId: string | null) =>
    lengthenTerm(db(), memberId, { subscriptionId, unusedMs: days * day, noticeDays: 3, timeZone, now })

  it('extends the running term, which renews later with its own reminder', async () => {
    const term = await insert({ notice_sent_at: inDays(-1) })
    const longer = await lengthen(term.member_id, 4, randomUUID())
    expect(longer).toEqual(await read(term))
    expect(longer).toMatchObject({
      state: 'active',
      renews: true,
      period_start: inDays(-20),
      period_end: inDays(14),
      anchored_at: inDays(14),
      next_try_at: inDays(14),
      notice_sent_at: null,
      notice_due_at: inDays(10),
    })
  })

  it('extends a cancelled one, without a reminder', async () => {
    const term = await insert({ state: 'cancelled', next_try_at: null, notice_sent_at: inDays(-1) })
    expect(await lengthen(term.member_id, 4, null)).toMatchObject({
      state: 'cancelled',
      period_end: inDays(14),
      next_try_at: null,
      notice_sent_at: inDays(-1),
    })
  })

  it('runs from now if the paid time is over', async () => {
    const term = await insert({ state: 'past_due', period_end: inDays(-1), next_try_at: null, grace_until: inDays(2) })
    expect(await lengthen(term.member_id, 4, null)).toMatchObject({
      state: 'past_due',
      period_end: inDays(4),
      grace_until: inDays(7),
    })
  })

  it('reopens the term it was removed from, without renewals', async () => {
    const term = await insert({ state: 'ended', period_end: inDays(-3) })
    expect(await lengthen(term.member_id, 4, null)).toBeNull()
    expect(await lengthen(term.member_id, 4, term.id)).toMatchObject({
      id: term.id,
      state: 'cancelled',
      renews: false,
      period_start: now,
      period_end: inDays(4),
      anchored_at: now,
      next_try_at: null,
    })
    expect(await lengthen(term.member_id, 4, randomUUID())).toMatchObject({ id: term.id, period_end: inDays(8) })
    const ended = await insert({ state: 'ended' })
    expect(await lengthen(ended.member_id, 4, randomUUID())).toBeNull()
  })
})
