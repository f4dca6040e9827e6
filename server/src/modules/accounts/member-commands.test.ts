import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { holdByCommand } from '#commands/member-hold.ts'
import { reactivateByCommand } from '#commands/member-reactivate.ts'

const at = new Date('2026-05-04T10:00:00Z')
let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
}, 60_000)
afterAll(() => testServer.close())

const deps = () => ({ db: testServer.database.db, clock: () => at, user: 'root' })
const reactivate = async (...args: string[]) => {
  const { ok, lines } = await reactivateByCommand(args, deps())
  return { ok, said: lines.join('\n') }
}
const hold = async (...args: string[]) => {
  const { ok, lines } = await holdByCommand(args, deps())
  return { ok, said: lines.join('\n') }
}
const of = ({ email }: TestMember, brand = 'local') => ['--brand', brand, '--email', ` ${email.toUpperCase()} `]
const closed = async (): Promise<TestMember> => {
  const member = await testServer.member()
  await testServer.call('/api/users/disableProfile', { token: member.token, body: { clickid: member.session.clickid } })
  return member
}
const stateOf = (member: TestMember) =>
  testServer.database.db
    .selectFrom('members')
    .select('state')
    .where('id', '=', member.session.angelId)
    .executeTakeFirst()

it('reopens an account, records author and reason, and refuses invalid input', async () => {
  const [member, other] = [await closed(), await closed()]
  const because = ['--reason', ' wrote from the address ']
  for (const [args, part] of [
    [of(member), 'npm run member:reactivate'],
    [[...of(member), '--reason', ' '], 'npm run member:reactivate'],
    [['--brand', 'local', ...because], '--brand, --email and --reason'],
    [['--email', member.email, ...because], '--brand, --email and --reason'],
    [['--what'], '--what'],
    [[...of(member, 'nobrand'), ...because], 'There is no brand “nobrand”.'],
    [[...of(member, 'battito'), ...because], 'Battito knows no account with this address.'],
  ] as const)
    expect(await reactivate(...args)).toEqual({ ok: false, said: expect.stringContaining(part) })
  expect(await stateOf(member)).toEqual({ state: 'deactivated' })

  expect(await reactivate(...of(member), ...because, '--by', 'anna')).toEqual({
    ok: true,
    said: 'The account is open again; the member gets an email.',
  })
  expect(await reactivate(...of(member), ...because)).toEqual({
    ok: true,
    said: 'The account is open already: nothing was changed.',
  })
  expect([await stateOf(member), await stateOf(other)]).toEqual([{ state: 'active' }, { state: 'deactivated' }])
  await reactivate(...of(other), ...because)
  const kept = await testServer.database.db
    .selectFrom('account_changes')
    .select(['member_id', 'change', 'made_by', 'reason', 'created_at'])
    .where('change', '=', 'reactivated')
    .orderBy('id')
    .execute()
  const change = { change: 'reactivated', reason: 'wrote from the address', created_at: at }
  expect(kept).toEqual([
    { ...change, member_id: member.session.angelId, made_by: 'command:anna' },
    { ...change, member_id: other.session.angelId, made_by: 'command:root' },
  ])
  const mails = await testServer.database.db
    .selectFrom('emails')
    .select(['member_id', 'kind', 'to_address'])
    .where('to_address', 'in', [member.email, other.email])
    .where('kind', '=', 'account-restored')
    .orderBy('id')
    .execute()
  expect(mails.map(({ to_address: to }) => to)).toEqual([member.email, other.email])
})

it('holds a member’s data for a reason until it is released, and refuses invalid input', async () => {
  const [member, other] = [await testServer.member(), await testServer.member()]
  const because = ['--reason', ' Proc. 13/26 ']
  for (const args of [
    of(member),
    [...of(member), ...because, '--release'],
    [...of(member), '--reason', ' '],
    [...of(member), '--reason', 'x'.repeat(1001)],
    ['--brand', 'local', ...because],
    ['--email', member.email, ...because],
    ['--what'],
  ])
    expect(await hold(...args)).toEqual({ ok: false, said: expect.stringContaining('npm run member:hold') })
  expect(await hold(...of(member, 'battito'), ...because)).toEqual({
    ok: false,
    said: 'battito knows no account with this address.',
  })
  expect(await hold(...of(member), '--release')).toEqual({ ok: false, said: 'Nothing held this member.' })

  const held = () =>
    testServer.database.db
      .selectFrom('legal_holds')
      .selectAll()
      .where('member_id', 'in', [member.session.angelId, other.session.angelId])
      .orderBy('made_by')
      .execute()
  const done = { ok: true, said: 'The member is not erased until the hold is released with --release.' }
  expect(await hold(...of(member), '--reason', 'x'.repeat(1000))).toEqual(done)
  expect(await hold(...of(member), ...because, '--by', 'anna')).toEqual(done)
  expect(await hold(...of(other), ...because)).toEqual(done)
  const row = { reason: 'Proc. 13/26', created_at: at, ends_at: null }
  expect(await held()).toEqual([
    { ...row, member_id: member.session.angelId, made_by: 'command:anna' },
    { ...row, member_id: other.session.angelId, made_by: 'command:root' },
  ])
  expect(await hold(...of(member), '--release')).toEqual({ ok: true, said: 'The hold is released.' })
  expect(await held()).toMatchObject([{ member_id: other.session.angelId }])

  await testServer.database.db
    .insertInto('erasures')
    .values({
      member_id: member.session.angelId,
      author_id: crypto.randomUUID(),
      payer_id: crypto.randomUUID(),
      step: 'messages',
      started_at: at,
    })
    .execute()
  expect(await hold(...of(member), ...because)).toEqual({
    ok: false,
    said: 'The erasing of this member began already: nothing can hold it.',
  })
  expect(await held()).toHaveLength(1)
})
