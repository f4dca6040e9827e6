import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '@incontro/contract'
import { startTestServer, type TestServer, type TestMember } from '#test/support/test-server.ts'
import { checkLedger, move } from '#modules/credits/index.ts'
import type { RatePlan } from '#modules/flows/index.ts'
import { setLevel } from '#modules/members/index.ts'
import { startSubscription } from '#modules/subscriptions/index.ts'
import type { Principal } from '#platform/caller.ts'
import type { ActivityDeps } from './deps.ts'
import { like } from './react.ts'

let testServer: TestServer
/** The time at which the clock is stopped, where a test does so. */
let stopped: number | undefined
beforeAll(async () => {
  testServer = await startTestServer({ clock: () => new Date(stopped ?? Date.now()) })
}, 60_000)
afterEach(() => {
  stopped = undefined
})
afterAll(() => testServer.close())

const about = (from: TestMember, to: TestMember) => ({ trackerId: from.session.clickid, angelId: to.session.angelId })
const idOf = (member: TestMember): string => member.session.angelId
const woman = (wish: { host?: string } = {}) => testServer.member({ gender: 'woman', ...wish })
const pair = async () => [await testServer.member(), await woman()] as const

async function leave(member: TestMember, likes: number): Promise<void> {
  await testServer.database.db.transaction().execute(async (tx) => {
    const has = await tx
      .selectFrom('wallets')
      .select('likes')
      .where('member_id', '=', idOf(member))
      .executeTakeFirstOrThrow()
    await move(tx, {
      memberId: idOf(member),
      brandId: 'local',
      account: 'likes',
      house: 'support',
      amount: likes - has.likes,
      key: `test:${randomUUID()}`,
      at: new Date(),
    })
  })
}

/** All members the deck offers, over all pages. */
async function deck(member: TestMember): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; page <= 5; page += 1) {
    const { body } = await testServer.call('/dispenser/match', {
      body: { trackerId: member.session.clickid, mode: 'match', page },
      token: member.token,
    })
    ids.push(...body.profili.map((one: { id: string }) => one.id))
  }
  return ids
}

const notifications = async (member: TestMember) =>
  (await testServer.call(`/api/get/notifications/${member.session.clickid}`, { token: member.token })).body.messages
const all = async (member: TestMember) =>
  (await testServer.call(`/api/get/all/${member.session.clickid}`, { token: member.token })).body
const visit = (from: TestMember, to: TestMember) =>
  testServer.call('/api/collect/visited', { body: about(from, to), token: from.token })

