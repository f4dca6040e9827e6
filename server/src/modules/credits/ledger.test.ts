import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkByCommand } from '#commands/ledger-check.ts'
import { createLog, type Log } from '#platform/process/log.ts'
import { openShop, type Customer, type Shop } from '#modules/payments/testing/shop.ts'
import { balancesOf, checkLedger, move, type Movement } from './index.ts'
import { checkChanges, checkEverybody } from './nightly-check.ts'
import { checkLedgerSince } from './replay.ts'

let shop: Shop
let ada: Customer
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  ada = await shop.customer()
})

const at = new Date('2026-11-22T10:00:00Z')
const moveNow = (changes: Partial<Movement> = {}) =>
  shop.db.transaction().execute((tx) =>
    move(tx, {
      memberId: ada.memberId,
      brandId: 'battito',
      account: 'messages',
      house: 'sales',
      amount: 10,
      key: randomUUID(),
      at,
      ...changes,
    }),
  )
const balances = () => balancesOf(shop.db, ada.memberId)
const transfers = (key: string) =>
  shop.db
    .selectFrom('ledger_transfers')
    .selectAll()
    .where('member_id', '=', ada.memberId)
    .where('idempotency_key', '=', key)
    .execute()

// A member starts with three messages, five icebreakers and ten likes.
describe('a movement', () => {
  test('to the member adds to the balance and records its source', async () => {
    expect(await moveNow({ key: 'a sale' })).toEqual({
      outcome: 'moved',
      balances: { messages: 13, icebreakers: 5, likes: 10 },
    })
    expect(await balances()).toEqual({ messages: 13, icebreakers: 5, likes: 10 })
    expect(await transfers('a sale')).toMatchObject([
      { from_account: 'house:sales', to_account: 'wallet:messages', amount: 10, brand_id: 'battito', created_at: at },
    ])
  })

  test('from the member subtracts, down to zero', async () => {
    expect(await moveNow({ account: 'likes', house: 'spent', amount: -10, key: 'all likes' })).toEqual({
      outcome: 'moved',
      balances: { messages: 3, icebreakers: 5, likes: 0 },
    })
    expect(await transfers('all likes')).toMatchObject([
      { from_account: 'wallet:likes', to_account: 'house:spent', amount: 10 },
    ])
  })

  test('that exceeds the balance changes nothing, and its key can be used later', async () => {
    expect(await moveNow({ amount: -4, house: 'spent', key: 'too much' })).toEqual({
      outcome: 'insufficient',
      balances: { messages: 3, icebreakers: 5, likes: 10 },
    })
    expect(await transfers('too much')).toEqual([])
    await moveNow({ amount: 1 })
    expect((await moveNow({ amount: -4, house: 'spent', key: 'too much' })).outcome).toBe('moved')
  })

  test('with a used key changes nothing, whatever its other values', async () => {
    await moveNow({ key: 'once' })
    for (const changes of [{}, { amount: 500 }, { amount: -1, house: 'spent' as const }, { account: 'likes' as const }])
      expect(await moveNow({ key: 'once', ...changes })).toEqual({
        outcome: 'repeated',
        balances: { messages: 13, icebreakers: 5, likes: 10 },
      })
    expect(await transfers('once')).toHaveLength(1)
  })

  test('with one key from several concurrent callers is booked once', async () => {
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => moveNow({ key: 'at once' })))
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['moved', 'repeated', 'repeated', 'repeated'])
    expect((await balances()).messages).toBe(13)
  })

  test("with another member's key is a movement of its own", async () => {
    await moveNow({ key: 'shared' })
    const eva = await shop.customer()
    expect((await moveNow({ memberId: eva.memberId, key: 'shared' })).outcome).toBe('moved')
    expect((await balancesOf(shop.db, eva.memberId)).messages).toBe(13)
    expect((await balances()).messages).toBe(13)
  })

  test('of zero is not recorded', async () => {
    expect((await moveNow({ amount: 0, key: 'nothing' })).outcome).toBe('moved')
    expect(await transfers('nothing')).toEqual([])
  })

  test.each([0.5, Number.NaN, Infinity, 2 ** 53])('of %d is refused', async (amount) => {
    await expect(moveNow({ amount })).rejects.toThrow('whole numbers')
  })

  test('of a member without a wallet throws', async () => {
    await expect(moveNow({ memberId: randomUUID() })).rejects.toThrow()
  })
})

