import { describe, expect, it } from 'vitest'
import { reactivateMember } from '#modules/accounts/index.ts'
import { tokenTo } from '#modules/accounts/testing/mail.ts'
import { currentSubscription } from '#modules/subscriptions/index.ts'
import { jpeg, upload } from '#modules/photos/testing/pictures.ts'
import { staffMember } from '#test/support/console-client.ts'
import type { TestMember } from '#test/support/test-server.ts'
import { decideReport } from '../decisions/reports.ts'
import { moderationTests } from '../testing/moderation.ts'
import { liftByHand } from './lift-by-hand.ts'
import { liftEnded, recordReopened } from './lift.ts'

const day = 86_400_000
const moderation = moderationTests()
const { idOf, deps, rowsOf, caseOf, report, decide, mailOf, write, pair, harassed, startTerm, beginErasing } =
  moderation

/** A member who asked for deletion has thirty days to take that back. */
const leave = async (member: TestMember, password = member.password) => {
  const { status } = await moderation.server.call('/api/users/deletion', {
    token: member.token,
    body: { clickid: member.session.clickid, password },
  })
  expect(status).toBe(200)
}
const stay = async (member: TestMember) =>
  (
    await moderation.server.call('/api/users/cancelDeletion', {
      body: { email: member.email, password: member.password },
    })
  ).body
const signIn = async (member: TestMember) =>
  (
    await moderation.server.call('/api/users/authenticate', {
      body: { email: member.email, password: member.password },
      headers: { 'x-session': 'bearer' },
    })
  ).body.code as string | undefined
const stateOf = async (member: TestMember) =>
  (
    await rowsOf<{ state: string; deletion_due_at: Date | null }>(
      'select state, deletion_due_at from members where id = $1',
      idOf(member),
    )
  )[0]
const restrictionsOf = (member: TestMember) =>
  rowsOf<{ id: string; kind: string; lifted_by: string | null }>(
    'select id, kind, lifted_by from restrictions where member_id = $1 order by from_at, id',
    idOf(member),
  )
const termEnd = async (member: TestMember) =>
  (await currentSubscription(moderation.server.database.db, idOf(member), moderation.now))?.period_end
const endSuspensions = () => liftEnded({ ...deps(), log: moderation.server.context.app.log as never }, Infinity)

