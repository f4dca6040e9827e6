import { firstMessageRules, type PrivacySettings } from '@incontro/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { chat } from '#modules/chat/testing/conversing.ts'
import { phoneNumberOf } from './phone-number.ts'
import { jpeg, upload } from '#modules/photos/testing/pictures.ts'

/*
 * server/test/journeys/account-states.test.ts checks that a hidden member is treated like an unknown id at every route and
 * event.
 */

let testServer: TestServer
const time = { offsetMs: 0 }
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false, clock: () => new Date(Date.now() + time.offsetMs) })
})
afterAll(() => testServer.close())

const idOf = (member: TestMember): string => member.session.angelId
const privacy = (member: TestMember, change: object) =>
  testServer.call('/api/users/privacy', { method: 'PUT', token: member.token, body: change })
const setPrivacy = async (member: TestMember, change: Partial<PrivacySettings>): Promise<void> =>
  expect(await privacy(member, change)).toMatchObject({ status: 200, body: change })
const get = async (member: TestMember, path: string) => (await testServer.call(path, { token: member.token })).body
const pageOf = async (viewer: TestMember, other: TestMember) =>
  (await get(viewer, `/dispenser/${idOf(other)}/IT/donna`))[0]
const notificationsOf = async (viewer: TestMember) =>
  (await get(viewer, `/api/get/notifications/${viewer.session.clickid}`)).messages
const conversationsOf = async (viewer: TestMember) =>
  (await get(viewer, `/api/get/messages/${viewer.session.clickid}`)).messages
const send = async (from: TestMember, event: string, data: object) => {
  const socket = await from.connect()
  const answer = await socket.send(event, data)
  socket.close()
  return answer
}
const like = async (from: TestMember, to: TestMember) =>
  expect(await send(from, 'like', { trackerId: from.session.clickid, angelId: idOf(to) })).toMatchObject({ ok: true })
const write = (from: TestMember, to: TestMember) => send(from, 'chat', chat(from, to, 'Ciao'))
const visit = async (from: TestMember, to: TestMember) =>
  expect(
    (
      await testServer.call('/api/collect/visited', {
        token: from.token,
        body: { trackerId: from.session.clickid, angelId: idOf(to) },
      })
    ).status,
  ).toBe(200)
/** A separate region, so that no other member is in the list; counts are cached for fifteen seconds. */
const listOf = async (viewer: TestMember, mode: 'find' | 'match') => {
  time.offsetMs += 15_000
  const { body } = await testServer.call('/dispenser/match', {
    token: viewer.token,
    body: { trackerId: viewer.session.clickid, mode },
  })
  return { ids: body.profili.map(({ id }: { id: string }) => id), total: body.totali }
}
const pair = async (region = 'Lazio') =>
  [await testServer.member({ region }), await testServer.member({ gender: 'woman', region })] as const

it('is fully visible by default, changes only the given fields, and refuses unknown ones', async () => {
  const member = await testServer.member()
  const open = { hidden: false, hideLastSeen: false, hideVisits: false, firstMessagesFrom: 'everyone' }
  expect(await get(member, '/api/users/privacy')).toEqual(open)
  await setPrivacy(member, { hideVisits: true })
  await setPrivacy(member, {})
  for (const wrong of [{ firstMessagesFrom: 'nobody' }, { hidden: 'yes' }, { visible: true }])
    expect((await privacy(member, wrong)).status).toBe(400)
  expect(await get(member, '/api/users/privacy')).toEqual({ ...open, hideVisits: true })
})