describe('the ledger check', () => {
  const differences = async () =>
    (await checkLedger(shop.db)).differences.filter(({ memberId }) => memberId === ada.memberId)

  test('finds nothing when every movement was recorded, and counts what it read', async () => {
    const before = await checkLedger(shop.db)
    await moveNow()
    await moveNow({ account: 'likes', house: 'spent', amount: -2 })
    const after = await checkLedger(shop.db)
    expect(after.transfers - before.transfers).toBe(2)
    expect(after.wallets).toBe(before.wallets)
    expect(after.wallets).toBeGreaterThan(0)
    expect(after.differences).toEqual([])
  })

  test.each([
    ['messages', 3],
    ['icebreakers', 5],
    ['likes', 10],
  ] as const)('finds %s that no movement explains, too much and too little', async (account, held) => {
    for (const by of [1, -1]) {
      const planted = held + by
      await shop.db
        .updateTable('wallets')
        .set({ [account]: planted })
        .where('member_id', '=', ada.memberId)
        .execute()
      expect(await differences()).toEqual([
        { memberId: ada.memberId, account: `wallet:${account}`, cached: planted, replayed: held },
      ])
    }
  })

  test('finds a movement that changed no balance', async () => {
    await moveNow({ key: 'written' })
    await sql`update ledger_transfers set amount = amount + 7 where idempotency_key = 'written' and member_id = ${ada.memberId}`.execute(
      shop.db,
    )
    expect(await differences()).toEqual([
      { memberId: ada.memberId, account: 'wallet:messages', cached: 13, replayed: 20 },
    ])
  })

  test('finds a balance whose movements are missing', async () => {
    await sql`delete from ledger_transfers where member_id = ${ada.memberId}`.execute(shop.db)
    expect(await differences()).toEqual([
      { memberId: ada.memberId, account: 'wallet:icebreakers', cached: 5, replayed: 0 },
      { memberId: ada.memberId, account: 'wallet:likes', cached: 10, replayed: 0 },
      { memberId: ada.memberId, account: 'wallet:messages', cached: 3, replayed: 0 },
    ])
  })

  test('finds movements of a member who has no wallet', async () => {
    await sql`delete from wallets where member_id = ${ada.memberId}`.execute(shop.db)
    expect(await differences()).toEqual([
      { memberId: ada.memberId, account: 'wallet:icebreakers', cached: 0, replayed: 5 },
      { memberId: ada.memberId, account: 'wallet:likes', cached: 0, replayed: 10 },
      { memberId: ada.memberId, account: 'wallet:messages', cached: 0, replayed: 3 },
    ])
    await sql`delete from ledger_transfers where member_id = ${ada.memberId}`.execute(shop.db)
  })

  test('skips a member who is being erased, whose entries are removed step by step', async () => {
    const eva = await shop.customer()
    await sql`delete from ledger_transfers where member_id = ${ada.memberId}`.execute(shop.db)
    // The entries of a payer are moved to an anonymised member.
    for (const [leaving, payer] of [
      [ada.memberId, randomUUID()],
      [eva.memberId, ada.memberId],
    ]) {
      await sql`insert into erasures (member_id, author_id, payer_id, step, started_at)
        values (${leaving}, ${randomUUID()}, ${payer}, 'x', now())`.execute(shop.db)
      expect(await differences()).toEqual([])
      await sql`delete from erasures`.execute(shop.db)
      expect(await differences()).toHaveLength(3)
    }
    // Entries without a wallet, as a payer has them before the last step.
    const ian = await shop.customer()
    const ofIan = async () => (await checkLedger(shop.db)).differences.filter((one) => one.memberId === ian.memberId)
    await sql`delete from wallets where member_id = ${ian.memberId}`.execute(shop.db)
    await sql`insert into erasures (member_id, author_id, payer_id, step, started_at)
      values (${eva.memberId}, ${randomUUID()}, ${randomUUID()}, 'x', now())`.execute(shop.db)
    expect(await ofIan()).toHaveLength(3)
    await sql`update erasures set payer_id = ${ian.memberId}`.execute(shop.db)
    expect(await ofIan()).toEqual([])
    await sql`delete from erasures`.execute(shop.db)
    await sql`delete from ledger_transfers where member_id = ${ian.memberId}`.execute(shop.db)
  })

  test('finds movements without a wallet', async () => {
    const rows = await shop.db
      .selectFrom('ledger_transfers')
      .selectAll()
      .where('member_id', '=', ada.memberId)
      .execute()
    expect(rows.length).toBe(3)
    // Only possible in a restored or damaged database: erasing removes the entries first.
    await sql`delete from wallets where member_id = ${ada.memberId}`.execute(shop.db)
    expect(await differences()).toEqual([
      { memberId: ada.memberId, account: 'wallet:icebreakers', cached: 0, replayed: 5 },
      { memberId: ada.memberId, account: 'wallet:likes', cached: 0, replayed: 10 },
      { memberId: ada.memberId, account: 'wallet:messages', cached: 0, replayed: 3 },
    ])
  })
})

