import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { makeLinkToken } from '../links/tokens.ts'
import { revokeSignInMethods, signInMethods } from './methods.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
}, 60_000)
afterAll(() => testServer.close())

const changedAt = new Date('2026-11-20T12:00:00Z')
const before = new Date(changedAt.getTime() - 1)
const idOf = ({ session }: TestMember) => session.angelId
const digest = () => createHash('sha256').update(randomUUID()).digest()

/** A member with a password, a session and every other sign-in method. */
async function memberWithAll(): Promise<TestMember> {
  const member = await testServer.member()
  const { db } = testServer.database
  const own = { member_id: idOf(member), brand_id: 'local' }
  const passkey = { credential_id: digest(), public_key: digest(), counter: 0, transports: [], aaguid: randomUUID() }
  await db
    .insertInto('passkeys')
    .values({ ...own, ...passkey, id: randomUUID(), name: 'Telefono', backed_up: false, created_at: before })
    .execute()
  await db
    .insertInto('external_identities')
    .values({ ...own, issuer: 'https://accounts.test', subject: randomUUID(), email: member.email, linked_at: before })
    .execute()
  await db
    .insertInto('one_time_tokens')
    .values(
      (
        [
          ['undo_email_change', before],
          ['undo_email_change', changedAt],
          ['reset_password', before],
        ] as const
      ).map(([purpose, created_at]) => ({
        ...own,
        token_hash: digest(),
        purpose,
        email: member.email,
        expires_at: new Date('2027-01-01'),
        created_at,
      })),
    )
    .execute()
  await db
    .insertInto('member_devices')
    .values({ member_id: idOf(member), device_hash: digest(), first_seen_at: before, last_seen_at: before })
    .execute()
  return member
}
async function left(member: TestMember) {
  const { db } = testServer.database
  const count = async (table: 'sessions' | 'passkeys' | 'external_identities' | 'member_devices') =>
    (await db.selectFrom(table).select('member_id').where('member_id', '=', idOf(member)).execute()).length
  const links = await db
    .selectFrom('one_time_tokens')
    .select(['purpose', 'created_at'])
    .where('member_id', '=', idOf(member))
    .orderBy('created_at')
    .orderBy('purpose')
    .execute()
  return {
    sessions: await count('sessions'),
    passkeys: await count('passkeys'),
    externalAccounts: await count('external_identities'),
    browsers: await count('member_devices'),
    password: (await signInMethods(db, idOf(member))).password,
    links: links.map(({ purpose, created_at }) => `${purpose} ${created_at.getTime() - changedAt.getTime()}`),
  }
}
const everything = {
  sessions: 1,
  passkeys: 1,
  externalAccounts: 1,
  browsers: 1,
  password: true,
  links: ['reset_password -1', 'undo_email_change -1', 'undo_email_change 0'],
}
const nothing = { sessions: 0, passkeys: 0, externalAccounts: 0, browsers: 0, password: false, links: [] }

describe('the sign-in methods of an account', () => {
  it('are listed separately, each member’s own', async () => {
    const [plain, full] = [await testServer.member(), await memberWithAll()]
    const { db } = testServer.database
    expect(await signInMethods(db, idOf(plain))).toEqual({ password: true, passkey: false, externalAccount: false })
    expect(await signInMethods(db, idOf(full))).toEqual({ password: true, passkey: true, externalAccount: true })
    await db.updateTable('members').set({ password_hash: null }).where('id', '=', idOf(full)).execute()
    expect(await signInMethods(db, idOf(full))).toMatchObject({ password: false, passkey: true })
  })

  it('are revoked together, without affecting others', async () => {
    const [member, other] = [await memberWithAll(), await memberWithAll()]
    expect(await left(member)).toEqual(everything)
    await testServer.database.db.transaction().execute((tx) => revokeSignInMethods(tx, idOf(member)))
    expect([await left(member), await left(other)]).toEqual([nothing, everything])
  })

  it('are revoked by a new password, which an attacker’s passkey, account or browser would outlive', async () => {
    const [member, other] = [await memberWithAll(), await memberWithAll()]
    const token = await makeLinkToken(testServer.database.db, {
      purpose: 'reset_password',
      brandId: 'local',
      memberId: idOf(member),
      email: member.email,
      at: new Date(),
    })
    const body = { token, password: 'altre parole a caso' }
    expect((await testServer.call('/api/users/changePassword', { body })).status).toBe(200)
    const links = ['undo_email_change -1', 'undo_email_change 0']
    expect(await left(member)).toEqual({ ...nothing, password: true, links })
    expect(await left(other)).toEqual(everything)
  })

  it('are revoked except for links that undo an earlier change of email', async () => {
    const [member, other] = [await memberWithAll(), await memberWithAll()]
    await testServer.database.db
      .transaction()
      .execute((tx) => revokeSignInMethods(tx, idOf(member), { keepUndoBefore: changedAt }))
    expect(await left(member)).toEqual({ ...nothing, links: ['undo_email_change -1'] })
    expect(await left(other)).toEqual(everything)
  })
})
