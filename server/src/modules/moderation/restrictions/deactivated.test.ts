import { describe, expect, it } from 'vitest'
import { reactivateMember } from '#modules/accounts/index.ts'
import { staffMember } from '#test/support/console-client.ts'
import type { TestMember } from '#test/support/test-server.ts'
import { decideReport } from '../decisions/reports.ts'
import { moderationTests } from '../testing/moderation.ts'
import { liftByHand } from './lift-by-hand.ts'
import { liftEnded, recordReopened } from './lift.ts'

const day = 86_400_000
const moderation = moderationTests()
const { idOf, deps, rowsOf, caseOf, report, decide, mailOf, pair, harassed } = moderation

const deactivate = async (member: TestMember, host = 'localhost') => {
  const { token, session } = member
  const body = { clickid: session.clickid }
  expect((await moderation.server.call('/api/users/disableProfile', { host, token, body })).status).toBe(200)
}
/** Support opens the account again, as the member asks for. */
const reactivate = (member: TestMember, name = 'carla') =>
  reactivateMember(deps(), {
    brandId: 'local',
    email: member.email,
    madeBy: moderation.by(name),
    reason: 'asked by mail',
    origin: moderation.server.url,
    also: (tx, memberId) =>
      recordReopened(tx, deps(), { brandId: 'local', memberId, by: moderation.by(name), at: moderation.now }),
  })
const stateOf = async (member: TestMember) =>
  (await rowsOf<{ state: string }>('select state from members where id = $1', idOf(member)))[0]?.state
const restrictionsOf = (member: TestMember) =>
  rowsOf<{ id: string; kind: string; lifted_by: string | null }>(
    'select id, kind, lifted_by from restrictions where member_id = $1',
    idOf(member),
  )

/** Deactivated with a report that waits, and suspended for a week. */
async function suspended() {
  const [him, her] = await pair()
  const reportId = await report(him, her)
  await deactivate(her)
  await decide(reportId, harassed('suspend', { days: 7 }))
  return { him, her, reportId }
}

describe('a member who deactivated the profile', () => {
  it('is decided about like any other, and comes back to what was decided until it is over', async () => {
    const { him, her, reportId } = await suspended()
    expect(await caseOf(reportId)).toMatchObject({ state: 'closed', verdict: 'suspend' })
    expect(await mailOf(him, 'report-upheld')).toHaveLength(1)
    expect(await mailOf(her, 'restriction')).toMatchObject([{ props: { restriction: 'suspension' } }])
    expect(await stateOf(her)).toBe('deactivated')
    expect(await reactivate(her)).toBe('suspended')
    expect(await stateOf(her)).toBe('suspended')
    const [mail] = await mailOf(her, 'account-restored')
    expect(mail?.props).toMatchObject({
      suspended: true,
      deactivated: true,
      link: expect.stringContaining('/cases?token='),
    })
    const token = new URL(mail!.props.link).search
    expect(await moderation.casesOf({ query: token })).toMatchObject({ restrictions: [{ kind: 'suspension' }] })
    moderation.pass(7 * day)
    await liftEnded({ ...deps(), log: moderation.server.context.app.log as never }, Infinity)
    expect(await stateOf(her)).toBe('active')
  })

  it('is open again when the suspension is over before they come back', async () => {
    const { her } = await suspended()
    moderation.pass(7 * day)
    await liftEnded({ ...deps(), log: moderation.server.context.app.log as never }, Infinity)
    expect(await stateOf(her)).toBe('deactivated')
    expect(await reactivate(her)).toBe('reactivated')
    expect(await stateOf(her)).toBe('active')
  })

  it('reads that a suspension was taken back, and stays deactivated', async () => {
    const { her } = await suspended()
    const [{ id } = { id: '' }] = await restrictionsOf(her)
    await moderation.server.database.db.transaction().execute((tx) =>
      liftByHand(tx, deps(), {
        brandId: 'local',
        memberId: idOf(her),
        id,
        by: moderation.by('bruno'),
        reason: 'a mistake',
        origin: moderation.server.url,
        at: moderation.now,
      }),
    )
    expect(await mailOf(her, 'restriction-lifted')).toMatchObject([
      { props: { restriction: 'suspension', link: expect.stringContaining('/cases?token=') } },
    ])
    expect(await stateOf(her)).toBe('deactivated')
    expect(await reactivate(her)).toBe('reactivated')
  })

  it('can be suspended by the command, too', async () => {
    const [him, her] = await pair()
    const reportId = await report(him, her)
    await deactivate(her)
    const decision = { verdict: 'upheld', madeBy: 'command:anna', reason: 'Insulti', suspend: true } as const
    expect(await decideReport(deps(), 'local', reportId, decision)).toEqual({ account: 'suspended' })
    expect(await restrictionsOf(her)).toMatchObject([{ kind: 'suspension' }])
  })

  it('is shown with what can be decided, in the queue and in the file', async () => {
    const [host, at] = ['brisa.localhost', moderation.now]
    const [him, her] = [await moderation.server.member({ host }), await moderation.server.member({ host })]
    const body = { angelId: idOf(her), reason: 'harassment' }
    await moderation.server.call('/api/report', { host, token: him.token, body })
    await deactivate(her, host)
    const [{ id } = { id: '' }] = await rowsOf<{ id: string }>(
      'select id from reports where reporter_id = $1',
      idOf(him),
    )
    const moderator = await staffMember(moderation.server, { roles: ['moderator@brisa'], at })
    const claimed = await moderator.call(`/admin/api/brisa/cases/${(await caseOf(id)).id}/claim`, { body: {} })
    expect(claimed.body.case.verdicts).toEqual(['dismiss', 'warn', 'messaging_off', 'suspend', 'remove'])
    const warned = await moderator.call(`/admin/api/brisa/members/${idOf(her)}/restrict`, {
      body: { kind: 'warning', clause: 'harassment', facts: 'Insulti', reason: 'Ticket 12' },
    })
    expect(warned.status).toBe(200)
    expect(await restrictionsOf(her)).toMatchObject([{ kind: 'warning' }])
  })
})