describe('a like', () => {
  it('costs a free member one credit, a repeat nothing, and reaches the other member without a reload', async () => {
    const [man, her] = await pair()
    const [his, hers] = [await man.connect(), await her.connect()]
    const city = await testServer.database.db
      .selectFrom('geo_cities')
      .select(['id', 'name'])
      .orderBy('id')
      .executeTakeFirstOrThrow()
    await testServer.database.db.updateTable('members').set({ city_id: city.id }).where('id', '=', idOf(man)).execute()
    stopped = Date.parse('2026-11-20T20:15:30.123Z')
    const first = await his.send('like', about(man, her))
    expect(first).toEqual({ ok: true, creditiLike: 9, mutual: false })
    const notified = {
      idNotifica: expect.any(String),
      type: 'like',
      prompt: null,
      angelId: idOf(man),
      screenName: man.session.screenName,
      age: 30,
      city: city.name,
      default_photo: null,
      time: new Date(stopped).toISOString(),
      letto: false,
      sample: false,
    }
    expect(await hers.next('notification')).toEqual(notified)
    expect(await his.next('like')).toEqual({ angelId: idOf(her), creditiLike: 9 })
    expect(await his.next('creditiResidui')).toEqual({
      creditiIcebreaker: 5,
      creditiTotali: 3,
      creditiLike: 9,
      premiumLevel: 0,
    })
    expect(await his.send('match', { ...about(man, her), type: 'like' })).toEqual(first)
    expect(await notifications(her)).toEqual([notified])
    expect([his.received('like'), his.received('creditiResidui'), hers.received('notification')]).toEqual([[], [], []])
    expect(await all(man)).toMatchObject({ navigation: { creditiLike: 9 }, profiliLike: [idOf(her)], unreadLikes: 0 })
    expect(await all(her)).toMatchObject({ profiliLike: [], unreadLikes: 1 })
    expect((await checkLedger(testServer.database.db)).differences).toEqual([])
  })

  it('of an answer is on the page of the member who gave it, for the one who answered, while the answer stands', async () => {
    const [man, her] = await pair()
    const rival = await testServer.member()
    const answers = [
      { id: 'dish', answer: 'Il risotto.' },
      { id: 'book', answer: 'Uno solo.' },
    ]
    const save = (prompts: object[]) =>
      testServer.call(`/api/users/${her.session.clickid}`, { method: 'PUT', body: { prompts }, token: her.token })
    await save(answers)
    const liked = async (viewer: TestMember, other: TestMember) =>
      (await testServer.call(`/dispenser/${idOf(other)}/IT/donna`, { token: viewer.token })).body[0].likedAnswer
    expect(await liked(her, man)).toBeNull()
    const his = await man.connect()
    await his.send('like', { ...about(man, her), prompt: 'book' })
    const rivals = await rival.connect()
    await rivals.send('like', about(rival, her))
    expect(await liked(her, man)).toEqual(answers[1])
    // No one else sees it, and a like of the profile names none.
    expect([await liked(rival, man), await liked(man, her), await liked(her, rival)]).toEqual([null, null, null])
    await save([{ id: 'book', answer: 'Due, ormai.' }])
    expect(await liked(her, man)).toEqual({ id: 'book', answer: 'Due, ormai.' })
    await save([])
    expect(await liked(her, man)).toBeNull()
    await save(answers)
    await his.send('unmatch', about(man, her))
    expect(await liked(her, man)).toBeNull()
  })

  it('costs a paying member nothing', async () => {
    const [man, her] = await pair()
    await leave(man, 0)
    await setLevel(testServer.database.db, { memberId: idOf(man), level: 2, until: null })
    const his = await man.connect()
    expect(await his.send('like', about(man, her))).toEqual({ ok: true, creditiLike: 0, mutual: false })
    expect(await his.next('creditiResidui')).toEqual({
      creditiIcebreaker: 5,
      creditiTotali: 0,
      creditiLike: 0,
      premiumLevel: 2,
    })
  })

  it('costs a free member nothing where the flow never runs out of them', async () => {
    const [man, her] = await pair()
    const { db, pool } = testServer.database
    const deps = {
      db,
      pool,
      flows: { of: () => ({ hooks: { outOfLikes: false } }) },
      counts: { invalidate: () => undefined },
      realtime: { toMember: () => undefined },
      photos: { url: () => '' },
      geo: { cityName: () => '' },
      clock: () => new Date(),
    } as unknown as ActivityDeps
    const member = {
      memberId: idOf(man),
      brandId: 'local',
      poolId: 'local',
      level: 0,
      mayReachOthers: true,
    } as Principal
    expect(await like(deps, member, idOf(her))).toEqual({ ok: true, likesLeft: 10, mutual: false })
  })

  it('is refused when the likes have run out, and stores nothing', async () => {
    const [man, her] = await pair()
    await leave(man, 0)
    const his = await man.connect()
    expect(await his.send('like', about(man, her))).toMatchObject({ ok: false, code: 'file_like' })
    expect(await his.send('match', { ...about(man, her), type: 'like' })).toMatchObject({
      ok: false,
      code: 'file_like',
    })
    expect(await notifications(her)).toEqual([])
    expect((await all(man)).profiliLike).toEqual([])
    expect(await deck(man)).toContain(idOf(her))
  })

  it('is charged once for the last credit, however many are sent concurrently', async () => {
    const man = await testServer.member()
    const women = await Promise.all(Array.from({ length: 6 }, () => woman()))
    await leave(man, 1)
    const sockets = await Promise.all([man.connect(), man.connect(), man.connect()])
    const acks = await Promise.all(
      women.map((her, n) =>
        sockets[n % 3]?.send(n % 2 === 0 ? 'like' : 'match', {
          ...about(man, her),
          ...(n % 2 === 0 ? {} : { type: 'like' }),
        }),
      ),
    )
    expect(acks.filter((ack) => ack.ok)).toEqual([{ ok: true, creditiLike: 0, mutual: false }])
    expect(acks.filter((ack) => ack.code === 'file_like')).toHaveLength(5)
    expect((await all(man)).profiliLike).toHaveLength(1)
    expect((await checkLedger(testServer.database.db)).differences).toEqual([])
  })

  it('costs one credit each, also when two are concurrent', async () => {
    const [man, her, another] = [await testServer.member(), await woman(), await woman()]
    const his = await man.connect()
    stopped = Date.now()
    expect(await his.send('like', about(man, her))).toMatchObject({ creditiLike: 9 })
    expect(await his.send('like', about(man, another))).toMatchObject({ creditiLike: 8 })
  })

  it('that is returned notifies both members, once', async () => {
    const [man, her] = await pair()
    const [his, hers] = [await man.connect(), await her.connect()]
    await his.send('like', about(man, her))
    stopped = Date.parse('2026-11-20T20:15:30.123Z')
    expect(await hers.send('match', { ...about(her, man), type: 'like' })).toMatchObject({ ok: true, mutual: true })
    const mutual = (other: TestMember) => ({
      angelId: idOf(other),
      screenName: other.session.screenName,
      default_photo: null,
      sample: false,
      time: new Date(stopped ?? 0).toISOString(),
    })
    expect(await his.next('mutual')).toEqual(mutual(her))
    expect(await hers.next('mutual')).toEqual(mutual(man))
    expect(await his.send('like', about(man, her))).toMatchObject({ ok: true, mutual: true })
    expect([his.received('mutual'), hers.received('mutual')]).toEqual([[], []])
    expect(await his.next('notification')).toMatchObject({
      type: 'like',
      angelId: idOf(her),
      categoriaNotifica: 'risposta_a_like',
    })
    const [[first], [answer]] = [await notifications(her), await notifications(man)]
    expect(first).not.toHaveProperty('categoriaNotifica')
    expect(answer).toMatchObject({ type: 'like', categoriaNotifica: 'risposta_a_like' })
  })

  it('given by both concurrently is mutual for both', async () => {
    const [man, her] = await pair()
    const [his, hers] = [await man.connect(), await her.connect()]
    await Promise.all([his.send('like', about(man, her)), hers.send('like', about(her, man))])
    expect(await his.next('mutual')).toMatchObject({ angelId: idOf(her) })
    expect(await hers.next('mutual')).toMatchObject({ angelId: idOf(man) })
  })

  it('removes the member from the match but not from the search', async () => {
    const [man, her] = await pair()
    await (await man.connect()).send('like', about(man, her))
    expect(await deck(man)).not.toContain(idOf(her))
    const { body } = await testServer.call('/dispenser/match', {
      body: { trackerId: man.session.clickid },
      token: man.token,
    })
    expect(body.profili.find((one: { id: string }) => one.id === idOf(her))).toMatchObject({ liked: true })
  })
})

