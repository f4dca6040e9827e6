import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type Answer, type TestServer, type TestMember } from '#test/support/test-server.ts'
import type { Principal } from '#platform/caller.ts'
import { tokenTo } from '#modules/accounts/testing/mail.ts'
import { googlePath, openVisitor } from '../google/testing/visitor.ts'
import { createPasskey } from '../passkeys/testing/software-authenticator.ts'
import { queueOnRow } from '../testing/queue-on-row.ts'
import { mustStillBeSignedIn, reauthenticate, reauthenticationOf } from './reauthenticate.ts'

let testServer: TestServer
const time = { offsetMs: 0 }
beforeAll(async () => {
  testServer = await startTestServer({ clock: () => new Date(Date.now() + time.offsetMs) })
}, 60_000)
afterAll(() => testServer.close())

const later = <T>(minutes: number, work: () => Promise<T>): Promise<T> => {
  time.offsetMs = minutes * 60_000
  return work().finally(() => {
    time.offsetMs = 0
  })
}
const origin = () => new URL(testServer.url).origin
const idOf = (member: TestMember) => member.session.angelId
const rows = async (table: 'passkeys' | 'external_identities', member: TestMember) =>
  (await testServer.database.db.selectFrom(table).select('member_id').where('member_id', '=', idOf(member)).execute())
    .length
const stateOf = (member: TestMember) =>
  testServer.database.db
    .selectFrom('members')
    .select(['state', 'email'])
    .where('id', '=', idOf(member))
    .executeTakeFirstOrThrow()

const askPasskey = (member: TestMember, password?: string) =>
  testServer.call('/api/users/passkeys/options', {
    token: member.token,
    body: password === undefined ? {} : { password },
  })
const askLink = (member: TestMember, password?: string) =>
  openVisitor(testServer).call(`${googlePath}/start`, {
    token: member.token,
    body: { link: true, ...(password === undefined ? {} : { password }) },
  })
const askEmail = (member: TestMember, password: string | undefined, newEmail: string, oldEmail = member.email) =>
  testServer.call('/api/users/changeEmail', {
    token: member.token,
    body: { oldEmail, newEmail, ...(password === undefined ? {} : { password }) },
  })
const askDeletion = (member: TestMember, password?: string) =>
  testServer.call('/api/users/deletion', {
    token: member.token,
    body: { clickid: member.session.clickid, ...(password === undefined ? {} : { password }) },
  })

describe('sensitive changes in an open browser', () => {
  it('require the password; adding a sign-in method only once the session is old', async () => {
    const member = await testServer.member()
    const codes = async () =>
      (
        await Promise.all([
          askPasskey(member),
          askLink(member),
          askEmail(member, undefined, 'grave@person.example.com'),
          askDeletion(member),
        ])
      ).map(({ status, body }) => body.code ?? status)
    expect(await codes()).toEqual([200, 200, 'password_needed', 'password_needed'])
    expect(await later(10.1, codes)).toEqual([
      'password_needed',
      'password_needed',
      'password_needed',
      'password_needed',
    ])
  })

  it('allow ten attempts an hour across all entry points', async () => {
    const member = await testServer.member()
    const wrong = (n: number): Promise<Answer> =>
      [
        () => askPasskey(member, `tentativo ${n}`),
        () => askLink(member, `tentativo ${n}`),
        () => askDeletion(member, `tentativo ${n}`),
      ][n % 3]!()
    const tries = await later(11, () => Promise.all(Array.from({ length: 15 }, (_, n) => wrong(n))))
    expect(tries.filter(({ body }) => body.code === 'password_errata')).toHaveLength(10)
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(5)
    expect((await later(11, () => askEmail(member, member.password, 'tries@person.example.com'))).status).toBe(429)
    // A fresh session still counts.
    expect((await askPasskey(member)).status).toBe(200)
  })
})

