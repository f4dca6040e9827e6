import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '../../../test/test-server.ts'

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

it('each step is done by what the profile has, and open again without it', async () => {
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

it('a refused or removed photo does not do the step', async () => {
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

it('all but the name can be skipped, which is kept and said once; doing it later counts', async () => {
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

it('nobody skips a step for somebody else', async () => {
  const [member, other] = [await testServer.member(), await testServer.member()]
  expect((await skip(member, 'photo', other.session.clickid)).status).toBe(404)
  expect(await steps(other)).toMatchObject({ photo: 'open' })
})