describe('npm run ledger:check', () => {
  test('names each difference, and fails unless there is none', async () => {
    // Left by other tests.
    const { rows } = await sql<{ last: string }>`select max(member_id::text) as last from wallets`.execute(shop.db)
    const after = `--after=${rows[0]?.last}`
    expect(await checkByCommand([after], shop.db)).toEqual({
      ok: true,
      lines: ['0 wallets, 0 transfers, 0 differences'],
    })
    const lost = 'ffffffff-ffff-4fff-bfff-ffffffffffff'
    await moveNow()
    await sql`update ledger_transfers set member_id = ${lost} where member_id = ${ada.memberId} and amount = 10 and to_account = 'wallet:messages'`.execute(
      shop.db,
    )
    expect(await checkByCommand([after], shop.db)).toEqual({
      ok: false,
      lines: [`${lost} wallet:messages: cached 0, replayed 10`, '0 wallets, 1 transfers, 1 differences'],
    })
    await sql`delete from ledger_transfers where member_id = ${lost}`.execute(shop.db)
  })
})

describe('the ledger check by ranges', () => {
  test('finds in ranges of two what it finds in one', async () => {
    for (let n = 0; n < 5; n += 1) await shop.customer()
    await shop.db.updateTable('wallets').set({ likes: 99 }).where('member_id', '=', ada.memberId).execute()
    const ranges: string[] = []
    const whole = await checkLedger(shop.db)
    expect(await checkLedger(shop.db, { rangeSize: 2, onRange: (_, last) => void ranges.push(last) })).toEqual(whole)
    expect(ranges.length).toBeGreaterThan(3)
    expect(ranges).toEqual(ranges.toSorted())
  })

  test('resumes after the member at which it stopped', async () => {
    await shop.customer()
    let stopped = ''
    const first = await checkLedger(shop.db, { rangeSize: 1, onRange: (_, last) => ((stopped = last), false) })
    const rest = await checkLedger(shop.db, { after: stopped })
    expect(first.wallets).toBe(1)
    expect(first.wallets + rest.wallets).toBe((await checkLedger(shop.db)).wallets)
  })
})

describe('the ledger check since a time', () => {
  const later = new Date(at.getTime() + 100 * 86_400_000)

  test('checks every member with a movement since then, also the first and last of a range', async () => {
    const moved: Customer[] = []
    for (let n = 0; n < 3; n += 1) moved.push(await shop.customer())
    for (const { memberId } of moved) {
      await moveNow({ memberId, at: later })
      await shop.db.updateTable('wallets').set({ likes: 99 }).where('member_id', '=', memberId).execute()
    }
    const ids = moved.map(({ memberId }) => memberId)
    for (const rangeSize of [1, 2, 3]) {
      const report = await checkLedgerSince(shop.db, later, { rangeSize })
      expect(report.differences.map(({ memberId }) => memberId).sort()).toEqual(ids.toSorted())
      expect(report.wallets).toBe(3)
    }
  })

  test('lists at most a thousand differences', async () => {
    // Members of whom only a movement is left.
    const muchLater = new Date(later.getTime() + 86_400_000)
    await sql`insert into ledger_transfers (member_id, id, brand_id, from_account, to_account, amount, idempotency_key, created_at)
      select gen_random_uuid(), gen_random_uuid(), 'battito', 'house:gifts', 'wallet:likes', 1, 'orphan', ${muchLater}
      from generate_series(1, 1001)`.execute(shop.db)
    expect((await checkLedgerSince(shop.db, muchLater)).differences).toHaveLength(1000)
    expect((await checkLedger(shop.db)).differences).toHaveLength(1000)
    await sql`delete from ledger_transfers where idempotency_key = 'orphan'`.execute(shop.db)
  })
})