describe('a hidden member', () => {
  it('is in no list, deck or count until they show themselves again', async () => {
    const [man, woman] = await pair('Molise')
    const there = { ids: [idOf(woman)], total: 1 }
    const away = { ids: [], total: 0 }
    expect([await listOf(man, 'find'), await listOf(man, 'match')]).toEqual([there, there])
    await setPrivacy(woman, { hidden: true })
    expect([await listOf(man, 'find'), await listOf(man, 'match')]).toEqual([away, away])
    // Changing the profile rewrites the list entry.
    await testServer.call(`/api/users/${woman.session.clickid}`, {
      method: 'PUT',
      token: woman.token,
      body: { descrizione: 'Leggo' },
    })
    expect(await listOf(man, 'find')).toEqual(away)
    await setPrivacy(woman, { hidden: false })
    expect([await listOf(man, 'find'), await listOf(man, 'match')]).toEqual([there, there])
  })

  it('is visible, with photos, to those they like or have a conversation with, and to no one else', async () => {
    const [stranger, woman] = await pair()
    const [liked, writer] = [await testServer.member(), await testServer.member()]
    await upload(testServer, woman, await jpeg(1))
    await testServer.database.db
      .updateTable('member_photos')
      .set({ state: 'approved' })
      .where('member_id', '=', idOf(woman))
      .execute()
    expect(await write(writer, woman)).toMatchObject({ ok: true })
    await setPrivacy(woman, { hidden: true })
    await like(woman, liked)
    const page = await pageOf(liked, woman)
    expect([await pageOf(stranger, woman), page.id, (await pageOf(writer, woman)).id]).toEqual([
      undefined,
      idOf(woman),
      idOf(woman),
    ])
    const photo = async (viewer: TestMember) =>
      (await testServer.call(page.default_photo, { token: viewer.token })).status
    expect([await photo(stranger), await photo(liked), await photo(writer)]).toEqual([404, 200, 200])
    expect(await notificationsOf(liked)).toMatchObject([{ angelId: idOf(woman), type: 'like' }])
    expect(await conversationsOf(writer)).toMatchObject([{ angelId: idOf(woman), writable: true }])
    expect(await write(liked, woman)).toMatchObject({ ok: true })
    // They can still see their own page.
    expect(await pageOf(woman, woman)).toMatchObject({ id: idOf(woman), gallery: [expect.anything()] })
  })
})

describe('a member who hides when they were active', () => {
  it('is never shown as online or recent to others, anywhere', async () => {
    const [man, woman] = await pair('Basilicata')
    const [liked, writer] = [await testServer.member(), await testServer.member()]
    await like(woman, liked)
    await write(writer, woman)
    const shown = async () =>
      [
        await pageOf(man, woman),
        ...(await testServer.call('/dispenser/match', { token: man.token, body: { trackerId: man.session.clickid } }))
          .body.profili,
        ...(await conversationsOf(liked)),
        ...(await conversationsOf(writer)),
      ].map(({ presence, online }: { presence: string | null; online: boolean }) => ({ presence, online }))
    expect(await shown()).toEqual(Array.from({ length: 4 }, () => ({ presence: 'online', online: true })))
    await setPrivacy(woman, { hideLastSeen: true })
    expect(await shown()).toEqual(Array.from({ length: 4 }, () => ({ presence: null, online: false })))
  })
})

describe('visits', () => {
  it.each(['hideVisits', 'hidden'] as const)(
    'of a member with %s are shown to no one, earlier ones included',
    async (rule) => {
      const [man, woman] = await pair()
      const badge = async () => (await get(woman, `/api/get/all/${woman.session.clickid}`)).unreadVisits
      await visit(man, woman)
      const page = async (viewer = woman) => (await get(viewer, `/dispenser/${idOf(man)}/IT/uomo`))[0]?.visitedYou
      expect([await badge(), await page(), await notificationsOf(woman)]).toMatchObject([
        1,
        true,
        [{ type: 'visita', angelId: idOf(man) }],
      ])
      await setPrivacy(man, { [rule]: true })
      // A hidden member has no page.
      expect([await badge(), await page(), await notificationsOf(woman)]).toEqual([
        0,
        rule === 'hidden' ? undefined : false,
        [],
      ])
      const visited = await testServer.member({ gender: 'woman' })
      const socket = await visited.connect()
      await visit(man, visited)
      await setPrivacy(man, { [rule]: false })
      // The hidden visit sent no event: the next visitor's is the first.
      const other = await testServer.member()
      await visit(other, visited)
      expect(await socket.next('notification')).toMatchObject({ angelId: idOf(other) })
      socket.close()
      expect(await notificationsOf(visited)).toMatchObject([{ angelId: idOf(other) }])
      expect(await notificationsOf(woman)).toMatchObject([{ angelId: idOf(man) }])
      // Nor does his page say that he made it.
      expect([await page(visited), await page()]).toEqual([false, true])
    },
  )
})