describe('a dislike', () => {
  it('notifies no one, costs nothing and keeps the member out of the match for 30 days', async () => {
    const [man, her, another] = [await testServer.member(), await woman(), await woman()]
    const [his, hers] = [await man.connect(), await her.connect()]
    expect(await his.send('match', { ...about(man, her), type: 'dislike' })).toEqual({
      ok: true,
      creditiLike: 10,
      mutual: false,
    })
    expect(await deck(man)).not.toContain(idOf(her))
    expect(await deck(her)).toContain(idOf(man))
    expect(await notifications(her)).toEqual([])
    await visit(await testServer.member(), her)
    // No event arrived before this one.
    expect(await hers.next('notification')).toMatchObject({ type: 'visita' })
    expect(hers.received('notification')).toEqual([])
    const age = (days: number) =>
      testServer.database.db
        .updateTable('reactions')
        .set({ created_at: new Date(Date.now() - days * 86_400_000) })
        .where('member_id', '=', idOf(man))
        .execute()
    await age(29)
    expect(await deck(man)).not.toContain(idOf(her))
    // They come back when the hour is over.
    await age(30.05)
    // The next answer invalidates the cached count of the list.
    await his.send('match', { ...about(man, another), type: 'dislike' })
    expect(await deck(man)).toContain(idOf(her))
  })

  it('neither undoes a like nor makes it the last one', async () => {
    const [man, her, another] = [await testServer.member(), await woman(), await woman()]
    const his = await man.connect()
    for (const one of [her, another]) await his.send('like', about(man, one))
    await his.send('match', { ...about(man, her), type: 'dislike' })
    expect((await all(man)).profiliLike).toEqual([another, her].map(idOf))
  })

  it('given again counts from then on, as does a like after it', async () => {
    const [man, her, liked] = [await testServer.member(), await woman(), await woman()]
    const his = await man.connect()
    const start = Date.now()
    const send = (day: number, other: TestMember, type: 'like' | 'dislike') => {
      stopped = start + day * 86_400_000
      return his.send('match', { ...about(man, other), type })
    }
    const reactedAt = () =>
      testServer.database.db
        .selectFrom('reactions')
        .select(['kind', 'created_at'])
        .where('member_id', '=', idOf(man))
        .where('other_id', '=', idOf(her))
        .executeTakeFirst()
    await send(0, her, 'dislike')
    await send(20, her, 'dislike')
    expect(await reactedAt()).toEqual({ kind: 'dislike', created_at: new Date(stopped ?? 0) })
    await send(21, liked, 'like')
    await send(22, her, 'like')
    expect(await reactedAt()).toEqual({ kind: 'like', created_at: new Date(stopped ?? 0) })
    expect((await all(man)).profiliLike).toEqual([her, liked].map(idOf))
  })
})

describe('a like after a dislike', () => {
  it('is a like: paid for, stored, notified, and out of the match for good', async () => {
    const [man, her] = await pair()
    const [his, hers] = [await man.connect(), await her.connect()]
    await his.send('match', { ...about(man, her), type: 'dislike' })
    // Nor is it mutual by a dislike of the other member.
    await hers.send('match', { ...about(her, man), type: 'dislike' })
    expect(await his.send('like', about(man, her))).toEqual({ ok: true, creditiLike: 9, mutual: false })
    const answering = testServer.database.db.selectFrom('notifications').select('answers_like')
    expect(await answering.where('member_id', '=', idOf(her)).execute()).toEqual([{ answers_like: false }])
    expect(await hers.next('notification')).toMatchObject({ type: 'like', angelId: idOf(man) })
    expect((await all(man)).profiliLike).toEqual([idOf(her)])
    expect(await deck(man)).not.toContain(idOf(her))
    await testServer.database.db
      .updateTable('reactions')
      .set({ created_at: new Date(Date.now() - 31 * 86_400_000) })
      .where('member_id', '=', idOf(man))
      .execute()
    expect(await deck(man)).not.toContain(idOf(her))
    expect(await his.send('like', about(man, her))).toEqual({ ok: true, creditiLike: 9, mutual: false })
    expect(await hers.send('like', about(her, man))).toMatchObject({ mutual: true })
  })
})

describe('an answer of an unconfirmed member', () => {
  it('is refused for likes and costs nothing', async () => {
    const [man, her] = [await testServer.member({ confirmed: false }), await woman()]
    const his = await man.connect()
    expect(await his.send('like', about(man, her))).toMatchObject({ ok: false, code: 'not_verified' })
    expect(await his.send('match', { ...about(man, her), type: 'like' })).toMatchObject({ code: 'not_verified' })
    expect(await all(man)).toMatchObject({ profiliLike: [], navigation: { creditiLike: 10 } })
    expect(await notifications(her)).toEqual([])
  })
})

/** Answers within one millisecond have the same time, so that neither is the last one. */
const nextMillisecond = async () => {
  for (const now = Date.now(); Date.now() === now;) await new Promise(setImmediate)
}

