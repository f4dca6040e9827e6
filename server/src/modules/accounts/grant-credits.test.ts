import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { grantByCommand } from '#commands/credits.ts'
import { balancesOf, checkLedger } from '#modules/credits/index.ts'
import { setLevel } from '#modules/members/index.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer()
}, 60_000)
afterAll(() => testServer.close())

const run = async (...args: string[]) => {
  const { ok, lines } = await grantByCommand(args, {
    db: testServer.database.db,
    clock: () => new Date(),
    user: 'root',
  })
  return { ok, said: lines.join('\n') }
}
const grant = (member: TestMember, ...more: string[]) =>
  run('grant', '--brand', 'local', '--email', member.email.toUpperCase(), '--reason', 'a lost hour', ...more)
const balances = (member: TestMember) => balancesOf(testServer.database.db, member.session.angelId)
const get = async (member: TestMember, path: string) =>
  (await testServer.call(path.replace(':id', member.session.clickid), { token: member.token })).body

it('grants once per reference, records author and reason, and notifies the member', async () => {
  const member = await testServer.member()
  const before = await balances(member)
  expect(await grant(member, '--messages', '5', '--reference', 'T-31')).toEqual({
    ok: true,
    said: '5 messages are granted; the member reads of it.',
  })
  expect(await grant(member, '--messages', '5', '--reference', 'T-31')).toMatchObject({
    ok: true,
    said: expect.stringContaining('before'),
  })
  expect(await balances(member)).toEqual({ ...before, messages: before.messages + 5 })
  expect(await get(member, '/api/get/messages/:id/111111')).toMatchObject([
    { idNotifica: 'credits-granted', msg: expect.stringContaining('5 messaggi') },
  ])
  const { entries } = await get(member, '/api/credits/statement/:id')
  expect(entries[0]).toMatchObject({ account: 'messages', amount: 5, cause: 'other' })
  const changes = await testServer.database.db
    .selectFrom('account_changes')
    .select(['change', 'made_by', 'reason'])
    .where('member_id', '=', member.session.angelId)
    .execute()
  expect(changes).toEqual([
    { change: 'credits_granted', made_by: 'command:root', reason: '5 messages (T-31): a lost hour' },
  ])
  expect((await checkLedger(testServer.database.db)).differences).toEqual([])
})

it('counts messages as a paying member does', async () => {
  const member = await testServer.member()
  await setLevel(testServer.database.db, { memberId: member.session.angelId, level: 1, until: null })
  const before = await balances(member)
  await grant(member, '--messages', '2', '--reference', 'T-32', '--by', 'anna')
  const longest = ['--reference', 'T'.repeat(64), '--reason', 'x'.repeat(500)]
  expect((await grant(member, '--likes', '1000', ...longest)).ok).toBe(true)
  expect(await balances(member)).toEqual({ ...before, messages: before.messages + 20, likes: before.likes + 1000 })
})

it('refuses invalid input, and changes nothing', async () => {
  const member = await testServer.member()
  const before = await balances(member)
  const reference = ['--reference', 'T-34']
  const refusals = await Promise.all([
    run(),
    run('take', '--brand', 'local'),
    run('grant', '--brand', 'nobrand', '--email', member.email),
    run('grant', '--brand', 'battito', '--email', member.email, '--reason', 'x', '--likes', '1', ...reference),
    grant(member, ...reference),
    grant(member, '--likes', '1', '--messages', '1', ...reference),
    grant(member, '--likes', '0', ...reference),
    grant(member, '--likes=-1', ...reference),
    grant(member, '--likes', '1.5', ...reference),
    grant(member, '--likes', '1001', ...reference),
    grant(member, '--likes', '1'),
    grant(member, '--likes', '1', '--reference', 'a b'),
    grant(member, '--likes', '1', '--reference', 'T'.repeat(65)),
    grant(member, '--likes', '1', '--reason', ' ', ...reference),
    grant(member, '--likes', '1', '--reason', 'x'.repeat(501), ...reference),
    grant(member, '--like', '1'),
  ])
  expect(refusals.map(({ ok }) => ok)).toEqual(refusals.map(() => false))
  await testServer.call('/api/users/disableProfile', { token: member.token, body: { clickid: member.session.clickid } })
  expect(await grant(member, '--likes', '1', ...reference)).toMatchObject({
    ok: false,
    said: expect.stringContaining('not open'),
  })
  expect(await balances(member)).toEqual(before)
})