describe('the session and the password of a member', () => {
  const deps = (at: Date, right = 'the right one') => ({
    db: testServer.database.db,
    clock: () => at,
    passwords: {
      hash: async () => '',
      fits: async (_stored: string | null | undefined, given: string) => given === right,
      renewed: async () => undefined,
    },
  })
  const signedIn = async (): Promise<Principal> => {
    const member = await testServer.member()
    const { id } = await testServer.database.db
      .selectFrom('sessions')
      .select('id')
      .where('member_id', '=', idOf(member))
      .executeTakeFirstOrThrow()
    return { memberId: idOf(member), sessionId: id } as Principal
  }
  const minute = 60_000
  const at = new Date('2030-01-01T00:00:00Z')
  const later = (ms: number) => new Date(at.getTime() + ms)
  const startedAt = (principal: Principal, created_at: Date) =>
    testServer.database.db.updateTable('sessions').set({ created_at }).where('id', '=', principal.sessionId).execute()

  it('count as fresh for exactly ten minutes, per session and member', async () => {
    const [member, other] = [await signedIn(), await signedIn()]
    await startedAt(member, at)
    await startedAt(other, later(10 * minute))
    // Sessions of the same member, which began before and after.
    for (const began of [-minute, minute])
      await sql`insert into sessions (token_hash, id, member_id, brand_id, device, created_at, last_seen_at, expires_at)
        select sha256(${`${began}`}::text::bytea), gen_random_uuid(), member_id, brand_id, device, ${later(began)}, last_seen_at, expires_at
        from sessions where id = ${member.sessionId}`.execute(testServer.database.db)
    const fresh = async (principal: Principal, ms: number) =>
      (await reauthenticationOf(deps(later(ms)), principal)).fresh
    expect([await fresh(member, 10 * minute - 1), await fresh(member, 10 * minute)]).toEqual([true, false])
    expect(await fresh({ ...member, sessionId: other.sessionId }, 10 * minute)).toBe(false)
    expect((await reauthenticationOf(deps(at), member)).passwordHash).toMatch(/^\$argon2id\$/)
  })

  it('allow ten wrong passwords an hour per member; a correct one clears them', async () => {
    const [member, other] = [await signedIn(), await signedIn()]
    const tryWith = (password: string, principal = member, when = at) =>
      reauthenticate(deps(when), principal, 'password', password).then(
        () => 'right',
        ({ code }: { code: string }) => code,
      )
    const wrong = async (times: number) => {
      for (let n = 0; n < times; n += 1) expect(await tryWith('wrong')).toBe('password_errata')
    }
    await wrong(9)
    expect(await tryWith('the right one')).toBe('right')
    await wrong(10)
    expect(await tryWith('the right one')).toBe('1007')
    expect([await tryWith('wrong', other), await tryWith('the right one', member, later(60 * minute))]).toEqual([
      'password_errata',
      'right',
    ])
  })
})

it('an ended session changes nothing any more, even if the member has another', async () => {
  const [member, other] = [await testServer.member(), await testServer.member()]
  const sessionsOf = async ({ session }: TestMember) =>
    (
      await testServer.database.db
        .selectFrom('sessions')
        .select('id')
        .where('member_id', '=', session.angelId)
        .execute()
    ).map(({ id }) => id)
  await testServer.call('/api/users/authenticate', { body: { email: member.email, password: member.password } })
  const [ended = '', lasting = ''] = await sessionsOf(member)
  await testServer.database.db.deleteFrom('sessions').where('id', '=', ended).execute()
  const signedIn = (memberId: string, sessionId: string) =>
    testServer.database.db
      .transaction()
      .execute((tx) => mustStillBeSignedIn(tx, { memberId, sessionId } as Principal))
      .then(
        () => 'signed in',
        ({ status }) => status,
      )
  expect(await signedIn(idOf(member), lasting)).toBe('signed in')
  expect(await signedIn(idOf(member), ended)).toBe(401)
  expect(await signedIn(idOf(other), lasting)).toBe(401)
})

it('after its owner took it back, the account has no known browsers', async () => {
  const { member, theirs, undo } = await robbed()
  const robber = openVisitor(testServer)
  const mails = async () =>
    (
      await testServer.database.db
        .selectFrom('emails')
        .select('id')
        .where('member_id', '=', idOf(member))
        .where('kind', '=', 'new-device')
        .execute()
    ).length
  const enter = async (email: string, password: string) =>
    (await robber.call('/api/users/authenticate', { body: { email, password } })).status
  expect(await enter(theirs, member.password)).toBe(200)
  const before = await mails()
  expect(await later(61, () => enter(theirs, member.password))).toBe(200)
  expect(await mails()).toBe(before)
  await undo()
  const password = 'quattro parole più nuove'
  expect(
    (
      await testServer.call('/api/users/changePassword', {
        body: { token: await tokenTo(testServer, member.email, '/resetPassword'), password },
      })
    ).status,
  ).toBe(200)
  expect(await later(62, () => enter(member.email, password))).toBe(200)
  expect(await mails()).toBe(before + 1)
})

