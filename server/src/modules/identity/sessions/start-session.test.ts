import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type Answer, type TestServer, type TestMember } from '#test/support/test-server.ts'
import { tokenTo } from '#modules/accounts/testing/mail.ts'
import { googlePath, openVisitor } from '../google/testing/visitor.ts'
import { createPasskey, usePasskey } from '../passkeys/testing/software-authenticator.ts'
import { queueOnRow } from '../testing/queue-on-row.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer()
}, 60_000)
afterAll(() => testServer.close())

const idOf = (member: TestMember) => member.session.angelId
const origin = () => new URL(testServer.url).origin
const sessionsOf = async (member: TestMember) =>
  (await testServer.database.db.selectFrom('sessions').select('id').where('member_id', '=', idOf(member)).execute())
    .length
const asClient = { 'x-session': 'bearer' }
const newPassword = 'una tutta nuova qui'

/** A member about to set a new password by an email link. */
async function resetting(): Promise<{ member: TestMember; reset: () => Promise<Answer> }> {
  const member = await testServer.registeredMember()
  await testServer.call('/api/users/getTokenForReset', { body: { email: member.email } })
  const token = await tokenTo(testServer, member.email, '/resetPassword')
  return {
    member,
    reset: () => testServer.call('/api/users/changePassword', { body: { token, password: newPassword } }),
  }
}

/** A member about to undo a change of email that an attacker made. */
async function undoing(): Promise<{ member: TestMember; undo: () => Promise<Answer> }> {
  const member = await testServer.registeredMember()
  const theirs = `robber.${idOf(member).slice(-6)}@person.example.com`
  await testServer.call('/api/users/changeEmail', {
    token: member.token,
    body: { oldEmail: member.email, newEmail: theirs, password: member.password },
  })
  await testServer.call('/api/users/confirmNewEmail', {
    body: { token: await tokenTo(testServer, theirs, '/confirmNewEmail') },
  })
  const token = await tokenTo(testServer, member.email, '/undoEmailChange')
  return { member, undo: () => testServer.call('/api/users/undoEmailChange', { body: { token } }) }
}

describe('a concurrent sign-in gets no session after every sign-in method was revoked', () => {
  it('by the old password', async () => {
    const { member, reset } = await resetting()
    const enter = () =>
      testServer.call('/api/users/authenticate', {
        body: { email: member.email, password: member.password },
        headers: asClient,
      })
    const [done, late] = await queueOnRow(testServer, idOf(member), reset, enter)
    expect([done?.status, late?.status, late?.body.code, await sessionsOf(member)]).toEqual([
      200,
      401,
      'mail_password_errati',
      0,
    ])
  })

  it('by a link that signs in', async () => {
    const { member, reset } = await resetting()
    const token = await tokenTo(testServer, member.email, '/autologin')
    const [late, done] = await queueOnRow(
      testServer,
      idOf(member),
      () => testServer.call('/api/users/autoLogin', { body: { token }, headers: asClient }),
      reset,
    )
    expect([done?.status, late?.status, late?.body.code, await sessionsOf(member)]).toEqual([
      200,
      401,
      'token_expired',
      0,
    ])
  })

  it('by a linked account', async () => {
    const { member, undo } = await undoing()
    const email = `google.${idOf(member).slice(-6)}@person.example.com`
    expect((await openVisitor(testServer).enter({ email }, { link: true }, member.token)).body.linked).toBe(true)
    const visitor = openVisitor(testServer)
    const back = await visitor.comeBack({ email })
    const [done, late] = await queueOnRow(testServer, idOf(member), undo, () =>
      visitor.call(googlePath, { body: back }),
    )
    expect([done?.status, late?.status, late?.body.code, await sessionsOf(member)]).toEqual([
      200,
      401,
      'google_ended',
      0,
    ])
  })

  it('by a linked account in whose place another was linked', async () => {
    const member = await testServer.registeredMember()
    const email = `first.${idOf(member).slice(-6)}@person.example.com`
    const [visitor, owner] = [openVisitor(testServer), openVisitor(testServer)]
    // Begun while no account was linked.
    const replacing = await owner.comeBack({ email: `second.${email}` }, { link: true }, member.token)
    expect((await openVisitor(testServer).enter({ email }, { link: true }, member.token)).body.linked).toBe(true)
    const back = await visitor.comeBack({ email })
    const answers = await queueOnRow(
      testServer,
      idOf(member),
      () => testServer.call(googlePath, { method: 'DELETE', token: member.token }),
      () => owner.call(googlePath, { body: replacing, token: member.token }),
      () => visitor.call(googlePath, { body: back }),
    )
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [200, undefined],
      [200, undefined],
      [401, 'google_ended'],
    ])
  })

  it('by a passkey', async () => {
    const { member, undo } = await undoing()
    const { passkey, credential } = createPasskey(
      (await testServer.call('/api/users/passkeys/options', { token: member.token, body: {} })).body,
      origin(),
    )
    expect((await testServer.call('/api/users/passkeys', { token: member.token, body: { credential } })).status).toBe(
      200,
    )
    const asked = await testServer.call('/api/users/authenticate/passkey/options', { body: {} })
    const cookie = /__Host-passkey=[^;]+/.exec(asked.headers.get('set-cookie') ?? '')?.[0] ?? ''
    const enter = () =>
      testServer.call('/api/users/authenticate/passkey', {
        body: { credential: usePasskey(passkey, asked.body, origin()) },
        headers: { ...asClient, origin: origin(), cookie },
      })
    const [done, late] = await queueOnRow(testServer, idOf(member), undo, enter)
    expect([done?.status, late?.status, late?.body.code, await sessionsOf(member)]).toEqual([
      200,
      401,
      'passkey_unknown',
      0,
    ])
  })
})
