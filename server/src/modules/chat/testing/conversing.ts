import { randomUUID } from 'node:crypto'
import type { TestMember, TestServer } from '#test/support/test-server.ts'
import { move } from '#modules/credits/index.ts'
import { createSessions } from '#modules/identity/index.ts'
import { setLevel } from '#modules/members/index.ts'

/** The payload of a `chat` event. */
export const chat = (
  from: TestMember,
  to: { session: { angelId: string } },
  msg: string,
  clientMessageId: string = randomUUID(),
) => ({ msg, trackerId: from.session.clickid, angelId: to.session.angelId, clientMessageId })

/** Common steps of conversation tests on the file's test server. */
export const conversingOn = (testServer: () => TestServer) => ({
  /** A page of messages as its reader receives it. */
  async history(reader: TestMember, other: TestMember, query = '') {
    const path = `/api/get/messages/${reader.session.clickid}/${other.session.angelId}${query}`
    return (await testServer().call(path, { token: reader.token })).body
  },
  give: (member: TestMember, amount: number, account: 'messages' | 'icebreakers' = 'messages') =>
    testServer()
      .database.db.transaction()
      .execute((tx) =>
        move(tx, {
          memberId: member.session.angelId,
          brandId: 'local',
          account,
          house: 'support',
          amount,
          key: `test:${randomUUID()}`,
          at: new Date(),
        }),
      ),
  /** A session that is not cached yet: it sees changes made directly in the database. */
  async newSession({ session: { angelId } }: TestMember): Promise<string> {
    const { db, pool } = testServer().database
    const wish = { memberId: angelId, brandId: 'local', device: '', at: new Date() }
    return (await db.transaction().execute((tx) => createSessions(pool, () => new Date()).open(tx, wish))).token
  },
  async become({ session: { angelId } }: TestMember, level: 0 | 1 | 2): Promise<void> {
    await setLevel(testServer().database.db, { memberId: angelId, level, until: null })
  },
})