/** An attacker with the password has changed the address; the owner is about to undo it. */
async function robbed(): Promise<{ member: TestMember; theirs: string; undo: () => Promise<Answer> }> {
  const member = await testServer.member()
  const theirs = `robber.${idOf(member).slice(-6)}@person.example.com`
  expect((await askEmail(member, member.password, theirs)).status).toBe(200)
  expect(
    (
      await testServer.call('/api/users/confirmNewEmail', {
        body: { token: await tokenTo(testServer, theirs, '/confirmNewEmail') },
      })
    ).status,
  ).toBe(200)
  const token = await tokenTo(testServer, member.email, '/undoEmailChange')
  return { member, theirs, undo: () => testServer.call('/api/users/undoEmailChange', { body: { token } }) }
}

describe('a concurrent request while the owner takes the account back', () => {
  it('leaves no passkey behind', async () => {
    const { member, undo } = await robbed()
    const { credential } = createPasskey((await askPasskey(member)).body, origin())
    const [undone, late] = await queueOnRow(testServer, idOf(member), undo, () =>
      testServer.call('/api/users/passkeys', { token: member.token, body: { credential } }),
    )
    expect([undone?.status, late?.status]).toEqual([200, 401])
    expect(await rows('passkeys', member)).toBe(0)
  })

  it('links no Google account', async () => {
    const { member, undo } = await robbed()
    const visitor = openVisitor(testServer)
    const back = await visitor.comeBack({ email: 'robber.google@person.example.com' }, { link: true }, member.token)
    const [undone, late] = await queueOnRow(testServer, idOf(member), undo, () =>
      visitor.call(googlePath, { body: back, token: member.token }),
    )
    expect([undone?.status, late?.status]).toEqual([200, 401])
    expect(await rows('external_identities', member)).toBe(0)
  })

  it('cannot sign in by Google with the address that is no longer the member’s', async () => {
    const { member, theirs, undo } = await robbed()
    const visitor = openVisitor(testServer)
    const back = await visitor.comeBack({ email: theirs })
    const [undone, late] = await queueOnRow(testServer, idOf(member), undo, () =>
      visitor.call(googlePath, { body: back }),
    )
    expect(undone?.status).toBe(200)
    // That address now belongs to a stranger, who may register.
    expect(late?.body).toMatchObject({ email: theirs })
    expect(late?.body.login).toBeUndefined()
    expect(await rows('external_identities', member)).toBe(0)
  })

  it('starts no change of address', async () => {
    const { member, undo } = await robbed()
    const again = `robber.again.${idOf(member).slice(-6)}@person.example.com`
    const [undone, late] = await queueOnRow(testServer, idOf(member), undo, () =>
      askEmail(member, member.password, again, member.email),
    )
    expect([undone?.status, late?.status]).toEqual([200, 401])
    expect(
      await testServer.database.db
        .selectFrom('one_time_tokens')
        .select('email')
        .where('member_id', '=', idOf(member))
        .where('purpose', '=', 'change_email')
        .where('used_at', 'is', null)
        .execute(),
    ).toEqual([])
  })

  it('neither deletes nor hides the account', async () => {
    for (const end of [
      (member: TestMember) => askDeletion(member, member.password),
      (member: TestMember) =>
        testServer.call('/api/users/disableProfile', {
          token: member.token,
          body: { clickid: member.session.clickid },
        }),
    ]) {
      const { member, undo } = await robbed()
      const [undone, late] = await queueOnRow(testServer, idOf(member), undo, () => end(member))
      expect([undone?.status, late?.status]).toEqual([200, 401])
      expect(await stateOf(member)).toEqual({ state: 'active', email: member.email })
    }
  })
})