describe('a member who disliked another', () => {
  it('is hidden from them, and protected from their messages, as from a stranger', async () => {
    const [man, woman] = await pair()
    const answer = { trackerId: woman.session.clickid, angelId: idOf(man), type: 'dislike' }
    expect(await send(woman, 'match', answer)).toMatchObject({ ok: true })
    await setPrivacy(woman, { firstMessagesFrom: 'liked' })
    // Whom they like counts, not who likes them.
    await like(man, woman)
    expect(await pageOf(man, woman)).toMatchObject({ id: idOf(woman), writable: false })
    expect(await write(man, woman)).toMatchObject({ ok: false, code: 'not_accepted' })
    await setPrivacy(woman, { hidden: true })
    expect(await pageOf(man, woman)).toBeUndefined()
  })
})

describe('a first message', () => {
  const senders = {
    stranger: async () => testServer.member(),
    async verified() {
      const member = await testServer.member()
      await testServer.database.db
        .updateTable('members')
        .set({ verified_at: new Date() })
        .where('id', '=', idOf(member))
        .execute()
      return member
    },
    async liked(woman: TestMember) {
      const member = await testServer.member()
      await like(woman, member)
      return member
    },
    async 'in a conversation'(woman: TestMember) {
      const member = await testServer.member()
      expect(await write(woman, member)).toMatchObject({ ok: true })
      return member
    },
  }
  const accepted: Record<(typeof firstMessageRules)[number], readonly (keyof typeof senders)[]> = {
    everyone: ['stranger', 'verified', 'liked', 'in a conversation'],
    verified: ['verified', 'liked', 'in a conversation'],
    liked: ['liked', 'in a conversation'],
  }
  it.each(firstMessageRules)(
    'is accepted from whom the member allows: %s; for others it is not stored and costs nothing',
    async (rule) => {
      const woman = await testServer.member({ gender: 'woman' })
      const members = Object.fromEntries(
        await Promise.all(Object.entries(senders).map(async ([name, make]) => [name, await make(woman)] as const)),
      )
      await setPrivacy(woman, { firstMessagesFrom: rule })
      const said: Record<string, unknown> = {}
      for (const [name, member] of Object.entries(members)) {
        const { writable } = await pageOf(member, woman)
        const answer = await write(member, woman)
        expect(answer.ok || answer.code).toBe(writable || 'not_accepted')
        said[name] = writable
      }
      expect(Object.keys(said).filter((name) => said[name])).toEqual(accepted[rule])
      if (rule !== 'liked') return
      const { stranger } = members
      const { rows } = await testServer.database.pool.query(
        'select icebreakers, (select count(*) from conversations where $1 in (low_id, high_id)) as conversations from wallets where member_id = $1',
        [idOf(stranger!)],
      )
      expect(rows).toEqual([{ icebreakers: stranger!.session.creditiIcebreaker, conversations: 0 }])
    },
  )
})

