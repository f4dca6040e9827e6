import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { refreshFindable } from '#modules/members/index.ts'
import { day, idOf, listingOn } from '../testing/listing.ts'

/** Half past ten in the evening in Italy. */
const clock = { now: Date.parse('2027-01-12T21:30:00Z') }
let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ clock: () => new Date(clock.now), jobs: false })
})
afterAll(() => testServer.close())
const { man, woman, change, entry, event, block, newRegion } = listingOn(() => testServer, clock)

interface Pick {
  readonly id: string
  readonly reasons: readonly string[]
  readonly sharedInterests: number
}
const picks = async (viewer: TestMember): Promise<Pick[]> => {
  const body = { trackerId: viewer.session.clickid }
  const answer = await testServer.call('/dispenser/picks', { body, token: viewer.token })
  expect(answer.status).toBe(200)
  return answer.body.picks
}
const idsOf = async (viewer: TestMember) => (await picks(viewer)).map(({ id }) => id)
async function says(member: TestMember, said: object): Promise<TestMember> {
  const path = `/api/users/${member.session.clickid}`
  expect((await testServer.call(path, { method: 'PUT', token: member.token, body: said })).status).toBe(200)
  return member
}
const saysIntent = (intent: string) => ({ intent })
const rowsOf = (viewer: TestMember) =>
  testServer.database.db
    .selectFrom('daily_picks')
    .select(['place', 'other_id'])
    .where('member_id', '=', idOf(viewer))
    .orderBy('place')
    .execute()

