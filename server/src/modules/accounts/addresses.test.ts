import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
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

it('an address that was changed is kept for its member until its time is over, and at that brand alone', async () => {
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

it('what is kept goes when its time is over', async () => {
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