describe('a member who asked for deletion', () => {
  it('is decided about like any other, and comes back to what was decided until it is over', async () => {
    const [him, her] = await pair()
    const end = await startTerm(her)
    const reportId = await report(him, her)
    await leave(her)
    await decide(reportId, harassed('suspend', { days: 7 }))
    expect(await caseOf(reportId)).toMatchObject({ state: 'closed', verdict: 'suspend' })
    expect(await mailOf(him, 'report-upheld')).toHaveLength(1)
    expect(await mailOf(her, 'restriction')).toMatchObject([{ props: { restriction: 'suspension', isPaused: true } }])
    expect(await stateOf(her)).toEqual({ state: 'deleting', deletion_due_at: expect.any(Date) })
    expect(await termEnd(her)).toEqual(new Date(end.getTime() + 7 * day))
    moderation.pass(2 * day)
    expect(await stay(her)).toEqual({ result: 'OK', suspended: true })
    expect(await stateOf(her)).toEqual({ state: 'suspended', deletion_due_at: null })
    expect(await signIn(her)).toBe('utente_disabilitato')
    expect(await rowsOf('select member_id from discovery_entries where member_id = $1', idOf(her))).toEqual([])
    const [mail] = await mailOf(her, 'account-restored')
    expect(mail?.props).toMatchObject({ suspended: true, link: expect.stringContaining('/cases?token=') })
    const token = new URL(mail!.props.link).search
    expect(await moderation.casesOf({ query: token })).toMatchObject({ restrictions: [{ kind: 'suspension' }] })
    moderation.pass(5 * day)
    await endSuspensions()
    expect(await stateOf(her)).toEqual({ state: 'active', deletion_due_at: null })
    expect(await signIn(her)).toBeUndefined()
    expect(await termEnd(her)).toEqual(new Date(end.getTime() + 7 * day))
    expect(
      await rowsOf(
        'select change, made_by from account_changes where member_id = $1 order by created_at, id',
        idOf(her),
      ),
    ).toEqual([
      { change: 'deletion_asked', made_by: 'member' },
      { change: 'suspended', made_by: moderation.by('anna') },
      { change: 'deletion_called_off', made_by: 'member' },
      { change: 'reactivated', made_by: 'rule' },
    ])
  })

  it('is open again when the suspension is over before they come back', async () => {
    const [him, her] = await pair()
    const reportId = await report(him, her)
    await leave(her)
    await decide(reportId, harassed('suspend', { days: 7 }))
    moderation.pass(7 * day)
    await endSuspensions()
    expect((await stateOf(her))?.state).toBe('deleting')
    expect(await stay(her)).toEqual({ result: 'OK' })
    expect((await stateOf(her))?.state).toBe('active')
  })

  it('is removed with everything that a removal does, and reactivating lifts nothing of it', async () => {
    const [him, her] = await pair()
    await upload(moderation.server, her, await jpeg(11))
    expect(await write(him, her, 'Ciao')).toMatchObject({ ok: true })
    const reportId = await report(him, her)
    await leave(her)
    await decide(reportId, { verdict: 'remove', clause: 'scam' })
    const bans = () =>
      rowsOf(
        'select b.reason from photo_bans b join member_photos p on p.id = b.photo_id where p.member_id = $1',
        idOf(her),
      )
    expect(await bans()).toEqual([{ reason: 'fraud' }])
    expect(
      await rowsOf("select kind from system_messages where member_id = $1 and kind = 'spending-refunded'", idOf(him)),
    ).toHaveLength(1)
    const reactivate = (name: string) =>
      reactivateMember(deps(), {
        brandId: 'local',
        email: her.email,
        madeBy: moderation.by(name),
        reason: 'asked by mail',
        origin: moderation.server.url,
        also: (tx, memberId) =>
          recordReopened(tx, deps(), { brandId: 'local', memberId, by: moderation.by(name), at: moderation.now }),
      })
    // The deletion is cancelled; what was decided stays.
    expect(await reactivate('anna')).toBe('suspended')
    expect(await stateOf(her)).toEqual({ state: 'suspended', deletion_due_at: null })
    expect(await restrictionsOf(her)).toMatchObject([{ kind: 'removal', lifted_by: null }])
    expect(await bans()).toHaveLength(1)
    // From there on, as after any other removal.
    expect(await reactivate('anna')).toBe('suspended_by_same')
    expect(await reactivate('bruno')).toBe('reactivated')
    expect((await stateOf(her))?.state).toBe('active')
    expect(await bans()).toEqual([])
  })

  it('stays suspended also by the link that undoes a change of address', async () => {
    const [him, her] = await pair()
    const email = `new-${crypto.randomUUID()}@person.example.com`
    await moderation.server.call('/api/users/changeEmail', {
      token: her.token,
      body: { oldEmail: her.email, newEmail: email, password: her.password },
    })
    const confirm = await tokenTo(moderation.server, email, '/confirmNewEmail')
    await moderation.server.call('/api/users/confirmNewEmail', { body: { token: confirm } })
    const undo = await tokenTo(moderation.server, her.email, '/undoEmailChange')
    const reportId = await report(him, her)
    await leave(her)
    await decide(reportId, harassed('suspend', { days: 7 }))
    expect((await moderation.server.call('/api/users/undoEmailChange', { body: { token: undo } })).status).toBe(200)
    expect(await stateOf(her)).toEqual({ state: 'suspended', deletion_due_at: null })
    expect(
      await rowsOf(
        "select purpose from one_time_tokens where member_id = $1 and purpose = 'reset_password'",
        idOf(her),
      ),
    ).toEqual([])
  })

  it('reads that a suspension was taken back, which ends its pause', async () => {
    const [him, her] = await pair()
    const end = await startTerm(her)
    const reportId = await report(him, her)
    await leave(her)
    await decide(reportId, harassed('suspend', { days: 7 }))
    const [{ id } = { id: '' }] = await restrictionsOf(her)
    const lifted = await moderation.server.database.db.transaction().execute((tx) =>
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
    expect(lifted).toEqual({ kind: 'suspension' })
    expect(await mailOf(her, 'restriction-lifted')).toMatchObject([{ props: { restriction: 'suspension' } }])
    expect(await termEnd(her)).toEqual(end)
    expect((await stateOf(her))?.state).toBe('deleting')
    expect(await stay(her)).toEqual({ result: 'OK' })
    expect((await stateOf(her))?.state).toBe('active')
  })

  it('can be suspended by the command, too', async () => {
    const [him, her] = await pair()
    const reportId = await report(him, her)
    await leave(her)
    expect(
      await decideReport(deps(), 'local', reportId, {
        verdict: 'upheld',
        madeBy: 'command:anna',
        reason: 'Insulti',
        suspend: true,
      }),
    ).toEqual({ account: 'suspended' })
    expect(await restrictionsOf(her)).toMatchObject([{ kind: 'suspension' }])
  })

  it('is shown with what can be decided, in the queue and in the file, until the erasure has begun', async () => {
    const [host, at] = ['brisa.localhost', moderation.now]
    const join = () => moderation.server.member({ host })
    const [him, her] = [await join(), await join()]
    await moderation.server.call('/api/report', {
      host,
      token: him.token,
      body: { angelId: idOf(her), reason: 'harassment' },
    })
    await moderation.server.call('/api/users/deletion', {
      host,
      token: her.token,
      body: { clickid: her.session.clickid, password: her.password },
    })
    const [{ id } = { id: '' }] = await rowsOf<{ id: string }>(
      'select id from reports where reporter_id = $1',
      idOf(him),
    )
    const moderator = await staffMember(moderation.server, { roles: ['moderator@brisa'], at })
    const caseId = (await caseOf(id)).id
    const claim = async () => {
      const { body } = await moderator.call(`/admin/api/brisa/cases/${caseId}/claim`, { body: {} })
      return body.case.verdicts
    }
    const file = `/admin/api/brisa/members/${idOf(her)}`
    const warn = () =>
      moderator.call(`${file}/restrict`, {
        body: { kind: 'warning', clause: 'harassment', facts: 'Insulti', reason: 'Ticket 12' },
      })
    expect(await claim()).toEqual(['dismiss', 'warn', 'messaging_off', 'suspend', 'remove'])
    expect((await warn()).status).toBe(200)
    await beginErasing(her)
    expect(await claim()).toEqual(['dismiss', 'gone'])
    expect(await warn()).toMatchObject({ status: 409, body: { code: 'closed' } })
  })

  it('is gone once the erasure has begun, and no link brings them back', async () => {
    const [him, her] = await pair()
    const reportId = await report(him, her)
    await leave(her)
    await beginErasing(her)
    await decide(reportId, harassed('suspend', { days: 7 }))
    expect(await caseOf(reportId)).toMatchObject({ state: 'closed', verdict: 'gone' })
    expect(await restrictionsOf(her)).toEqual([])
    expect(await stay(her)).toMatchObject({ code: 'nothing_to_cancel' })
  })
})
