import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { checkedInFlows } from '#test/support/brands-folder.ts'
import { newId } from '#platform/ids.ts'
import { createMember, type NewMember } from '#modules/members/index.ts'
import { hold, mustBeFree, release, reserve, sweepHeld } from './addresses.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
}, 60_000)
afterAll(() => testServer.close())

const at = new Date('2026-12-01T10:00:00Z')
const later = (ms: number) => new Date(at.getTime() + ms)
const taken = { status: 409, code: 'mail_esistente' }
const pair = async () => {
  const [one, other] = [await testServer.member(), await testServer.member()]
  const of = (member: typeof one, email: string, brandId = 'local') => ({
    brandId,
    email,
    memberId: member.session.angelId,
  })
  return { one, other, of }
}

it('reserves a changed address for its member for a period, at that brand only', async () => {
  const { one, other, of } = await pair()
  const { db } = testServer.database
  const former = 'kept@person.example.com'
  await hold(db, of(one, former), { at, until: later(1000) })
  for (const ask of [mustBeFree, reserve])
    await expect(ask(db, of(other, former), later(999))).rejects.toMatchObject(taken)
  await release(db, of(other, former))
  await mustBeFree(db, of(one, former), later(999))
  await mustBeFree(db, of(other, former, 'battito'), later(999))
  await mustBeFree(db, of(other, former), later(1000))
  await reserve(db, of(other, former), later(1000))
  await expect(mustBeFree(db, of(one, former), later(1000))).rejects.toMatchObject(taken)
  await release(db, of(one, former))
  await expect(reserve(db, of(one, former), later(1000))).rejects.toMatchObject(taken)
})

it('reserves it for the member who changed it last', async () => {
  const { one, other, of } = await pair()
  const { db } = testServer.database
  const former = 'twice@person.example.com'
  await hold(db, of(one, former), { at, until: later(1000) })
  await hold(db, of(one, former), { at: later(10), until: later(2000) })
  await expect(mustBeFree(db, of(other, former), later(1999))).rejects.toMatchObject(taken)
  await hold(db, of(other, former), { at: later(2000), until: later(3000) })
  await expect(mustBeFree(db, of(one, former), later(2999))).rejects.toMatchObject(taken)
  await mustBeFree(db, of(other, former), later(2999))
})