describe('undo', () => {
  it('undoes the dislikes, the last one first', async () => {
    const [man, first, second] = [await testServer.member(), await woman(), await woman()]
    const his = await man.connect()
    await his.send('match', { ...about(man, first), type: 'dislike' })
    await nextMillisecond()
    await his.send('match', { ...about(man, second), type: 'dislike' })
    expect(await his.send('unmatch', about(man, first))).toMatchObject({ ok: false, code: 'not_found' })
    // A later answer of another member does not count.
    const rival = await testServer.member()
    await (await rival.connect()).send('match', { ...about(rival, second), type: 'dislike' })
    expect(await his.send('unmatch', about(man, second))).toEqual({ ok: true, creditiLike: 10, mutual: false })
    expect(await deck(man)).toContain(idOf(second))
    expect(await his.send('unmatch', about(man, second))).toMatchObject({ ok: false, code: 'not_found' })
    expect(await his.send('unmatch', about(man, first))).toMatchObject({ ok: true })
    expect(await deck(man)).toEqual(expect.arrayContaining([idOf(first), idOf(second)]))
  })

  it('takes a fresh like back, with its notification and its credit, on the pages of both', async () => {
    const [man, disliked, her] = [await testServer.member(), await woman(), await woman()]
    const [his, hers] = [await man.connect(), await her.connect()]
    await his.send('match', { ...about(man, disliked), type: 'dislike' })
    await nextMillisecond()
    await his.send('match', { ...about(man, her), type: 'like' })
    await hers.next('notification')
    await his.next('creditiResidui')
    // What came before the like waits for its turn.
    expect(await his.send('unmatch', about(man, disliked))).toMatchObject({ ok: false, code: 'not_found' })
    expect(await his.send('unmatch', about(man, her))).toEqual({ ok: true, creditiLike: 10, mutual: false })
    expect(await his.next('creditiResidui')).toMatchObject({ creditiLike: 10 })
    expect(await hers.next('unread')).toEqual({ totalUnreadMessages: 0, unreadLikes: 0, unreadVisits: 0 })
    expect(await all(man)).toMatchObject({ profiliLike: [], navigation: { creditiLike: 10 } })
    expect([await notifications(her), (await all(her)).unreadLikes]).toEqual([[], 0])
    expect(await deck(man)).toContain(idOf(her))
    expect(await his.send('unmatch', about(man, disliked))).toMatchObject({ ok: true })
    expect((await checkLedger(testServer.database.db)).differences).toEqual([])
    // A second like is paid and announced like the first.
    expect(await his.send('like', about(man, her))).toEqual({ ok: true, creditiLike: 9, mutual: false })
    expect(await hers.next('notification')).toMatchObject({ type: 'like', angelId: idOf(man) })
  })

  it('gives the credit of a like back once, however often it is asked for at the same moment and again', async () => {
    const [man, her] = await pair()
    const tabs = [await man.connect(), await man.connect()]
    await tabs[0]!.send('like', about(man, her))
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => tabs[n % 2]!.send('unmatch', about(man, her))),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await tabs[1]!.send('unmatch', about(man, her))).toMatchObject({ ok: false, code: 'not_found' })
    expect(await all(man)).toMatchObject({ profiliLike: [], navigation: { creditiLike: 10 } })
    expect((await checkLedger(testServer.database.db)).differences).toEqual([])
  })

  it('gives back nothing for a like that cost nothing', async () => {
    const [man, her] = await pair()
    await setLevel(testServer.database.db, { memberId: idOf(man), level: 2, until: null })
    const his = await man.connect()
    await his.send('like', about(man, her))
    expect(await his.send('unmatch', about(man, her))).toEqual({ ok: true, creditiLike: 10, mutual: false })
  })

  it('leaves a like that is older, read or answered, and what came before it', async () => {
    const [man, disliked, old, read, mutual] = [
      await testServer.member(),
      await woman(),
      await woman(),
      await woman(),
      await woman(),
    ]
    const his = await man.connect()
    await his.send('match', { ...about(man, disliked), type: 'dislike' })
    const start = Date.now() + 1000
    stopped = start
    await his.send('like', about(man, old))
    stopped = start + 15_001
    expect(await his.send('unmatch', about(man, old))).toMatchObject({ ok: false, code: 'not_found' })
    await his.send('like', about(man, read))
    await testServer.call('/api/log/notification/readed', {
      body: { clickid: read.session.clickid, angelId: idOf(man) },
      token: read.token,
    })
    expect(await his.send('unmatch', about(man, read))).toMatchObject({ ok: false, code: 'not_found' })
    await (await mutual.connect()).send('like', about(mutual, man))
    expect(await his.send('like', about(man, mutual))).toMatchObject({ mutual: true })
    expect(await his.send('unmatch', about(man, mutual))).toMatchObject({ ok: false, code: 'not_found' })
    expect(await his.send('unmatch', about(man, disliked))).toMatchObject({ ok: false, code: 'not_found' })
    const { profiliLike, navigation } = await all(man)
    expect([new Set(profiliLike), navigation.creditiLike]).toEqual([new Set([old, read, mutual].map(idOf)), 7])
  })

  it('does not find out for nothing who likes the member: ten likes an hour', async () => {
    const [man, her] = await pair()
    const his = await man.connect()
    stopped = Date.parse('2026-11-20T20:15:30.123Z')
    for (let n = 0; n < 10; n += 1) {
      stopped += 1000
      await his.send('like', about(man, her))
      expect(await his.send('unmatch', about(man, her))).toMatchObject({ ok: true })
    }
    await his.send('like', about(man, her))
    expect(await his.send('unmatch', about(man, her))).toMatchObject({ ok: false, code: 'not_found' })
    stopped += 3_600_000
    expect(await his.send('unmatch', about(man, her))).toMatchObject({ ok: false, code: 'not_found' })
    expect((await all(man)).profiliLike).toEqual([idOf(her)])
  })

  it('is seen by a like of the other member at the same moment, or sees it', async () => {
    for (let n = 0; n < 10; n += 1) {
      const [man, her] = await pair()
      const [his, hers] = [await man.connect(), await her.connect()]
      await his.send('like', about(man, her))
      const [undone, liked] = await Promise.all([
        his.send('unmatch', about(man, her)),
        hers.send('like', about(her, man)),
      ])
      expect({ undone: undone.ok, mutual: liked.mutual }).toEqual({ undone: !liked.mutual, mutual: liked.mutual })
      expect((await all(man)).profiliLike).toEqual(liked.mutual ? [idOf(her)] : [])
    }
  })

  it('is not possible once a concurrent answer is the last one', async () => {
    const [man, her, another] = [await testServer.member(), await woman(), await woman()]
    const his = await man.connect()
    await his.send('match', { ...about(man, her), type: 'dislike' })
    const { pool } = testServer.database
    const holder = await pool.connect()
    await holder.query('begin')
    await holder.query('select from wallets where member_id = $1 for update', [idOf(man)])
    await holder.query(
      `insert into reactions (member_id, other_id, kind, created_at) values ($1, $2, 'like', now() + '1 hour')`,
      [idOf(man), idOf(another)],
    )
    const undone = his.send('unmatch', about(man, her))
    const waiting = () =>
      pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%wallets%'`,
      )
    await expect.poll(async () => (await waiting()).rowCount).toBe(1)
    await holder.query('commit')
    holder.release()
    expect(await undone).toMatchObject({ ok: false, code: 'not_found' })
  })

  it('affects only the caller’s own answers', async () => {
    const [man, other, her] = [await testServer.member(), await testServer.member(), await woman()]
    await (await other.connect()).send('match', { ...about(other, her), type: 'dislike' })
    const his = await man.connect()
    expect(await his.send('unmatch', about(man, her))).toMatchObject({ ok: false, code: 'not_found' })
    expect(await his.send('unmatch', about(other, her))).toMatchObject({ ok: false, code: 'not_found' })
    expect(await deck(other)).not.toContain(idOf(her))
    for (const wrong of [
      { ...about(man, her), extra: 1 },
      { trackerId: man.session.clickid },
      { ...about(man, her), angelId: 'no' },
    ]) {
      expect(await his.send('unmatch', wrong)).toMatchObject({ ok: false, code: 'invalid' })
    }
  })
})

