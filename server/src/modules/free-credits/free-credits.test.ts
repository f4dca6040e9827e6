import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { balancesOf, checkLedger, move, type WalletAccount } from '#modules/credits/index.ts'
import { type Flows } from '#modules/flows/index.ts'
import { setLevel } from '#modules/members/index.ts'
import { openBus } from '#platform/live/bus.ts'
import { createLog } from '#platform/process/log.ts'
import { createRealtime } from '#platform/live/realtime.ts'
import { checkedInFlows } from '#test/support/brands-folder.ts'
import { findWaiting } from './find-waiting.ts'
import { nextRefills, refillDue } from './refill.ts'

const [minute, day] = [60_000, 86_400_000]
let testServer: TestServer
let now = Date.parse('2026-11-22T10:00:00Z')
beforeAll(async () => {
  testServer = await startTestServer({ clock: () => new Date(now), jobs: false })
})
afterAll(() => testServer.close())

const idOf = (member: TestMember): string => member.session.angelId
const balances = (member: TestMember) => balancesOf(testServer.database.db, idOf(member))
const claim = (member: TestMember) => testServer.call('/api/credits/gift', { body: {}, token: member.token })
const gift = async (member: TestMember): Promise<number> =>
  (await testServer.call('/api/users/verify', { body: {}, token: member.token })).body.regalo_messaggi
const run = () => testServer.context.jobs.handlers['free-credits-refill']?.({}, { attempt: 1, last: false })
let moves = 0
const take = (member: TestMember, account: WalletAccount, amount: number) =>
  testServer.database.db.transaction().execute((tx) =>
    move(tx, {
      memberId: idOf(member),
      brandId: 'local',
      account,
      house: 'spent',
      amount: -amount,
      key: `test:${(moves += 1)}`,
      at: new Date(now),
    }),
  )
const next = async (member: TestMember): Promise<[string | null, string | null]> => {
  const { navigation } = (await testServer.call(`/api/get/all/${member.session.clickid}`, { token: member.token })).body
  return [navigation.prossimoLike, navigation.prossimoIcebreaker]
}
const at = (ms: number) => new Date(now + ms).toISOString()

