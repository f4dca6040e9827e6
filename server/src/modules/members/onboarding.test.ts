import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkedInFlows } from '#test/support/brands-folder.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { type Flows } from '#modules/flows/index.ts'
import { sessionViewOf } from './session-view.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
})
afterAll(() => testServer.close())

const steps = async (member: TestMember): Promise<Record<string, string>> => {
  const { body } = await testServer.call(`/api/users/profile/${member.session.clickid}`, { token: member.token })
  return Object.fromEntries(body.steps.map(({ id, state }: { id: string; state: string }) => [id, state]))
}
const save = (member: TestMember, body: object) =>
  testServer.call(`/api/users/${member.session.clickid}`, { method: 'PUT', body, token: member.token })
const skip = (member: TestMember, step: string, trackerId = member.session.clickid) =>
  testServer.call('/api/users/onboarding/skip', { body: { trackerId, step }, token: member.token })
const removeName = (member: TestMember) =>
  testServer.database.db
    .updateTable('members')
    .set({ screen_name: null })
    .where('id', '=', member.session.angelId)
    .execute()

it('each step is derived from the profile, done or open', async () => {
  const member = await testServer.member()
  await removeName(member)
  const open = { name: 'open', photo: 'open', intent: 'open', prompt: 'open', interests: 'open' }
  expect(await steps(member)).toEqual(open)
  await save(member, { username: 'Ada' })
  expect(await steps(member)).toEqual({ ...open, name: 'done' })
  await save(member, { cosa_cerco: 'Compagnia' })
  expect(await steps(member)).toMatchObject({ intent: 'done', prompt: 'open' })
  await save(member, { cosa_cerco: ' ', intent: 'open', prompts: [{ id: 'dish', answer: 'Pane' }], interests: ['sea'] })
  expect(await steps(member)).toEqual({
    name: 'done',
    photo: 'open',
    intent: 'done',
    prompt: 'done',
    interests: 'done',
  })
  await save(member, { intent: null, prompts: [], interests: [] })
  expect(await steps(member)).toEqual({ ...open, name: 'done' })
})

it('a refused or deleted photo does not complete the step', async () => {
  const member = await testServer.member()
  const photo = (state: string, removed: boolean) =>
    testServer.database.pool.query(
      `insert into member_photos (member_id, id, storage_key, state, is_default, created_at, removed_at)
       values ($1, gen_random_uuid(), 'x', $2, false, now(), $3)`,
      [member.session.angelId, state, removed ? new Date() : null],
    )
  await photo('refused', false)
  await photo('approved', true)
  expect(await steps(member)).toMatchObject({ photo: 'open' })
  await photo('pending', false)
  expect(await steps(member)).toMatchObject({ photo: 'done' })
})

it('all but the name can be skipped, which is stored; doing it later counts', async () => {
  const member = await testServer.member()
  await removeName(member)
  expect((await skip(member, 'name')).status).toBe(400)
  expect((await skip(member, 'salary')).status).toBe(400)
  const answers = await Promise.all(['photo', 'photo', 'prompt'].map((step) => skip(member, step)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await steps(member)).toEqual({
    name: 'open',
    photo: 'skipped',
    intent: 'open',
    prompt: 'skipped',
    interests: 'open',
  })
  const { skipped } = await testServer.database.db
    .selectFrom('onboarding')
    .select('skipped')
    .where('member_id', '=', member.session.angelId)
    .executeTakeFirstOrThrow()
  expect([...skipped].sort()).toEqual(['photo', 'prompt'])
  await save(member, { prompts: [{ id: 'dish', answer: 'Pane' }] })
  expect(await steps(member)).toMatchObject({ prompt: 'done', photo: 'skipped' })
})

it('one member cannot skip a step of another', async () => {
  const [member, other] = [await testServer.member(), await testServer.member()]
  expect((await skip(member, 'photo', other.session.clickid)).status).toBe(404)
  expect(await steps(other)).toMatchObject({ photo: 'open' })
})

describe('a photo is suggested', () => {
  const asks = async (member: TestMember): Promise<boolean> =>
    (await testServer.call('/api/users/verify', { body: {}, token: member.token })).body.asksForPhoto

  it('until it is postponed, in every browser', async () => {
    const member = await testServer.member()
    expect(member.session.asksForPhoto).toBe(true)
    expect(await asks(member)).toBe(true)
    await skip(member, 'prompt')
    expect(await asks(member)).toBe(true)
    await skip(member, 'photo')
    const again = await testServer.call('/api/users/authenticate', {
      body: { email: member.email, password: member.password },
    })
    expect(again.body).toMatchObject({ result: true, asksForPhoto: false })
  })

  it('only to a member without a photo, and again after a refusal', async () => {
    const member = await testServer.member()
    const { pool } = testServer.database
    await pool.query(
      `insert into member_photos (member_id, id, storage_key, state, is_default, created_at)
       values ($1, gen_random_uuid(), 'x', 'pending', false, now())`,
      [member.session.angelId],
    )
    expect(await asks(member)).toBe(false)
    await pool.query(`update member_photos set state = 'refused' where member_id = $1`, [member.session.angelId])
    expect(await asks(member)).toBe(true)
  })

  it.each(['like', 'dislike'])('no longer after a first %s, but still to its recipient', async (kind) => {
    const [member, other] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    await testServer.database.pool.query(
      'insert into reactions (member_id, other_id, kind, created_at) values ($1, $2, $3, now())',
      [member.session.angelId, other.session.angelId, kind],
    )
    expect([await asks(member), await asks(other)]).toEqual([false, true])
  })

  it('no longer after a first message, but still to its recipient', async () => {
    const members = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    const [low, high] = members.sort((a, b) => (a.session.angelId < b.session.angelId ? -1 : 1))
    const { pool } = testServer.database
    const pair = [low!.session.angelId, high!.session.angelId]
    await pool.query(
      `insert into conversations (id, pool_id, low_id, high_id, low_wrote, created_at)
       select gen_random_uuid(), pool_id, $1, $2, true, now() from members where id = $1`,
      pair,
    )
    expect([await asks(low!), await asks(high!)]).toEqual([false, true])
    await pool.query(
      'update conversations set low_wrote = false, high_wrote = true where (low_id, high_id) = ($1, $2)',
      pair,
    )
    expect([await asks(low!), await asks(high!)]).toEqual([true, false])
  })

  it('only where the flow makes the photo optional', async () => {
    const { session } = await testServer.member()
    const flow = checkedInFlows().of('local', session.fluxId)
    const inFlow = (photoOptional: boolean) => {
      const flows = { of: () => ({ ...flow, photoOptional }) } as unknown as Flows
      return sessionViewOf(testServer.database.db, { flows, photos: { url: (id) => id } }, session.angelId)
    }
    expect(await inFlow(true)).toMatchObject({ asksForPhoto: true })
    expect(await inFlow(false)).toMatchObject({ asksForPhoto: false })
  })
})