describe('a member whom the caller may not see', () => {
  it('cannot be liked, disliked, undone or visited: oneself, blocked in either direction, of another brand, unknown', async () => {
    const [man, blocked, blocking] = [await testServer.member(), await woman(), await woman()]
    const elsewhere = await woman({ host: 'battito.localhost' })
    await testServer.call('/api/block', { body: { angelId: idOf(blocked) }, token: man.token })
    await testServer.call('/api/block', { body: { angelId: idOf(man) }, token: blocking.token })
    const his = await man.connect()
    for (const angelId of [idOf(man), idOf(blocked), idOf(blocking), idOf(elsewhere), randomUUID()]) {
      const whom = { trackerId: man.session.clickid, angelId }
      expect(await his.send('like', whom)).toMatchObject({ ok: false, code: 'not_found' })
      expect(await his.send('match', { ...whom, type: 'like' })).toMatchObject({ ok: false, code: 'not_found' })
      expect(await his.send('match', { ...whom, type: 'dislike' })).toMatchObject({ ok: false, code: 'not_found' })
      expect(await his.send('unmatch', whom)).toMatchObject({ ok: false, code: 'not_found' })
      expect((await testServer.call('/api/collect/visited', { body: whom, token: man.token })).status).toBe(404)
    }
    expect(await all(man)).toMatchObject({ profiliLike: [], navigation: { creditiLike: 10, profiliVisitati: [] } })
    expect(
      await testServer.database.db.selectFrom('notifications').select('id').where('actor_id', '=', idOf(man)).execute(),
    ).toEqual([])
  })
})