describe('the welcome gift', () => {
  it('is booked once, when it is shown, and the reply states the booked amount', async () => {
    const member = await testServer.member()
    const socket = await member.connect()
    expect(await gift(member)).toBe(5)
    expect(await balances(member)).toMatchObject({ messages: 3 })
    const answers = await Promise.all([claim(member), claim(member), claim(member)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers.map(({ body }) => body.regalo).sort()).toEqual([0, 0, 5])
    expect((await claim(member)).body).toEqual({ result: 'OK', regalo: 0, creditiMessaggi: 8, creditiTotali: 8 })
    expect(await socket.next('creditiResidui')).toMatchObject({ creditiTotali: 8 })
    expect(await gift(member)).toBe(0)
    expect(await balances(member)).toMatchObject({ messages: 8, icebreakers: 5, likes: 10 })
    expect((await checkLedger(testServer.database.db)).differences).toEqual([])
    const rows = await testServer.database.db
      .selectFrom('ledger_transfers')
      .select(['from_account', 'to_account', 'amount'])
      .where('member_id', '=', idOf(member))
      .where('idempotency_key', '=', 'welcome-gift')
      .execute()
    expect(rows).toEqual([{ from_account: 'house:gifts', to_account: 'wallet:messages', amount: 5 }])
  })

  it('stays available until the member has seen it', async () => {
    const [first, other] = [await testServer.member(), await testServer.member()]
    expect((await claim(first)).body).toMatchObject({ regalo: 5 })
    expect(await gift(other)).toBe(5)
    expect((await claim(other)).body).toMatchObject({ regalo: 5, creditiMessaggi: 8 })
  })

  it('is counted in messages for a paying member, at their price', async () => {
    const member = await testServer.member()
    await setLevel(testServer.database.db, { memberId: idOf(member), level: 1, until: null })
    const socket = await member.connect()
    expect((await claim(member)).body).toEqual({ result: 'OK', regalo: 5, creditiMessaggi: 53, creditiTotali: 53 })
    expect(await socket.next('creditiResidui')).toEqual({
      creditiTotali: 53,
      creditiIcebreaker: 5,
      creditiLike: 10,
      premiumLevel: 1,
    })
  })

  it('requires a signed-in member, and no parameters', async () => {
    const member = await testServer.member()
    expect((await testServer.call('/api/credits/gift', { body: {} })).status).toBe(401)
    expect((await testServer.call('/api/credits/gift', { body: { regalo: 50 }, token: member.token })).status).toBe(400)
    expect(await balances(member)).toMatchObject({ messages: 3 })
  })
})

describe('refilled free credits', () => {
  it('are three likes a day and an icebreaker a week, while there are fewer than the flow gives', async () => {
    const member = await testServer.member()
    await run()
    expect(await next(member)).toEqual([null, null])
    await take(member, 'likes', 5)
    await take(member, 'icebreakers', 5)
    expect(await next(member)).toEqual([at(day), at(7 * day)])
    await run()
    const [likes, icebreaker] = [at(day), at(7 * day)]
    now += 10 * minute
    await run()
    expect(await next(member)).toEqual([likes, icebreaker])
    now = Date.parse(likes) - 1
    await run()
    expect(await balances(member)).toMatchObject({ likes: 5, icebreakers: 0 })
    const socket = await member.connect()
    now = Date.parse(likes)
    await run()
    await run()
    expect(await balances(member)).toMatchObject({ likes: 8, icebreakers: 0 })
    expect(await socket.next('creditiResidui')).toMatchObject({ creditiLike: 8 })
    expect(await next(member)).toEqual([at(day), icebreaker])
    now += day
    await run()
    // Two were missing: never more than the flow's ten.
    expect(await balances(member)).toMatchObject({ likes: 10, icebreakers: 0 })
    expect(await next(member)).toEqual([null, icebreaker])
    now = Date.parse(icebreaker)
    await run()
    expect(await balances(member)).toMatchObject({ likes: 10, icebreakers: 1 })
    expect(await next(member)).toEqual([null, at(7 * day)])
    expect((await checkLedger(testServer.database.db)).differences).toEqual([])
  })

  it.each([
    ['likes', 'icebreakers'],
    ['icebreakers', 'likes'],
  ] as const)('are timed separately: %s do not delay %s', async (first, second) => {
    const member = await testServer.member()
    await take(member, first, 5)
    await run()
    now += minute
    await take(member, second, 5)
    await run()
    const due = await testServer.database.db
      .selectFrom('credit_refills')
      .select(['account', 'due_at'])
      .where('member_id', '=', idOf(member))
      .execute()
    const days = { likes: 1, icebreakers: 7 }
    const dueAt = (account: keyof typeof days, begun: number) => ({
      account,
      due_at: new Date(begun + days[account] * day),
    })
    expect(due).toHaveLength(2)
    expect(due).toEqual(expect.arrayContaining([dueAt(first, now - minute), dueAt(second, now)]))
  })

  it('come late when the job was late, and never twice', async () => {
    const member = await testServer.member()
    await take(member, 'likes', 10)
    await run()
    now += 2 * day + minute
    await Promise.all([run(), run(), run()])
    await run()
    expect(await balances(member)).toMatchObject({ likes: 6 })
  })

  it('do not wait for another member’s wallet lock', async () => {
    const [member, busy] = [await testServer.member(), await testServer.member()]
    await take(member, 'likes', 10)
    await run()
    now += day
    await testServer.database.db.transaction().execute(async (tx) => {
      await tx.selectFrom('wallets').select('likes').where('member_id', '=', idOf(busy)).forUpdate().execute()
      await run()
    })
    expect(await balances(member)).toMatchObject({ likes: 3 })
  })

  it('start to wait immediately after spending, and otherwise within a round done in parts', async () => {
    const { db } = testServer.database
    const { brands } = testServer.context
    const deps = { db, brands, flows: checkedInFlows(), clock: () => new Date(now) }
    await db.deleteFrom('refill_progress').execute()
    const [poorer, spender] = [await testServer.member(), await testServer.member()]
    // As when a flow now gives more: nothing was spent.
    await db.updateTable('wallets').set({ likes: 2 }).where('member_id', '=', idOf(poorer)).execute()
    await take(spender, 'likes', 4)
    const waits = async (member: TestMember) =>
      (await db.selectFrom('credit_refills').select('account').where('member_id', '=', idOf(member)).execute()).length
    const seen: number[][] = []
    const { n } = await db
      .selectFrom('wallets')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    for (let part = 0; part * 2 <= n; part += 1) {
      await findWaiting(deps, 2)
      seen.push([await waits(spender), await waits(poorer)])
    }
    expect(seen[0]).toEqual([1, 0])
    expect(seen.at(-1)).toEqual([1, 1])
    await db.updateTable('wallets').set({ likes: 10 }).where('member_id', '=', idOf(poorer)).execute()
    await db.deleteFrom('credit_refills').where('member_id', '=', idOf(poorer)).execute()
  })

  it('are found for an entry dated before the last run and committed after it', async () => {
    const { db } = testServer.database
    const { brands } = testServer.context
    const deps = { db, brands, flows: checkedInFlows(), clock: () => new Date(now) }
    const [late, tooLate] = [await testServer.member(), await testServer.member()]
    // The round has passed them already.
    const last = 'ffffffff-ffff-ffff-ffff-fffffffffffe'
    const round = { after_member: last, spent_until: new Date(now) }
    await db.deleteFrom('refill_progress').execute()
    await db.insertInto('refill_progress').values(round).execute()
    now -= 2 * minute
    await take(late, 'icebreakers', 1)
    now -= 1
    await take(tooLate, 'icebreakers', 1)
    now += 10 * minute
    await findWaiting(deps)
    const waits = async (member: TestMember) =>
      db.selectFrom('credit_refills').select(['account', 'due_at']).where('member_id', '=', idOf(member)).execute()
    expect(await waits(late)).toEqual([{ account: 'icebreakers', due_at: new Date(now + 7 * day) }])
    expect(await waits(tooLate)).toEqual([])
  })

  it('are looked up at most an hour back, however long the job was paused', async () => {
    const { db } = testServer.database
    const { brands } = testServer.context
    const deps = { db, brands, flows: checkedInFlows(), clock: () => new Date(now) }
    const [late, tooLate] = [await testServer.member(), await testServer.member()]
    await take(tooLate, 'likes', 1)
    now += 1
    await take(late, 'likes', 1)
    await db
      .updateTable('refill_progress')
      .set({ after_member: 'ffffffff-ffff-ffff-ffff-fffffffffffe', spent_until: new Date(now - day) })
      .execute()
    now += 60 * minute
    await findWaiting(deps)
    const found = await db
      .selectFrom('credit_refills')
      .select('member_id')
      .where('member_id', 'in', [idOf(late), idOf(tooLate)])
      .execute()
    expect(found).toEqual([{ member_id: idOf(late) }])
  })

  it('are looked for in the next part of the wallets, and from the first again after the end', async () => {
    const { db } = testServer.database
    const { brands } = testServer.context
    const deps = { db, brands, flows: checkedInFlows(), clock: () => new Date(now) }
    const ids = (await db.selectFrom('wallets').select('member_id').orderBy('member_id').execute()).map(
      ({ member_id: id }) => id,
    )
    const stopsAt = async (after: string | null, wallets: number) => {
      await db.updateTable('refill_progress').set({ after_member: after }).execute()
      await findWaiting(deps, wallets)
      const { after_member: last } = await db
        .selectFrom('refill_progress')
        .select('after_member')
        .executeTakeFirstOrThrow()
      return last
    }
    expect(await stopsAt(null, 1)).toBe(ids[0])
    expect(await stopsAt(ids[0]!, 1)).toBe(ids[1])
    expect(await stopsAt(ids[0]!, 2)).toBe(ids[2])
    expect(await stopsAt(ids.at(-2)!, 1)).toBe(ids.at(-1))
    expect(await stopsAt(ids.at(-1)!, 1)).toBeNull()
  })

  it('are looked for below the highest number of any flow of any brand', async () => {
    const { db } = testServer.database
    const { brands } = testServer.context
    const real = checkedInFlows()
    const member = await testServer.member()
    await take(member, 'likes', 1)
    await take(member, 'icebreakers', 1)
    const giving = (upTo: number) => ({
      likes: { upTo, amount: 1, days: 1 },
      icebreakers: { upTo, amount: 1, days: 1 },
    })
    const [flow] = real.all('local')
    const most: number[] = []
    // The flow with the highest number is the first of the first brand, then the last of the last.
    for (const generous of [0, brands.list.length * 2 - 1]) {
      let n = -1
      await db.deleteFrom('credit_refills').where('member_id', '=', idOf(member)).execute()
      const flows: Flows = {
        ...real,
        of: () => ({ ...flow!, refill: giving(20) }),
        all: () => [0, 1].map(() => ({ ...flow!, refill: giving((n += 1) === generous ? 20 : 1) })),
      }
      await db.updateTable('refill_progress').set({ after_member: null }).execute()
      await findWaiting({ db, brands, flows, clock: () => new Date(now) })
      most.push(
        (await db.selectFrom('credit_refills').where('member_id', '=', idOf(member)).select('account').execute())
          .length,
      )
    }
    expect(most).toEqual([2, 2])
  })

  it('come each at its own time when both are waiting', async () => {
    const member = await testServer.member()
    await take(member, 'icebreakers', 5)
    await run()
    const icebreaker = now + 7 * day
    now += day + minute
    await take(member, 'likes', 10)
    await run()
    const likes = now + day
    now += 8 * day
    await run()
    expect(await balances(member)).toMatchObject({ likes: 3, icebreakers: 1 })
    const { db } = testServer.database
    const rows = await db
      .selectFrom('credit_refills')
      .select(['account', 'due_at'])
      .where('member_id', '=', idOf(member))
      .orderBy('account')
      .execute()
    expect(rows).toEqual([
      { account: 'icebreakers', due_at: new Date(icebreaker + 7 * day) },
      { account: 'likes', due_at: new Date(likes + day) },
    ])
  })

  it('are for free members with an active account', async () => {
    const [paying, closed, before, after] = [
      await testServer.member(),
      await testServer.member(),
      await testServer.member(),
      await testServer.member(),
    ]
    for (const member of [paying, closed, before, after]) await take(member, 'likes', 10)
    await run()
    // Those whose rows come last have their turn first.
    await testServer.database.db
      .updateTable('credit_refills')
      .set({ due_at: new Date(now + day - minute) })
      .where('member_id', 'in', [idOf(before), idOf(after)])
      .execute()
    await setLevel(testServer.database.db, { memberId: idOf(paying), level: 1, until: null })
    await testServer.call('/api/users/disableProfile', {
      body: { clickid: closed.session.clickid },
      token: closed.token,
    })
    now += day
    await run()
    expect(await balances(paying)).toMatchObject({ likes: 0 })
    expect(await balances(closed)).toMatchObject({ likes: 0 })
    for (const free of [before, after]) expect(await balances(free)).toMatchObject({ likes: 3 })
    expect(await next(paying)).toEqual([null, null])
    const bought = await testServer.member()
    await setLevel(testServer.database.db, { memberId: idOf(bought), level: 2, until: null })
    await take(bought, 'likes', 10)
    await run()
    now += day
    await run()
    expect(await balances(bought)).toMatchObject({ likes: 0 })
  })

  it('start to wait when the member is free and active again, not earlier', async () => {
    const [paying, closed] = [await testServer.member(), await testServer.member()]
    const { db } = testServer.database
    await setLevel(db, { memberId: idOf(paying), level: 1, until: null })
    for (const member of [paying, closed]) await take(member, 'likes', 10)
    const change = (values: object) => db.updateTable('members').set(values).where('id', '=', idOf(closed)).execute()
    await change({ state: 'deactivated' })
    await run()
    now += day / 2
    await setLevel(db, { memberId: idOf(paying), level: 0, until: null })
    await change({ state: 'active' })
    await run()
    for (const member of [paying, closed]) expect((await next(member))[0]).toBe(at(day))
  })

  it('come to everybody once, though two processes run and one refill fails, and however many are due', async () => {
    const { database, context } = testServer
    const members = await Promise.all(Array.from({ length: 5 }, () => testServer.member()))
    for (const member of members) await take(member, 'likes', 10)
    await run()
    const [broken, , , , last] = members
    // More than a batch is due, with smaller ids: after the last member, and before those between.
    await database.pool.query(
      `with due as (insert into members (id, brand_id, pool_id, clickid, email, screen_name, gender, seeks, age_stated, age_stated_on,
           country, locale, flow_id, flow_version, last_active_at, created_at, state)
         select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'local', 'local', 'due ' || n, 'due' || n || '@a.example', 'Ada', 'woman', 'man', 30, '2026-01-01',
           'IT', 'it', '7', '1', now(), now(), 'deactivated' from generate_series(1, 1001) n returning id),
       filled as (insert into wallets (member_id, brand_id) select id, 'local' from due returning member_id)
       insert into credit_refills (member_id, account, due_at) select member_id, 'likes', $1::timestamptz from filled`,
      [new Date(now + day)],
    )
    await database.db
      .updateTable('credit_refills')
      .set({ due_at: new Date(now + 1) })
      .where('member_id', 'in', [idOf(broken!), idOf(last!)])
      .execute()
    const deps = {
      db: database.db,
      brands: context.brands,
      flows: {
        ...checkedInFlows(),
        of: (brand, id) => {
          if (id === 'broken') throw new Error('a flow that cannot be read')
          return checkedInFlows().of(brand, id)
        },
      } satisfies Flows,
      realtime: createRealtime(
        await openBus({ brokerUrl: undefined, keys: [Buffer.alloc(32)], log: createLog('silent') }),
      ),
      log: createLog('silent'),
      clock: () => new Date(now),
    }
    await database.db.updateTable('members').set({ flow_id: 'broken' }).where('id', '=', idOf(broken!)).execute()
    now += day
    await Promise.all([refillDue(deps), refillDue(deps)])
    expect(await balances(broken!)).toMatchObject({ likes: 0 })
    for (const member of members.slice(1)) expect(await balances(member)).toMatchObject({ likes: 3 })
    expect([(await next(members[1]!))[0], (await next(last!))[0]]).toEqual([at(day), at(1)])
    await database.pool.query("delete from members where clickid like 'due %'")
    await database.db.updateTable('members').set({ flow_id: '7' }).where('id', '=', idOf(broken!)).execute()
    await run()
    expect(await balances(broken!)).toMatchObject({ likes: 3 })
  })

  it('follow the brand’s default flow when the member’s flow no longer exists', async () => {
    const member = await testServer.member({ form: { fluxId: '7' } })
    await testServer.database.db.updateTable('members').set({ flow_id: 'old' }).where('id', '=', idOf(member)).execute()
    await take(member, 'likes', 10)
    await run()
    now += day
    await run()
    expect(await balances(member)).toMatchObject({ likes: 3 })
  })

  it.each([
    { like: null, icebreaker: null, after: { likes: 0, icebreakers: 0 } },
    { like: { upTo: 10, amount: 3, days: 1 }, icebreaker: null, after: { likes: 3, icebreakers: 0 } },
    { like: null, icebreaker: { upTo: 1, amount: 100, days: 1 }, after: { likes: 0, icebreakers: 1 } },
    {
      like: { upTo: 2, amount: 3, days: 1 },
      icebreaker: { upTo: 5, amount: 1, days: 2 },
      after: { likes: 2, icebreakers: 0 },
    },
  ])('after a day of a flow with $like likes and $icebreaker icebreakers are $after', async (flow) => {
    const { database, context } = testServer
    const refill = { likes: flow.like, icebreakers: flow.icebreaker }
    const real = checkedInFlows()
    const flows: Flows = {
      ...real,
      of: (brand, id) => ({ ...real.of(brand, id), refill }),
      all: (brand) => real.all(brand).map((one) => ({ ...one, refill })),
    }
    const deps = {
      db: database.db,
      brands: context.brands,
      flows,
      realtime: createRealtime(
        await openBus({ brokerUrl: undefined, keys: [Buffer.alloc(32)], log: createLog('silent') }),
      ),
      log: createLog('silent'),
      clock: () => new Date(now),
    }
    const member = await testServer.member()
    await take(member, 'likes', 10)
    await take(member, 'icebreakers', 5)
    await refillDue(deps)
    const free = { memberId: idOf(member), level: 0, country: 'IT' }
    const coming = await nextRefills(database.db, flows.of('local', '7'), free, await balances(member), deps.clock())
    expect([coming.likes !== null, coming.icebreakers !== null]).toEqual([flow.like !== null, flow.icebreaker !== null])
    now += day
    await refillDue(deps)
    await refillDue(deps)
    expect(await balances(member)).toMatchObject(flow.after)
  })
})
