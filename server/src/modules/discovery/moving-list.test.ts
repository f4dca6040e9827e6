import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { idOf, ids, listingOn } from './testing/listing.ts'

/** Members come online while the pages of a list are read. */

let testServer: TestServer
const clock = { now: Date.now() }
const { list, newRegion, man, woman, entry } = listingOn(() => testServer, clock)
let viewer: TestMember
let women: TestMember[]
/** An hour before, each a minute after the next. */
const atFirst = (at: number) => new Date(clock.now - 3_600_000 - at * 60_000)
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false, clock: () => new Date(clock.now) })
  await newRegion()
  viewer = await man()
  women = []
  for (let n = 0; n < 60; n += 1) women.push(await woman())
}, 120_000)
afterAll(() => testServer.close())

/** Every sixth is new, as in a real list. */
async function arrange(): Promise<void> {
  for (const [at, member] of women.entries()) await entry(member, { is_new: at % 6 === 0, active_at: atFirst(at) })
}
const comeOnline = (members: readonly TestMember[]) =>
  Promise.all(members.map((member) => entry(member, { active_at: new Date(clock.now) })))
const pause = () => {
  clock.now += 17_000
}

it('shows each member once when others come online from behind, after each page', async () => {
  await arrange()
  const shown: string[] = []
  for (let page = 1; page <= 4; page += 1) {
    shown.push(...ids(await list(viewer, { page })))
    pause()
    const unseen = women.filter((member) => !shown.includes(idOf(member)))
    await comeOnline(unseen.slice(-4))
  }
  expect(shown).toHaveLength(48)
  expect(new Set(shown).size).toBe(48)
})

it('starts again with the first page, where new arrivals come first', async () => {
  await arrange()
  await list(viewer, { page: 1 })
  pause()
  const last = women.slice(-2)
  await comeOnline(last)
  expect(ids(await list(viewer, { page: 2 })).filter((id) => last.map(idOf).includes(id))).toEqual([])
  pause()
  expect(ids(await list(viewer, { page: 1 }))).toEqual(expect.arrayContaining(last.map(idOf)))
})

it('shows the same page again when one goes back', async () => {
  await arrange()
  const [first, second] = [await list(viewer, { page: 1 }), await list(viewer, { page: 2 })]
  pause()
  await comeOnline(women.slice(-6))
  const third = await list(viewer, { page: 3 })
  expect(ids(await list(viewer, { page: 2 }))).toEqual(ids(second))
  expect(ids(third).filter((id) => [...ids(first), ...ids(second)].includes(id))).toEqual([])
})

it('shows each member at most once and everyone who stays in place, no matter who comes online', async () => {
  const moves = fc.array(fc.uniqueArray(fc.nat({ max: 59 }), { maxLength: 10 }), { minLength: 4, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(moves, async (comers) => {
      await arrange()
      clock.now += 60_000
      const shown: string[] = []
      const moved = new Set<number>()
      for (let page = 1; page <= 6; page += 1) {
        shown.push(...ids(await list(viewer, { page })))
        pause()
        for (const at of comers[page - 1] ?? []) moved.add(at)
        await comeOnline((comers[page - 1] ?? []).flatMap((at) => women[at] ?? []))
      }
      expect(new Set(shown).size).toBe(shown.length)
      const missing = women.flatMap((member, at) => (moved.has(at) || shown.includes(idOf(member)) ? [] : [at]))
      expect(missing).toEqual([])
    }),
    { numRuns: 6 },
  )
})