describe('a visit', () => {
  it('notifies sixty members an hour, and no more', async () => {
    const [man, her] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    const { db } = testServer.database
    const bucket = `visit:${idOf(man)}`
    const notified = () => db.selectFrom('notifications').select('id').where('member_id', '=', idOf(her)).execute()
    const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000)
    const counted = (hits: number) =>
      db
        .insertInto('limit_counters')
        .values([0, 1].map((n) => ({ bucket, window_start: new Date(hour.getTime() + n * 3_600_000), hits })))
        .onConflict((conflict) => conflict.columns(['bucket', 'window_start']).doUpdateSet({ hits }))
        .execute()
    await counted(60)
    expect((await visit(man, her)).status).toBe(200)
    expect(await notified()).toEqual([])
    const other = await testServer.member({ gender: 'woman' })
    await counted(59)
    expect((await visit(man, other)).status).toBe(200)
    expect(
      await db.selectFrom('notifications').select('id').where('member_id', '=', idOf(other)).execute(),
    ).toHaveLength(1)
  })

  it('notifies without a reload, once in six hours', async () => {
    const [man, her] = await pair()
    const hers = await her.connect()
    expect((await visit(man, her)).status).toBe(200)
    expect(await hers.next('notification')).toMatchObject({ type: 'visita', angelId: idOf(man) })
    await visit(man, her)
    await (await man.connect()).send('like', about(man, her))
    // The second visit caused no event before this one.
    expect(await hers.next('notification')).toMatchObject({ type: 'like' })
    expect(hers.received('notification')).toEqual([])
    expect(await all(man)).toMatchObject({ navigation: { profiliVisitati: [idOf(her)] } })
    expect(await all(her)).toMatchObject({ unreadVisits: 1, unreadLikes: 1 })
    await testServer.call(routes.notificationRead.path, {
      body: { clickid: her.session.clickid, angelId: idOf(man) },
      token: her.token,
    })
    expect(await all(her)).toMatchObject({ unreadVisits: 0, unreadLikes: 0 })
    stopped = Date.now()
    await testServer.database.db
      .updateTable('visits')
      .set({ last_at: new Date(stopped) })
      .where('member_id', '=', idOf(man))
      .execute()
    stopped += 6 * 3_600_000
    await visit(man, her)
    expect(await all(her)).toMatchObject({ unreadVisits: 0 })
    stopped += 1
    await visit(man, her)
    const again = {
      type: 'visita',
      angelId: idOf(man),
      screenName: man.session.screenName,
      time: new Date(stopped).toISOString(),
      letto: false,
    }
    expect(await hers.next('notification')).toMatchObject(again)
    expect(await notifications(her)).toMatchObject([again, { type: 'like', letto: true }])
    expect(await all(her)).toMatchObject({ unreadVisits: 1, unreadLikes: 0 })
  })
})