describe('the nightly check', () => {
  const deps = () => ({ db: shop.db, log: createLog('silent'), clock: () => at })
  const plant = (likes: number) =>
    shop.db.updateTable('wallets').set({ likes }).where('member_id', '=', ada.memberId).execute()

  test('checks the members with movements since the last run', async () => {
    await moveNow()
    await plant(77)
    expect((await checkChanges(deps())).differences.map(({ memberId }) => memberId)).toContain(ada.memberId)
    // After the customers were created, which is today.
    const later = new Date(Date.now() + 3 * 86_400_000)
    await checkChanges({ ...deps(), clock: () => later })
    const after = await checkChanges({ ...deps(), clock: () => new Date(later.getTime() + 1) })
    expect(after.differences.filter(({ memberId }) => memberId === ada.memberId)).toEqual([])
    // Dated before the last check, committed after it.
    await moveNow({ at: new Date(later.getTime() - 3_000_000) })
    const again = await checkChanges({ ...deps(), clock: () => new Date(later.getTime() + 2) })
    expect(again.differences.map(({ memberId }) => memberId)).toContain(ada.memberId)
    await plant(10)
  })

  test('starts a day back at first, then an hour before the last run, to the millisecond, and logs what it finds', async () => {
    await shop.db.deleteFrom('ledger_checks').execute()
    const logged: unknown[] = []
    const log = { ...createLog('silent'), error: (what: unknown) => void logged.push(what) } as unknown as Log
    const now = new Date('2026-12-24T03:00:00Z')
    const eva = await shop.customer()
    const likes = (amount: number) =>
      shop.db.updateTable('wallets').set({ likes: amount }).where('member_id', '=', eva.memberId).execute()
    /** How many differences a run finds of a member who moved credits so long before it. */
    const foundAt = async (clock: Date, ms: number) => {
      await sql`update ledger_transfers set created_at = '2026-01-01' where member_id = ${eva.memberId}`.execute(
        shop.db,
      )
      await moveNow({ memberId: eva.memberId, at: new Date(clock.getTime() - ms) })
      await likes(11)
      logged.length = 0
      const { differences } = await checkChanges({ ...deps(), log, clock: () => clock })
      await likes(10)
      const own = differences.filter(({ memberId }) => memberId === eva.memberId)
      expect(logged.filter((one) => (one as { memberId: string }).memberId === eva.memberId)).toEqual(own)
      return own.length
    }
    const [day, hour] = [86_400_000, 3_600_000]
    expect(await foundAt(now, day + hour)).toBe(1)
    await shop.db.deleteFrom('ledger_checks').execute()
    expect(await foundAt(now, day + hour + 1)).toBe(0)
    const note = await shop.db.selectFrom('ledger_checks').selectAll().where('kind', '=', 'changes').executeTakeFirst()
    expect(note).toMatchObject({ after_member: null, checked_until: now, updated_at: now })
    const next = new Date(now.getTime() + day)
    expect(await foundAt(next, day + hour)).toBe(1)
    expect(await foundAt(new Date(next.getTime() + day), day + hour + 1)).toBe(0)
  })

  test('of changes stops in time, and the next run continues it and counts from when it began', async () => {
    await shop.db.deleteFrom('ledger_checks').execute()
    const moved = [await shop.customer(), await shop.customer(), await shop.customer()]
    const began = new Date(at.getTime() + 200 * 86_400_000)
    const later = (hours: number) => new Date(began.getTime() + hours * 3_600_000)
    for (const { memberId } of moved) {
      await moveNow({ memberId, at: later(-1) })
      await shop.db.updateTable('wallets').set({ likes: 99 }).where('member_id', '=', memberId).execute()
    }
    const ids = moved.map(({ memberId }) => memberId).toSorted()
    const step = async (hours: number, until: number) => {
      const { differences } = await checkChanges({ ...deps(), clock: () => later(hours) }, { until, rangeSize: 1 })
      return differences.map(({ memberId }) => memberId)
    }
    expect(await step(0, 0)).toEqual([ids[0]])
    expect(await step(24, 0)).toEqual([ids[1]])
    expect(await step(48, Infinity)).toEqual([ids[2]])
    const where = () => shop.db.selectFrom('ledger_checks').selectAll().where('kind', '=', 'changes').executeTakeFirst()
    // What moved since it began is checked next.
    expect(await where()).toMatchObject({ after_member: null, began_at: null, checked_until: began })
    expect(await step(49, Infinity)).toEqual(ids)
    expect(await where()).toMatchObject({ checked_until: later(49) })
    await shop.db.deleteFrom('ledger_checks').execute()
  })

  test('of all members stops in time and finishes over the next nights', async () => {
    const where = () => shop.db.selectFrom('ledger_checks').selectAll().where('kind', '=', 'full').executeTakeFirst()
    expect(await checkEverybody(deps(), 0)).toBe(false)
    expect((await where())?.after_member).not.toBeNull()
    // The state of the other check is stored separately.
    await shop.db
      .insertInto('ledger_checks')
      .values({ kind: 'changes', after_member: null, differences: 0, checked_until: at, updated_at: at })
      .onConflict((conflict) => conflict.column('kind').doNothing())
      .execute()
    await plant(77)
    // It resumes after the last member, and finds earlier ones in the next round.
    expect(await checkEverybody(deps())).toBe(true)
    expect(await where()).toMatchObject({ after_member: null, checked_until: at, differences: 0 })
    expect(await checkEverybody(deps())).toBe(true)
    const whole = await where()
    expect(whole?.after_member).toBeNull()
    expect(whole?.differences).toBeGreaterThan(0)
    await plant(10)
  })
})