it('a reserved address opens no new account, and tracker ids are unique', async () => {
  const { one, of } = await pair()
  const { db } = testServer.database
  await hold(db, of(one, 'held@person.example.com'), { at: new Date(0), until: later(0) })
  const flow = checkedInFlows().of('local', '7')
  const create = (email: string, when: Date, more: Partial<NewMember> = {}) =>
    db.transaction().execute((tx) =>
      createMember(tx, {
        id: newId(),
        brandId: 'local',
        poolId: 'local',
        clickid: one.session.clickid,
        email,
        passwordHash: null,
        memberName: null,
        gender: 'man',
        seeks: 'woman',
        age: 30,
        country: 'IT',
        regionId: null,
        cityId: null,
        locale: 'it',
        flow,
        source: 'direct',
        campid: null,
        gift: { messages: 0, icebreakers: 0, likes: 0 },
        at: when,
        ...more,
      }),
    )
  expect(await create('held@person.example.com', later(-1))).toBeNull()
  const clickid = await create('held2@person.example.com', later(0))
  expect(clickid).not.toBe(one.session.clickid)
  const { rows } = await testServer.database.pool.query(
    `select m.clickid, c.clickid as reserved from members m join member_clickids c on c.member_id = m.id where m.email = $1`,
    ['held2@person.example.com'],
  )
  expect(rows).toEqual([{ clickid, reserved: clickid }])
  await db.deleteFrom('members').where('email', '=', 'held@person.example.com').execute()

  // All that an account begins with, and nothing in another's place.
  const { rows: towns } = await testServer.database.pool.query(
    'select region_id as "regionId", id as "cityId" from geo_cities limit 1',
  )
  const { regionId, cityId } = towns[0] as { regionId: number; cityId: number }
  for (const doubleOptIn of [true, false]) {
    const [id, email] = [newId(), `begun.${doubleOptIn}@person.example.com`]
    const own = await create(email, later(0), {
      id,
      clickid: `own-${doubleOptIn}`,
      poolId: 'a-pool',
      passwordHash: 'hash',
      memberName: 'Ada',
      gender: 'woman',
      listedInBoth: doubleOptIn,
      seeks: 'man',
      seeksBoth: !doubleOptIn,
      genderWord: 'agender',
      hidesGenderWord: doubleOptIn,
      age: 41,
      country: 'ES',
      regionId,
      cityId,
      locale: 'es',
      flow: { id: '9', version: 'v3', doubleOptIn },
      source: 'rivista',
      campid: 'estate',
      gift: { messages: 3, icebreakers: 5, likes: 7 },
    })
    expect(own).toBe(`own-${doubleOptIn}`)
    expect(await db.selectFrom('members').selectAll().where('id', '=', id).executeTakeFirst()).toEqual({
      id,
      brand_id: 'local',
      pool_id: 'a-pool',
      clickid: own,
      email,
      password_hash: 'hash',
      screen_name: 'Ada',
      gender: 'woman',
      listed_in_both: doubleOptIn,
      seeks: 'man',
      seeks_both: !doubleOptIn,
      gender_word: 'agender',
      hides_gender_word: doubleOptIn,
      age_stated: 41,
      age_stated_on: new Date(2026, 11, 1),
      country: 'ES',
      region_id: regionId,
      city_id: cityId,
      locale: 'es',
      about: '',
      looking_for: '',
      hair_color: null,
      height_cm: null,
      weight_kg: null,
      level: 0,
      level_until: null,
      flow_id: '9',
      flow_version: 'v3',
      source: 'rivista',
      campid: 'estate',
      state: 'active',
      email_confirmed_at: null,
      verified_at: null,
      verified_by: null,
      sample: null,
      welcome_gift_shown_at: null,
      last_active_at: at,
      created_at: at,
      deletion_due_at: null,
      needs_confirmation: doubleOptIn,
      no_messages_until: null,
      is_hidden: false,
      hides_last_seen: false,
      hides_visits: false,
      first_messages_from: 'everyone',
      home_changes: [],
      gender_changes: [],
      age_corrected_at: null,
      absence_check_at: new Date(at.getTime() + 300 * 86_400_000),
    })
    const wallet = { member_id: id, brand_id: 'local', messages: 3, icebreakers: 5, likes: 7 }
    expect(await db.selectFrom('wallets').selectAll().where('member_id', '=', id).execute()).toEqual([
      expect.objectContaining(wallet),
    ])
    const given = await db
      .selectFrom('ledger_transfers')
      .select(['brand_id', 'from_account', 'to_account', 'amount', 'idempotency_key', 'created_at'])
      .where('member_id', '=', id)
      .orderBy('amount')
      .execute()
    expect(given).toEqual(
      Object.entries({ messages: 3, icebreakers: 5, likes: 7 }).map(([account, amount]) => ({
        brand_id: 'local',
        from_account: 'house:gifts',
        to_account: `wallet:${account}`,
        amount,
        idempotency_key: `registration:${account}`,
        created_at: at,
      })),
    )
  }
  await release(db, of(one, 'held@person.example.com'))
})

it('deletes reservations that have expired', async () => {
  const { one, of } = await pair()
  const { db } = testServer.database
  await hold(db, of(one, 'over@person.example.com'), { at, until: later(1000) })
  await hold(db, of(one, 'lasts@person.example.com'), { at, until: later(1001) })
  await sweepHeld(db, later(1000))
  const { rows } = await testServer.database.pool.query('select email from former_emails where member_id = $1', [
    one.session.angelId,
  ])
  expect(rows).toEqual([{ email: 'lasts@person.example.com' }])
})
