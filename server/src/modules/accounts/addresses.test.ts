import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { checkedInFlows } from '../../../test/brands-folder.ts'
import { newId } from '../../platform/ids.ts'
import { createMember } from '../members/index.ts'
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

it('a reserved address opens no new account, and tracker ids are unique', async () => {
  const { one, of } = await pair()
  const { db } = testServer.database
  await hold(db, of(one, 'held@person.example.com'), { at: new Date(0), until: later(0) })
  const flow = checkedInFlows().of('local', '7')
  const create = (email: string, when: Date) =>
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