describe('the badges and lists', () => {
  it('are counted up to a hundred, and never read further', async () => {
    const [man, her] = await pair()
    const { pool } = testServer.database
    const unread = `
      with fixture as (
        insert into members select (jsonb_populate_record(m, jsonb_build_object(
          'id', gen_random_uuid(), 'email', gen_random_uuid() || '@fixture.example', 'clickid', 'fixture' || n))).*
        from members m, generate_series(1, 1001) n where m.id = $1 returning id),
      liked as (insert into reactions (member_id, other_id, kind, created_at) select $2, id, 'like', now() from fixture),
      visited as (insert into visits (member_id, other_id, last_at) select $2, id, now() from fixture)
      insert into notifications (member_id, id, kind, actor_id, created_at)
      select $2, gen_random_uuid(), kind, id, now() from fixture, unnest(array['like', 'visit']) kind`
    await pool.query(unread, [idOf(man), idOf(her)])
    const { unreadLikes, unreadVisits, profiliLike, navigation } = await all(her)
    expect([unreadLikes, unreadVisits, profiliLike.length, navigation.profiliVisitati.length]).toEqual([
      100, 100, 1000, 200,
    ])
    expect(await notifications(her)).toHaveLength(100)
    await pool.query('update notifications set read_at = now() where member_id = $1 and kind = $2', [
      idOf(her),
      'visit',
    ])
    expect(await all(her)).toMatchObject({ unreadLikes: 100, unreadVisits: 0 })
    await pool.query(
      `with made as (
        insert into conversations (id, pool_id, low_id, high_id, created_at)
        select gen_random_uuid(), 'local', least($1, $2::uuid), greatest($1, $2::uuid), now() from generate_series(1, 120)
        returning id)
      insert into inbox (member_id, conversation_id, other_id, last_seq, last_at, unread)
      select $2, id, gen_random_uuid(), 2, now(), 2 from made`,
      [idOf(man), idOf(her)],
    )
    expect(await all(her)).toMatchObject({ undreadedMessages: 200 })
  })

  it('are the member’s own, and leave out members who can no longer be seen', async () => {
    const [man, other, her] = [await testServer.member(), await testServer.member(), await woman()]
    await (await man.connect()).send('like', about(man, her))
    await visit(man, her)
    await visit(other, her)
    expect(await all(her)).toMatchObject({ unreadLikes: 1, unreadVisits: 2 })
    await testServer.call('/api/users/disableProfile', { body: { clickid: other.session.clickid }, token: other.token })
    expect(await all(her)).toMatchObject({ unreadLikes: 1, unreadVisits: 1 })
    expect(await notifications(her)).toMatchObject([
      { type: 'visita', angelId: idOf(man), screenName: man.session.screenName, age: 30, sample: false },
      { type: 'like', angelId: idOf(man) },
    ])
    await testServer.call('/api/block', { body: { angelId: idOf(her) }, token: man.token })
    expect(await all(her)).toMatchObject({ unreadLikes: 0, unreadVisits: 0 })
    expect(await notifications(her)).toEqual([])
    expect(await all(man)).toMatchObject({
      unreadLikes: 0,
      unreadVisits: 0,
      navigation: { profiliVisitati: [idOf(her)] },
    })
  })

  it('show a plan’s credits only while there is one', async () => {
    const man = await testServer.member()
    expect((await all(man)).navigation).toEqual({
      profiliVisitati: [],
      creditiMessaggi: 3,
      creditiMessaggiAbbonamento: 0,
      creditiIcebreaker: 5,
      creditiLike: 10,
      prossimoLike: null,
      prossimoIcebreaker: null,
    })
    const buy = (credits: number) =>
      testServer.database.db.transaction().execute((tx) =>
        startSubscription(tx, {
          isUpgrade: false,
          brandId: 'local',
          memberId: idOf(man),
          plan: { id: 'plan-1m', credits, level: 2, renews: false, period: { unit: 'month', count: 1 } } as RatePlan,
          flow: { id: '7', version: 'v' },
          cardTokenId: null,
          noticeDays: 90,
          siteOrigin: null,
          at: new Date(),
          timeZone: 'UTC',
        }),
      )
    // Of three, at most what the plan gave, and at most what is left.
    for (const [credits, left] of [
      [2, 2],
      [30, 3],
    ] as const) {
      await buy(credits)
      expect((await all(man)).navigation).toMatchObject({ creditiMessaggi: 3, creditiMessaggiAbbonamento: left })
    }
  })

  it('list those visited and liked, newest first', async () => {
    const [man, women] = [await testServer.member(), [await woman(), await woman(), await woman()]]
    const his = await man.connect()
    // Not in the order of ids; the first one is repeated last.
    for (const n of [2, 0, 1]) {
      await visit(man, women[n]!)
      await his.send('like', about(man, women[n]!))
    }
    const order = [1, 0, 2].map((n) => idOf(women[n]!))
    expect(await all(man)).toMatchObject({ navigation: { profiliVisitati: order }, profiliLike: order })
    await testServer.database.pool.query(
      `update visits set last_at = last_at - interval '7 hours' where member_id = $1 and other_id = $2`,
      [idOf(man), idOf(women[2]!)],
    )
    await visit(man, women[2]!)
    expect((await all(man)).navigation.profiliVisitati).toEqual([order[2], order[0], order[1]])
  })

  it('count unread service messages, not the conversations they are in', async () => {
    const her = await woman()
    const { pool } = testServer.database
    const before = (await all(her)).undreadedMessages
    await pool.query(
      `insert into system_inbox (member_id, conversation, last_seq, read_seq, last_at)
       values ($1, '111111', 5, 2, now()) on conflict (member_id, conversation) do update set last_seq = 5, read_seq = 2`,
      [idOf(her)],
    )
    expect((await all(her)).undreadedMessages).toBe(before + 3)
  })

  it('leave out hidden members unless they like the reader, also with equal times, in the order of ids', async () => {
    const her = await woman()
    const men = [await testServer.member(), await testServer.member(), await testServer.member()]
    for (const man of men) await (await man.connect()).send('like', about(man, her))
    const { pool } = testServer.database
    await pool.query(`update notifications set created_at = '2026-01-01T12:00:00Z' where member_id = $1`, [idOf(her)])
    const shown = await notifications(her)
    const byId = shown.map(({ idNotifica }: { idNotifica: string }) => idNotifica)
    expect(byId).toEqual(byId.toSorted().toReversed())
    const rest = await testServer.call(`/api/get/notifications/${her.session.clickid}?before=${byId[0]}`, {
      token: her.token,
    })
    expect(rest.body.messages).toEqual(shown.slice(1))
    // Two hide; one of them has withdrawn the like.
    await pool.query('update members set is_hidden = true where id = any($1)', [[idOf(men[0]!), idOf(men[1]!)]])
    await pool.query(`update reactions set kind = 'dislike' where member_id = $1`, [idOf(men[1]!)])
    const left = (await notifications(her)).map(({ angelId }: { angelId: string }) => angelId)
    expect(left.toSorted()).toEqual([idOf(men[0]!), idOf(men[2]!)].toSorted())
    expect(await all(her)).toMatchObject({ unreadLikes: 2 })
  })

  it('go on after the last one that was had, also where that is not there any more', async () => {
    const her = await woman()
    const man = await testServer.member()
    const { pool } = testServer.database
    await pool.query(
      `with fixture as (
        insert into members select (jsonb_populate_record(m, jsonb_build_object(
          'id', gen_random_uuid(), 'email', gen_random_uuid() || '@fixture.example', 'clickid', gen_random_uuid()))).*
        from members m, generate_series(1, 101) n where m.id = $1 returning id)
      insert into notifications (member_id, id, kind, actor_id, created_at)
      select $2, gen_random_uuid(), 'visit', id, '2026-01-01T12:00:00.123Z'::timestamptz + row_number() over () % 2 * interval '1 s'
      from fixture`,
      [idOf(man), idOf(her)],
    )
    const had = await notifications(her)
    expect(had).toHaveLength(100)
    const { idNotifica: before, time } = had.at(-1)
    const rest = async (query: object) => {
      const asked = new URLSearchParams(Object.entries(query)).toString()
      const path = `/api/get/notifications/${her.session.clickid}?${asked}`
      return (await testServer.call(path, { token: her.token })).body.messages
    }
    const last = await rest({ before })
    expect(last).toHaveLength(1)
    expect(await rest({ before, beforeAt: time })).toEqual(last)
    // Visited again, it is another notification, and the newest.
    await pool.query('update notifications set id = gen_random_uuid(), created_at = now() where id = $1', [before])
    expect(await rest({ before, beforeAt: time })).toEqual(last)
    // Of a page before this version.
    expect(await rest({ before })).toEqual([])
  })

  it('are paged by the id of the last notification', async () => {
    const her = await woman()
    const men = [await testServer.member(), await testServer.member(), await testServer.member()]
    for (const man of men) await visit(man, her)
    const page = async (query = '') =>
      (await testServer.call(`/api/get/notifications/${her.session.clickid}${query}`, { token: her.token })).body
        .messages
    const newest = await page()
    expect(newest.map(({ angelId }: { angelId: string }) => angelId)).toEqual(men.map(idOf).reverse())
    expect(await page(`?before=${newest[0].idNotifica}`)).toEqual(newest.slice(1))
    expect(await page(`?before=${newest[2].idNotifica}`)).toEqual([])
    // The id of another member's notification has no effect here.
    const other = await woman()
    await visit(men[0] as TestMember, other)
    const [theirs] = await notifications(other)
    expect(await page(`?before=${theirs.idNotifica}`)).toEqual([])
  })
})