describe('the people picked for a day', () => {
  it('are five at most, each with what the two have in common, most first', async () => {
    await newRegion()
    const viewer = await says(await man(), {
      intent: 'slowly',
      interests: ['sea', 'dogs', 'wine'],
      prompts: [{ id: 'sunday', answer: 'Al mare' }],
    })
    const aim = await says(await woman(), saysIntent('slowly'))
    const much = await says(await woman(), { interests: ['wine', 'gym', 'sea'], intent: 'slowly' })
    const answered = await says(await woman(), { prompts: [{ id: 'sunday', answer: 'Al mercato' }] })
    await woman()
    await says(await woman(), saysIntent('light'))
    expect(await picks(viewer)).toMatchObject([
      { id: idOf(much), reasons: ['interests', 'intent'], sharedInterests: 2 },
      { id: idOf(aim), reasons: ['intent'], sharedInterests: 0 },
      { id: idOf(answered), reasons: ['prompt'], sharedInterests: 0 },
    ])
  })

  it('stay the same until the day ends where the member lives, and then none of them comes back', async () => {
    await newRegion()
    const viewer = await says(await man(), saysIntent('slowly'))
    const women: TestMember[] = []
    for (let n = 0; n < 7; n += 1) women.push(await says(await woman(), saysIntent('slowly')))
    const [first, again] = await Promise.all([idsOf(viewer), idsOf(viewer)])
    expect(first).toHaveLength(5)
    expect(again).toEqual(first)
    expect((await rowsOf(viewer)).map(({ other_id: id }) => id)).toEqual(first)
    // One who signs up later and fits better waits for another day.
    await says(await woman(), { intent: 'slowly', prompts: [{ id: 'dish', answer: 'Pane' }] })
    clock.now += 89 * 60_000
    expect(await idsOf(viewer)).toEqual(first)
    clock.now += 60_000
    const next = await idsOf(viewer)
    expect(next).toHaveLength(3)
    expect(next.filter((id) => first.includes(id))).toEqual([])
    // Their own day is another row: what is picked for one is not picked for another.
    expect(await idsOf(women[0] as TestMember)).toEqual([idOf(viewer)])
    clock.now += day
    expect(await idsOf(viewer)).toEqual([])
  })

  it('are, of those who fit alike, the ones who were online last', async () => {
    await newRegion()
    const viewer = await says(await man(), saysIntent('slowly'))
    const women: TestMember[] = []
    for (const hours of [3, 1, 5, 2, 7, 4, 6]) {
      const one = await says(await woman(), saysIntent('slowly'))
      await entry(one, { active_at: new Date(clock.now - hours * 3_600_000) })
      women.push(one)
    }
    const lastOnline = [1, 3, 0, 5, 2].map((at) => idOf(women[at] as TestMember))
    expect((await idsOf(viewer)).toSorted()).toEqual(lastOnline.toSorted())
  })

  it('are only members whom both searches find, and with whom nothing was decided', async () => {
    await newRegion()
    const viewer = await says(await man(), { ...saysIntent('slowly'), prompts: [] })
    const fits = await says(await woman(), saysIntent('slowly'))
    const [liked, passed, blocked, blocker, wrote, hidden, choosy, left] = await Promise.all(
      Array.from({ length: 8 }, async () => says(await woman(), saysIntent('slowly'))),
    )
    const need = (member: TestMember | undefined): TestMember => {
      if (!member) throw new Error('There is no such member')
      return member
    }
    await event(viewer, 'like', need(liked))
    await event(viewer, 'match', need(passed), { type: 'dislike' })
    await block(viewer, need(blocked))
    await block(need(blocker), viewer)
    const socket = await need(wrote).connect()
    await socket.send('chat', {
      msg: 'Ciao',
      trackerId: need(wrote).session.clickid,
      angelId: idOf(viewer),
      clientMessageId: crypto.randomUUID(),
    })
    socket.close()
    const { db } = testServer.database
    await change(need(hidden), { is_hidden: true })
    await refreshFindable(db, idOf(need(hidden)))
    const filters = { age: { from: 60, to: 70 } }
    const body = { trackerId: need(choosy).session.clickid, filters }
    await testServer.call('/dispenser/filters', { method: 'PUT', token: need(choosy).token, body })
    await change(need(left), { state: 'deactivated' })
    await refreshFindable(db, idOf(need(left)))
    expect(await idsOf(viewer)).toEqual([idOf(fits)])
  })

  it('do not say who has liked the member', async () => {
    await newRegion()
    const viewer = await says(await man(), saysIntent('slowly'))
    const [admirer, other] = [
      await says(await woman(), saysIntent('slowly')),
      await says(await woman(), saysIntent('slowly')),
    ]
    await event(admirer, 'like', viewer)
    const [neighbour] = [await woman()]
    await event(neighbour, 'like', viewer)
    const shown = await picks(viewer)
    expect(shown.map(({ id }) => id).toSorted()).toEqual([idOf(admirer), idOf(other)].toSorted())
    for (const { reasons } of shown) expect(reasons).toEqual(['intent'])
  })

  it('leave out during the day who is passed, blocked or gone, and say what is true now', async () => {
    await newRegion()
    const viewer = await says(await man(), { intent: 'slowly', interests: ['sea'] })
    const women = await Promise.all(
      Array.from({ length: 5 }, async () => says(await woman(), { intent: 'slowly', interests: ['sea'] })),
    )
    const [liked, passed, blocker, gone, changed] = women as [
      TestMember,
      TestMember,
      TestMember,
      TestMember,
      TestMember,
    ]
    expect((await idsOf(viewer)).toSorted()).toEqual(women.map(idOf).toSorted())
    await event(viewer, 'like', liked)
    await event(viewer, 'match', passed, { type: 'dislike' })
    await block(blocker, viewer)
    await change(gone, { state: 'deactivated' })
    await refreshFindable(testServer.database.db, idOf(gone))
    await says(changed, { intent: 'light' })
    const shown = await picks(viewer)
    expect(shown.map(({ id }) => id).toSorted()).toEqual([idOf(liked), idOf(changed)].toSorted())
    expect(shown.find(({ id }) => id === idOf(changed))?.reasons).toEqual(['interests'])
    await says(changed, { interests: [] })
    expect(await idsOf(viewer)).toEqual([idOf(liked)])
    // One who now seeks women no longer seeks him.
    await change(liked, { seeks: 'woman' })
    await refreshFindable(testServer.database.db, idOf(liked))
    expect(await idsOf(viewer)).toEqual([])
  })

  it('are looked for again an hour after none was found, or once the member asks or says something else', async () => {
    await newRegion()
    const viewer = await says(await man(), saysIntent('slowly'))
    const other = await says(await man(), saysIntent('slowly'))
    expect(await picks(viewer)).toEqual([])
    const fits = await says(await woman(), saysIntent('slowly'))
    // What one looked for in vain says nothing of another.
    expect(await idsOf(other)).toEqual([idOf(fits)])
    clock.now += 3_600_000 - 1
    expect(await picks(viewer)).toEqual([])
    clock.now += 1
    expect(await idsOf(viewer)).toEqual([idOf(fits)])
    for (const change of [
      (member: TestMember) => says(member, { interests: ['sea'] }),
      (member: TestMember) =>
        testServer.call('/dispenser/filters', {
          method: 'PUT',
          token: member.token,
          body: { trackerId: member.session.clickid, filters: { age: { from: 20, to: 60 } } },
        }),
    ]) {
      await newRegion()
      const again = await says(await man(), saysIntent('slowly'))
      expect(await picks(again)).toEqual([])
      const her = await says(await woman(), saysIntent('slowly'))
      expect(await picks(again)).toEqual([])
      await change(again)
      expect(await idsOf(again)).toEqual([idOf(her)])
    }
  })

  it('are looked for once while none is found, also by several requests at once', async () => {
    await newRegion()
    const viewer = await says(await man(), saysIntent('slowly'))
    const looked = () =>
      testServer.database.db
        .selectFrom('empty_picks')
        .select('looked_at')
        .where('member_id', '=', idOf(viewer))
        .execute()
    const first = new Date(clock.now)
    await Promise.all([picks(viewer), picks(viewer), picks(viewer)])
    clock.now += 1000
    await picks(viewer)
    expect(await looked()).toEqual([{ looked_at: first }])
  })

  it('are the member’s own', async () => {
    const [viewer, other] = [await man(), await man()]
    const body = { trackerId: viewer.session.clickid }
    expect((await testServer.call('/dispenser/picks', { body, token: other.token })).status).toBe(404)
    expect((await testServer.call('/dispenser/picks', { body })).status).toBe(401)
  })
})
