import { expect } from 'vitest'
import type { MemberWish, TestMember, TestServer } from '#test/support/test-server.ts'

export const day = 86_400_000

export interface Card {
  id: string
  isNew: boolean
  presence: string | null
  distance: number | null
  city: string
  age: number
  default_photo: string | null
  online: boolean
  liked: boolean
  likedYou: boolean
}
export interface Page {
  profili: Card[]
  totali: number
  hasMore: boolean
  perPage: number
  hook?: string
}

export const idOf = (member: TestMember): string => member.session.angelId
export const ids = (page: Page): string[] => page.profili.map(({ id }) => id)
export const everywhere = { find: true, match: true, count: 1 }
export const nowhere = { find: false, match: false, count: 0 }

/** Common steps of list tests on the file's test server, with its injected clock. */
export function listingOn(testServer: () => TestServer, clock: { now: number }) {
  /** Each test uses a region of its own, so that lists do not mix. */
  let region = ''
  const unused: string[] = []
  const regionsOf = async (country: string): Promise<string[]> => {
    const { db } = testServer().database
    const rows = await db
      .selectFrom('geo_regions')
      .select('name')
      .where('country', '=', country)
      .orderBy('name')
      .execute()
    return rows.map(({ name }) => name)
  }
  const list = async (viewer: TestMember, more: object = {}): Promise<Page> =>
    (
      await testServer().call('/dispenser/match', {
        body: { trackerId: viewer.session.clickid, ...more },
        token: viewer.token,
      })
    ).body
  const change = (member: TestMember, values: object) =>
    testServer().database.db.updateTable('members').set(values).where('id', '=', idOf(member)).execute()
  return {
    regionsOf,
    list,
    change,
    /** Members created from now on live there by default. */
    async newRegion(): Promise<string> {
      if (unused.length === 0) unused.push(...(await regionsOf('IT')))
      return (region = unused.pop() ?? '')
    },
    man: (wish: MemberWish = {}) => testServer().member({ region, ...wish }),
    woman: (wish: MemberWish = {}) => testServer().member({ gender: 'woman', region, ...wish }),
    /** Whether the viewer finds the other in search and in match. */
    async sees(viewer: TestMember, other: TestMember): Promise<{ find: boolean; match: boolean; count: number }> {
      // Counts are cached for fifteen seconds.
      clock.now += 15_000
      const [find, match] = [await list(viewer), await list(viewer, { mode: 'match' })]
      return { find: ids(find).includes(idOf(other)), match: ids(match).includes(idOf(other)), count: find.totali }
    },
    entry: (member: TestMember, values: { is_new?: boolean; active_at?: Date }) =>
      testServer()
        .database.db.updateTable('discovery_entries')
        .set(values)
        .where('member_id', '=', idOf(member))
        .execute(),
    async event(from: TestMember, name: string, to: TestMember, more: object = {}): Promise<void> {
      const socket = await from.connect()
      const answer = await socket.send(name, { trackerId: from.session.clickid, angelId: idOf(to), ...more })
      socket.close()
      expect(answer).toMatchObject({ ok: true })
    },
    block: (from: TestMember, to: TestMember) =>
      testServer().call('/api/block', { body: { angelId: idOf(to) }, token: from.token }),
  }
}