describe('an event of a page', () => {
  it('is stored for members whom the caller may see, and for no others', async () => {
    const [man, her, stranger] = [await testServer.member(), await woman(), await woman({ host: 'battito.localhost' })]
    const log = (to: string, type = 'visita_profilo') =>
      testServer.call('/api/log/event', { body: { clickid: man.session.clickid, angelId: to, type }, token: man.token })
    const first = await log(idOf(her))
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    for (const id of [idOf(stranger), randomUUID()]) expect((await log(id)).status).toBe(404)
    expect(
      await testServer.database.db
        .selectFrom('member_events')
        .select(['kind', 'other_id'])
        .where('member_id', '=', idOf(man))
        .where('other_id', 'is not', null)
        .execute(),
    ).toEqual([{ kind: 'visita_profilo', other_id: idOf(her) }])
    // Six hundred an hour, wherever they are sent from.
    const { pool } = testServer.database
    await pool.query('update limit_counters set hits = 599 where bucket = $1', [`events ${idOf(man)}`])
    expect([(await log(idOf(her))).status, (await log(idOf(her))).status]).toEqual([200, 429])
  })
})

describe('notifications', () => {
  it('are marked read per actor, and the badges in the member’s other tabs follow', async () => {
    const [man, other, her] = [await testServer.member(), await testServer.member(), await woman()]
    await (await man.connect()).send('like', about(man, her))
    await visit(man, her)
    await visit(other, her)
    const another = await woman()
    await visit(man, another)
    const hers = await her.connect()
    expect(await notifications(her)).toHaveLength(3)
    const read = await testServer.call('/api/log/notification/readed', {
      body: { clickid: her.session.clickid, angelId: idOf(man) },
      token: her.token,
    })
    expect(read.status).toBe(200)
    expect(await hers.next('unread')).toEqual({ totalUnreadMessages: 0, unreadLikes: 0, unreadVisits: 1 })
    expect(await all(her)).toMatchObject({ unreadLikes: 0, unreadVisits: 1 })
    expect(await all(another)).toMatchObject({ unreadVisits: 1 })
    expect((await notifications(her)).filter((one: { letto: boolean }) => !one.letto)).toMatchObject([
      { angelId: idOf(other), type: 'visita' },
    ])
  })

  it('are all marked read at once, also those on later pages', async () => {
    const her = await woman()
    const others = await Promise.all(Array.from({ length: 3 }, () => testServer.member()))
    for (const other of others) await visit(other, her)
    await (await others[0]!.connect()).send('like', about(others[0]!, her))
    const another = await woman()
    await visit(others[0]!, another)
    const hers = await her.connect()
    const { status } = await testServer.call('/api/log/notification/readed', {
      body: { clickid: her.session.clickid },
      token: her.token,
    })
    expect(status).toBe(200)
    expect(await hers.next('unread')).toEqual({ totalUnreadMessages: 0, unreadLikes: 0, unreadVisits: 0 })
    expect((await notifications(her)).every(({ letto }: { letto: boolean }) => letto)).toBe(true)
    expect(await all(another)).toMatchObject({ unreadVisits: 1 })
  })

  it('keep the time of their first reading', async () => {
    const [man, her] = await pair()
    await visit(man, her)
    const read = () =>
      testServer.call('/api/log/notification/readed', {
        body: { clickid: her.session.clickid, angelId: idOf(man) },
        token: her.token,
      })
    const readAt = async () =>
      (
        await testServer.database.db
          .selectFrom('notifications')
          .select('read_at')
          .where('member_id', '=', idOf(her))
          .execute()
      ).map(({ read_at }) => read_at)
    await read()
    expect(await readAt()).toEqual([expect.any(Date)])
    const long = new Date('2026-01-01T12:00:00Z')
    await testServer.database.db
      .updateTable('notifications')
      .set({ read_at: long })
      .where('member_id', '=', idOf(her))
      .execute()
    await read()
    expect(await readAt()).toEqual([long])
  })

  it('of a member blocked since are not shown, and a member reads only their own', async () => {
    const [man, her] = await pair()
    await visit(man, her)
    for (const path of [`/api/get/notifications/${her.session.clickid}`, `/api/get/all/${her.session.clickid}`])
      expect((await testServer.call(path, { token: man.token })).status).toBe(404)
    expect(
      (
        await testServer.call('/api/log/notification/readed', {
          body: { clickid: her.session.clickid, angelId: idOf(man) },
          token: man.token,
        })
      ).status,
    ).toBe(404)
    await testServer.call('/api/block', { body: { angelId: idOf(man) }, token: her.token })
    expect(await notifications(her)).toEqual([])
  })
})