describe('a phone number', () => {
  const path = '/api/users/phone'
  const change = (member: TestMember, body: object) =>
    testServer.call(path, { method: 'PUT', token: member.token, body })
  const set = (member: TestMember, values: object) =>
    testServer.database.db.updateTable('members').set(values).where('id', '=', idOf(member)).execute()
  const verified = (member: TestMember, is = true) =>
    set(member, { verified_at: is ? new Date() : null, verified_by: is ? 'gesture' : null })
  const ask = (viewer: TestMember, other: TestMember) =>
    testServer.call(`/dispenser/${idOf(other)}/phone`, { method: 'POST', token: viewer.token })
  /** The number a viewer gets, consistent with what the member's page announces. */
  const shown = async (viewer: TestMember, other: TestMember): Promise<string | null> => {
    const [page, answer] = [await pageOf(viewer, other), await ask(viewer, other)]
    expect(answer.status).toBe(page?.hasPhone ? 200 : 404)
    return answer.body.number ?? null
  }
  const number = '+393331234567'

  it('is hidden until its owner chooses, and then shown to paying members only, while the profile is verified', async () => {
    const [man, woman] = await pair('Umbria')
    const free = await testServer.member({ region: 'Umbria' })
    await set(man, { level: 1 })
    await verified(woman)
    expect(await shown(man, woman)).toBeNull()
    expect(await change(woman, { number: '333 123 4567' })).toMatchObject({
      status: 200,
      body: { number, shownTo: 'nobody', isVerified: true, viewers: 0 },
    })
    expect(await shown(man, woman)).toBeNull()

    await change(woman, { shownTo: 'paying' })
    expect([await shown(man, woman), await shown(free, woman), await shown(woman, woman)]).toEqual([number, null, null])
    const views = () =>
      testServer.database.db.selectFrom('phone_views').selectAll().where('member_id', '=', idOf(woman)).execute()
    const [view, ...others] = await views()
    expect([view, others]).toMatchObject([{ viewer_id: idOf(man), last_at: view!.first_at }, []])
    time.offsetMs += 60_000
    await shown(man, woman)
    const [again] = await views()
    expect(again).toEqual({ ...view, last_at: expect.any(Date) })
    expect(again!.last_at.getTime() - view!.last_at.getTime()).toBeGreaterThanOrEqual(60_000)
    expect((await get(woman, path)).viewers).toBe(1)
    await verified(woman, false)
    expect([await shown(man, woman), (await get(woman, path)).isVerified]).toEqual([null, false])
    await verified(woman)

    // One-sided messages are not enough.
    await change(woman, { shownTo: 'written' })
    expect(await shown(man, woman)).toBeNull()
    await write(man, woman)
    expect(await shown(man, woman)).toBeNull()
    await write(woman, man)
    expect(await shown(man, woman)).toBe(number)
    await write(free, woman)
    await write(woman, free)
    expect(await shown(free, woman)).toBeNull()

    // No list contains it.
    const list = await testServer.call('/dispenser/match', {
      token: man.token,
      body: { trackerId: man.session.clickid },
    })
    expect(list.body.profili).toHaveLength(1)
    expect(JSON.stringify([list.body, await conversationsOf(man), await pageOf(man, woman)])).not.toContain(
      '3331234567',
    )

    await testServer.call('/api/block', { token: woman.token, body: { angelId: idOf(man) } })
    expect(await shown(man, woman)).toBeNull()
  })

  it('is shown thirty times an hour and no more, also at once; what is not shown does not count', async () => {
    const [man, woman] = await pair()
    await set(man, { level: 2 })
    await change(woman, { number })
    expect((await ask(man, woman)).status).toBe(404)
    await verified(woman)
    await change(woman, { shownTo: 'paying' })
    const statuses = await Promise.all(Array.from({ length: 34 }, () => ask(man, woman).then(({ status }) => status)))
    expect(statuses.toSorted()).toEqual([...Array<number>(30).fill(200), ...Array<number>(4).fill(429)])
    time.offsetMs += 3_600_000
    expect((await ask(man, woman)).body).toEqual({ number })
  })

  it('that is new is hidden at first, and a deleted one leaves nothing', async () => {
    const [man, woman] = await pair()
    await set(man, { level: 2 })
    await verified(woman)
    await change(woman, { number, shownTo: 'paying' })
    expect(await shown(man, woman)).toBe(number)
    // The same number in another format.
    expect((await change(woman, { number: '0039 333-123.4567' })).body).toMatchObject({ shownTo: 'paying', viewers: 1 })
    expect((await change(woman, { number: '+34 612 345 678' })).body).toEqual({
      number: '+34612345678',
      shownTo: 'nobody',
      isVerified: true,
      viewers: 0,
    })
    expect((await change(woman, { number: null, shownTo: 'paying' })).body).toMatchObject({
      number: null,
      shownTo: 'nobody',
    })
    const { db } = testServer.database
    for (const table of ['phone_numbers', 'phone_views'] as const)
      expect(await db.selectFrom(table).select('member_id').where('member_id', '=', idOf(woman)).execute()).toEqual([])
  })

  it.each([
    { number: '12345' },
    { number: 'call me' },
    { number: '' },
    { number: '+0123456789' },
    { number: 1 },
    { shownTo: 'everyone' },
  ])('is refused as %j, and the previous one stays', async (wrong) => {
    const member = await testServer.member()
    await change(member, { number })
    expect((await change(member, wrong)).status).toBe(400)
    expect((await get(member, path)).number).toBe(number)
  })

  it.each([
    ['06 1234 5678', 'IT', '+390612345678'],
    ['(0)6 12 34 56 78', 'FR', '+33612345678'],
    ['+44 (0)20 7946 0018', 'IT', '+442079460018'],
    ['00353 87 123 4567', 'GB', '+353871234567'],
    ['087 123 4567', 'IE', '+353871234567'],
    ['6123456789012345', 'ES', undefined],
    ['+39 333 12x 4567', 'IT', undefined],
    ['0612345678', 'DE', undefined],
  ])('written as %s in %s is %s', (written, country, number) => {
    expect(phoneNumberOf(written, country)).toBe(number)
  })
})
