import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkedInFlows } from '#test/support/brands-folder.ts'
import { formOf } from '#test/support/test-client.ts'
import { startTestServer, type TestServer, type TestMember } from '#test/support/test-server.ts'
import { sendReset } from '#modules/identity/links/reset-password.ts'
import { emailQueue } from '#modules/outreach/index.ts'
import { reactivateMember, suspendMember } from './index.ts'
import { mailsTo, mailWith, tokenTo } from './testing/mail.ts'
import { refundSpendingOn } from './refund-spending.ts'

const flows = checkedInFlows()
const enqueueEmail = emailQueue(() => new Date())

const day = 86_400_000
const time = { offsetMs: 0 }
const clock = () => new Date(Date.now() + time.offsetMs)
let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ clock })
}, 60_000)
afterAll(() => testServer.close())

const disable = (member: TestMember, clickid = member.session.clickid) =>
  testServer.call('/api/users/disableProfile', { token: member.token, body: { clickid } })
const erase = (member: TestMember, password: string | undefined = member.password) =>
  testServer.call('/api/users/deletion', {
    token: member.token,
    body: { clickid: member.session.clickid, ...(password === undefined ? {} : { password }) },
  })
const signIn = (member: TestMember, password = member.password) =>
  testServer.call('/api/users/authenticate', {
    body: { email: member.email, password },
    headers: { 'x-session': 'bearer' },
  })
const signupOf = async (email: string, password: string) => ({
  utente: await testServer.encrypt(formOf({ form: { email, password } })),
})
const keep = (body: object, host?: string) =>
  testServer.call('/api/users/cancelDeletion', { body, ...(host ? { host } : {}) })
const stateOf = (member: TestMember) =>
  testServer.database.db
    .selectFrom('members')
    .select(['state', 'deletion_due_at'])
    .where('id', '=', member.session.angelId)
    .executeTakeFirst()
const changesOf = (member: TestMember) =>
  testServer.database.db
    .selectFrom('account_changes')
    .select(['change', 'made_by', 'reason'])
    .where('member_id', '=', member.session.angelId)
    .orderBy('id')
    .execute()

async function couple() {
  const [man, woman] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
  const [his, hers] = [await man.connect(), await woman.connect()]
  await his.send('chat', {
    msg: 'Ciao!',
    trackerId: man.session.clickid,
    angelId: woman.session.angelId,
    clientMessageId: randomUUID(),
  })
  const write = () =>
    hers.send('chat', {
      msg: 'Ci sei?',
      trackerId: woman.session.clickid,
      angelId: man.session.angelId,
      clientMessageId: randomUUID(),
    })
  const chatsOf = async () =>
    (await testServer.call(`/api/get/messages/${woman.session.clickid}`, { token: woman.token })).body.messages[0]
  const found = async () =>
    (await testServer.call(`/dispenser/${man.session.angelId}/IT/uomo`, { token: woman.token })).body
  const listed = async () =>
    (
      await testServer.database.db
        .selectFrom('discovery_entries')
        .select('member_id')
        .where('member_id', '=', man.session.angelId)
        .execute()
    ).length
  return { man, woman, his, write, chatsOf, found, listed }
}
/** Inserts a running plan. */
async function planOf(member: TestMember, endsAt: Date): Promise<void> {
  await testServer.database.db
    .insertInto('subscriptions')
    .values({
      id: randomUUID(),
      brand_id: 'local',
      member_id: member.session.angelId,
      plan_id: 'plan-3m',
      plan: JSON.stringify({ id: 'plan-3m', period: { months: 3 } }),
      flow_id: '7',
      flow_version: '1',
      state: 'active',
      renews: true,
      started_at: clock(),
      period_start: clock(),
      period_end: endsAt,
      anchored_at: clock(),
      next_try_at: endsAt,
      notice_due_at: clock(),
    })
    .execute()
}

describe('deactivation', () => {
  it('hides the member immediately, ends every session and link, and keeps the account', async () => {
    const { man, his, write, chatsOf, found, listed } = await couple()
    expect(await found()).toHaveLength(1)
    await testServer.call('/api/users/getTokenForReset', { body: { email: man.email } })
    const reset = await tokenTo(testServer, man.email, '/resetPassword')
    const closed = new Promise((resolve) => his.raw.once('disconnect', resolve))
    const { body, headers } = await disable(man)
    expect(body).toEqual({ result: 'OK' })
    expect(headers.get('set-cookie')).toMatch(/__Host-session=;/)
    expect(await his.next('oldSocketRemoved')).toEqual({ reason: 'account' })
    await closed
    expect([await found(), await listed()]).toEqual([[], 0])
    expect(await chatsOf()).toMatchObject({
      screenName: '',
      age: null,
      default_photo: null,
      writable: false,
      online: false,
    })
    expect(await write()).toMatchObject({ ok: false, code: 'writing_disabled' })
    expect((await testServer.call('/api/users/account', { token: man.token })).status).toBe(401)
    expect((await disable(man)).status).toBe(401)
    expect((await signIn(man)).body).toMatchObject({ status: 403, code: 'utente_disabilitato' })
    expect((await signIn(man, 'wrong')).body.code).toBe('mail_password_errati')
    expect(
      (
        await testServer.call('/api/users/changePassword', {
          body: { token: reset, password: 'una parola tutta nuova' },
        })
      ).status,
    ).toBe(401)
    expect((await keep({ email: man.email, password: man.password })).body.code).toBe('nothing_to_cancel')
    expect((await mailsTo(testServer, man.email)).some(({ subject }) => subject.includes('disattivato'))).toBe(true)
    expect(await changesOf(man)).toEqual([{ change: 'deactivated', made_by: 'member', reason: 'asked in the profile' }])
  })

  it('is for the caller’s own account only', async () => {
    const [member, other] = [await testServer.member(), await testServer.member()]
    expect((await disable(member, other.session.clickid)).status).toBe(404)
    expect(
      (await testServer.call('/api/users/disableProfile', { body: { clickid: member.session.clickid } })).status,
    ).toBe(401)
    expect((await stateOf(member))?.state).toBe('active')
  })

  it('stops renewals and states what happens to the paid time', async () => {
    const member = await testServer.member()
    const endsAt = new Date(Date.now() + 20 * day)
    await planOf(member, endsAt)
    await disable(member)
    expect(
      await testServer.database.db
        .selectFrom('subscriptions')
        .select(['state', 'next_try_at'])
        .where('member_id', '=', member.session.angelId)
        .execute(),
    ).toEqual([{ state: 'cancelled', next_try_at: null }])
    const { props } = await testServer.database.db
      .selectFrom('emails')
      .select('props')
      .where('member_id', '=', member.session.angelId)
      .where('kind', '=', 'account-disabled')
      .executeTakeFirstOrThrow()
    expect(props).toEqual({ by: 'member', reason: null, planEndsAt: endsAt.toISOString() })
  })

  it('is undone by support, which records author and reason', async () => {
    const { man, write, listed } = await couple()
    await disable(man)
    const deps = { db: testServer.database.db, clock, enqueueEmail }
    const input = {
      brandId: 'local',
      email: man.email.toUpperCase(),
      madeBy: 'command:anna',
      reason: 'asked by mail',
      origin: testServer.url,
    }
    expect(await reactivateMember(deps, { ...input, brandId: 'battito' })).toBe('unknown')
    expect(await reactivateMember(deps, input)).toBe('reactivated')
    expect(await reactivateMember(deps, input)).toBe('open already')
    expect((await changesOf(man)).at(-1)).toEqual({
      change: 'reactivated',
      made_by: 'command:anna',
      reason: 'asked by mail',
    })
    expect((await signIn(man)).status).toBe(200)
    // After a suspension, by another person than the one who suspended.
    const { madeBy, reason } = input
    await testServer.database.db
      .transaction()
      .execute((tx) =>
        suspendMember(tx, { clock, enqueueEmail, flows }, { memberId: man.session.angelId, madeBy, reason }),
      )
    expect(await reactivateMember(deps, input)).toBe('suspended_by_same')
    expect((await signIn(man)).status).not.toBe(200)
    expect(await reactivateMember(deps, { ...input, madeBy: 'command:berta' })).toBe('reactivated')
    expect([await listed(), (await write()).ok]).toEqual([1, true])
    expect((await mailWith(testServer, man.email, '/login')).subject).toContain('di nuovo attivo')
  })

  it('can be decided by support, which states the reason', async () => {
    const member = await testServer.member()
    const socket = await member.connect()
    const suspend = () =>
      testServer.database.db
        .transaction()
        .execute((tx) =>
          suspendMember(
            tx,
            { clock, enqueueEmail, flows },
            { memberId: member.session.angelId, madeBy: 'command:reports', reason: 'richieste di denaro' },
          ),
        )
    expect([await suspend(), await suspend()]).toEqual([true, false])
    expect((await stateOf(member))?.state).toBe('suspended')
    expect((await signIn(member)).body.code).toBe('utente_disabilitato')
    await expect
      .poll(
        async () =>
          (await mailsTo(testServer, member.email)).find(({ text }) => text.includes('richieste di denaro'))?.text,
        { timeout: 5000 },
      )
      .toContain('un’altra persona')
    socket.close()
  })
})

describe('what others spent on a suspended member', () => {
  it('is refunded once to the account it was paid from, whichever of the two registered first', async () => {
    const { db } = testServer.database
    for (const newerIsSuspended of [true, false]) {
      const members = [await testServer.member(), await testServer.member({ gender: 'woman' })] as const
      const [older, newer] = members
      const [removed, payer] = newerIsSuspended ? [newer, older] : [older, newer]
      const balancesOf = async ({ session }: TestMember) =>
        db
          .selectFrom('wallets')
          .select(['messages', 'icebreakers'])
          .where('member_id', '=', session.angelId)
          .executeTakeFirstOrThrow()
      const before = await balancesOf(payer)
      const write = async (from: TestMember, to: TestMember) => {
        const socket = await from.connect()
        const data = { msg: 'Ciao', trackerId: from.session.clickid, angelId: to.session.angelId }
        expect(await socket.send('chat', { ...data, clientMessageId: randomUUID() })).toMatchObject({ ok: true })
        socket.close()
      }
      await write(payer, removed)
      await write(payer, removed)
      await write(removed, payer)
      expect(await balancesOf(payer)).toEqual({ messages: before.messages - 1, icebreakers: before.icebreakers - 1 })
      const spent = await balancesOf(removed)
      await db
        .transaction()
        .execute((tx) =>
          suspendMember(
            tx,
            { clock, enqueueEmail, flows },
            { memberId: removed.session.angelId, madeBy: 'command:reports', reason: 'spam' },
          ),
        )
      expect([await balancesOf(payer), await balancesOf(removed)]).toEqual([before, spent])
      const said = await db
        .selectFrom('system_messages')
        .select(['member_id', 'conversation', 'kind', 'facts'])
        .where('member_id', 'in', [payer.session.angelId, removed.session.angelId])
        .execute()
      expect(said).toEqual([
        {
          member_id: payer.session.angelId,
          conversation: '111111',
          kind: 'spending-refunded',
          facts: { messages: 2 },
        },
      ])
    }
  })

  it('is not refunded for a withdrawn message, which was refunded already', async () => {
    const { db, pool } = testServer.database
    const [payer, removed] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
    const socket = await payer.connect()
    for (const msg of ['Ciao', 'Ci sei?', 'Ancora']) {
      const data = { msg, trackerId: payer.session.clickid, angelId: removed.session.angelId }
      expect(await socket.send('chat', { ...data, clientMessageId: randomUUID() })).toMatchObject({ ok: true })
    }
    socket.close()
    await pool.query(`update messages set withdrawn_at = now() where sender_id = $1 and body = 'Ci sei?'`, [
      payer.session.angelId,
    ])
    // As entries of an earlier time are: they name their message in the key.
    const { rowCount } = await pool.query(
      `update ledger_transfers t set id = gen_random_uuid(), idempotency_key = 'message:' || m.id from messages m
       where m.sender_id = $1 and m.body = 'Ancora' and t.member_id = m.sender_id and t.id = m.id`,
      [payer.session.angelId],
    )
    expect(rowCount).toBe(1)
    const messages = async () =>
      (await pool.query('select messages from wallets where member_id = $1', [payer.session.angelId])).rows[0].messages
    const before = await messages()
    await db.transaction().execute((tx) => refundSpendingOn(tx, flows, removed.session.angelId, new Date()))
    expect(await messages()).toBe(before + 1)
    await db.transaction().execute((tx) => refundSpendingOn(tx, flows, removed.session.angelId, new Date()))
    expect(await messages()).toBe(before + 1)
    // Withdrawn once the account is open again, a message is not refunded a second time.
    const balances = async () =>
      (await pool.query('select messages, icebreakers from wallets where member_id = $1', [payer.session.angelId]))
        .rows[0]
    const refunded = await balances()
    for (const seq of [1, 3]) {
      const path = `/api/messages/${removed.session.angelId}/${seq}`
      expect((await testServer.call(path, { method: 'DELETE', token: payer.token })).status).toBe(200)
    }
    expect(await balances()).toEqual(refunded)
  })

  it('is refunded as the messages they were, also if a plan began or ended meanwhile', async () => {
    const { db, pool } = testServer.database
    const { messageCost } = flows.of('local', '7')
    for (const [sentAt, now, each] of [
      [0, 1, messageCost],
      [1, 0, 1],
    ] as const) {
      const [payer, removed] = [await testServer.member(), await testServer.member({ gender: 'woman' })]
      const id = payer.session.angelId
      await pool.query('update wallets set messages = 10 * $2 where member_id = $1', [id, messageCost])
      await pool.query('update members set level = $2 where id = $1', [id, sentAt])
      const socket = await payer.connect(undefined, (await signIn(payer)).body.token)
      for (const msg of ['Ciao', 'Ci sei?', 'Ancora']) {
        const data = { msg, trackerId: payer.session.clickid, angelId: removed.session.angelId }
        expect(await socket.send('chat', { ...data, clientMessageId: randomUUID() })).toMatchObject({ ok: true })
      }
      socket.close()
      await pool.query('update members set level = $2 where id = $1', [id, now])
      const wallet = async () =>
        (await pool.query<{ messages: number }>('select messages from wallets where member_id = $1', [id])).rows[0]
          ?.messages ?? 0
      const { rows } = await pool.query<{ paid: number }>(
        `select count(*)::int as paid from ledger_transfers
         where member_id = $1 and to_account = 'house:spent' and from_account = 'wallet:messages'`,
        [id],
      )
      expect(rows[0]?.paid).toBeGreaterThan(0)
      const before = await wallet()
      await db.transaction().execute((tx) => refundSpendingOn(tx, flows, removed.session.angelId, new Date()))
      expect(await wallet()).toBe(before + (rows[0]?.paid ?? 0) * each)
    }
  })

  it('is not announced to an unconfirmed address', async () => {
    const member = await testServer.member({ confirmed: false })
    const { db } = testServer.database
    await db
      .transaction()
      .execute((tx) =>
        suspendMember(
          tx,
          { clock, enqueueEmail, flows },
          { memberId: member.session.angelId, madeBy: 'command:reports', reason: 'spam' },
        ),
      )
    expect(
      await db.selectFrom('emails').select('kind').where('member_id', '=', member.session.angelId).execute(),
    ).toEqual([])
  })
})

describe('deletion', () => {
  it('needs the password, hides immediately, and is cancelled by the link', async () => {
    const { man, write, chatsOf, found } = await couple()
    expect((await erase(man, '')).body).toMatchObject({ status: 403, code: 'password_needed', field: 'password' })
    expect((await erase(man, 'wrong')).body).toMatchObject({ status: 403, code: 'password_errata' })
    expect((await stateOf(man))?.state).toBe('active')
    const { body } = await erase(man)
    expect(Math.round((Date.parse(body.erasedOn) - Date.now()) / day)).toBe(30)
    expect(await found()).toEqual([])
    expect(await chatsOf()).toMatchObject({ screenName: '', writable: false })
    expect((await testServer.call('/api/users/account', { token: man.token })).status).toBe(401)
    const token = await tokenTo(testServer, man.email, '/cancelDeletion')
    expect((await signIn(man)).body).toMatchObject({ status: 403, code: 'deletion_pending' })
    expect((await signIn(man, 'wrong')).body.code).toBe('mail_password_errati')
    expect((await keep({ token }, 'battito.localhost')).status).toBe(401)
    expect((await testServer.call('/api/users/confirmEmail', { body: { token } })).status).toBe(401)
    // A link of another purpose that may restore an address stays valid.
    const undo = {
      member_id: man.session.angelId,
      brand_id: 'local',
      purpose: 'undo_email_change',
      email: 'before@person.example.com',
      token_hash: randomBytes(32),
      created_at: new Date(),
      expires_at: new Date(Date.now() + 7 * day),
    }
    await testServer.database.db.insertInto('one_time_tokens').values(undo).execute()
    const answers = await Promise.all(Array.from({ length: 4 }, () => keep({ token })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
    expect(await stateOf(man)).toEqual({ state: 'active', deletion_due_at: null })
    const links = await testServer.database.db
      .selectFrom('one_time_tokens')
      .select('purpose')
      .where('member_id', '=', man.session.angelId)
      .execute()
    expect(links).toEqual([{ purpose: 'undo_email_change' }])
    expect([(await write()).ok, (await found()).length]).toEqual([true, 1])
    expect((await signIn(man)).status).toBe(200)
    expect((await changesOf(man)).map(({ change }) => change)).toEqual(['deletion_asked', 'deletion_called_off'])
  })

  it('is cancelled by email and password too, only by the owner and with the limits of signing in', async () => {
    const member = await testServer.member()
    await erase(member)
    expect((await keep({ email: member.email, password: 'wrong' })).body).toMatchObject({
      status: 401,
      code: 'mail_password_errati',
    })
    expect((await keep({ email: 'nobody@person.example.com', password: 'wrong' })).body).toMatchObject({
      status: 401,
      code: 'mail_password_errati',
    })
    for (let n = 0; n < 5; n += 1) await keep({ email: member.email, password: 'wrong' })
    expect((await keep({ email: member.email, password: member.password })).body.code).toBe('challenge_required')
    expect(
      (await keep({ email: member.email, password: member.password, altcha: await testServer.solve() })).body,
    ).toEqual({
      result: 'OK',
    })
    expect((await keep({ email: member.email, password: member.password })).body.code).toBe('nothing_to_cancel')
    expect((await keep({})).status).toBe(400)
    expect((await keep({ token: 'x', email: member.email, password: member.password })).status).toBe(400)
  })

  it('is cancelled by who lost its mail and the password: the link for a new one works for the thirty days', async () => {
    const member = await testServer.member()
    const { email, session } = member
    await erase(member)
    const old = await tokenTo(testServer, email, '/cancelDeletion')
    // A stranger hears the same of every address.
    const ask = (to: string) => testServer.call('/api/users/getTokenForReset', { body: { email: to } })
    expect((await ask(email)).body).toEqual((await ask('nobody-here@person.example.com')).body)
    const token = await tokenTo(testServer, email, '/resetPassword')
    const password = 'quattro parole a caso'
    expect((await testServer.call('/api/users/changePassword', { body: { token, password } })).body).toEqual({
      result: 'OK',
      user: { clickid: session.clickid },
      deletionPending: true,
    })
    // A new password alone keeps nothing, and opens nothing.
    expect(await stateOf(member)).toMatchObject({ state: 'deleting', deletion_due_at: expect.any(Date) })
    expect((await signIn(member, password)).body.code).toBe('deletion_pending')
    // The link of the deletion's mail ended with all the others.
    expect((await keep({ token: old })).status).toBe(401)
    expect((await keep({ email, password })).body).toEqual({ result: 'OK' })
    expect((await signIn(member, password)).status).toBe(200)
  })

  it('is named by the form for new members to who has the password, and to no one else', async () => {
    const member = await testServer.member()
    await erase(member)
    const register = async (password: string) =>
      (await testServer.call('/api/users/register', { body: await signupOf(member.email, password) })).body.code
    expect(await register(member.password)).toBe('deletion_pending')
    expect(await register('not this one')).toBe('1000')
    const closed = await testServer.member()
    await disable(closed)
    const { body } = await testServer.call('/api/users/register', {
      body: await signupOf(closed.email, closed.password),
    })
    expect(body.code).toBe('1008')
  })

  it('sends no link for a new password to a deactivated account', async () => {
    const member = await testServer.member()
    await disable(member)
    await sendReset(
      { db: testServer.database.db, enqueueEmail, clock },
      { brandId: 'local', email: member.email, origin: 'http://localhost' },
    )
    expect((await mailsTo(testServer, member.email)).flatMap(({ links }) => links).join()).not.toContain(
      '/resetPassword',
    )
  })

  it('requires a fresh session if the account has no password', async () => {
    const member = await testServer.member()
    await testServer.database.db
      .updateTable('members')
      .set({ password_hash: null })
      .where('id', '=', member.session.angelId)
      .execute()
    time.offsetMs = 11 * 60_000
    expect((await erase(member)).body.code).toBe('sign_in_again')
    time.offsetMs = 0
    expect((await erase(member)).status).toBe(200)
  })

  it('starts afresh when requested after a cancellation: the first link is invalid', async () => {
    const member = await testServer.member()
    await erase(member)
    const first = await tokenTo(testServer, member.email, '/cancelDeletion')
    await keep({ email: member.email, password: member.password })
    const token = (await signIn(member)).body.token
    time.offsetMs = day
    await testServer.call('/api/users/deletion', {
      token,
      body: { clickid: member.session.clickid, password: member.password },
    })
    expect((await keep({ token: first })).status).toBe(401)
    expect((await stateOf(member))?.deletion_due_at?.getTime()).toBeGreaterThan(Date.now() + 30.9 * day)
    time.offsetMs = 0
  })
})

describe('a closed account whose address was never confirmed', () => {
  /** The owner of the address registers, with a password of their own. @returns the token of the link they are sent */
  const registered = async ({ email }: TestMember) => {
    const { body } = await testServer.call('/api/users/register', {
      body: await signupOf(email, 'quattro parole a caso'),
    })
    expect(body.code).toBe('1009')
    return tokenTo(testServer, email, '/confirmEmail')
  }
  const confirm = (token: string, headers: Readonly<Record<string, string>> = {}) =>
    testServer.call('/api/users/confirmEmail', { body: { token }, headers: { 'x-session': 'bearer', ...headers } })

  it.each(['deactivated', 'deleting'] as const)('is open to the owner of the address when it is %s', async (state) => {
    const member = await testServer.member({ confirmed: false })
    expect((await (state === 'deactivated' ? disable(member) : erase(member))).status).toBe(200)
    const { status, body } = await confirm(await registered(member))
    expect(status).toBe(200)
    expect((await testServer.call('/api/users/account', { token: body.token })).body).toMatchObject({
      email: member.email,
    })
    expect(await stateOf(member)).toEqual({ state: 'active', deletion_due_at: null })
    expect((await changesOf(member)).at(-1)).toMatchObject({ change: 'reactivated', made_by: 'member' })
    // Nothing that was set up before opens it any more.
    expect((await signIn(member)).status).toBe(401)
    await tokenTo(testServer, member.email, '/resetPassword')
    const kinds = testServer.database.db
      .selectFrom('emails')
      .select('kind')
      .where('member_id', '=', member.session.angelId)
    expect((await kinds.execute()).map(({ kind }) => kind)).toContain('welcome')
  })

  it('is open to its owner in a browser, too, in which it was registered', async () => {
    const member = await testServer.member({ confirmed: false })
    const { email, password } = member
    const entered = await testServer.call('/api/users/authenticate', { body: { email, password } })
    expect(entered.status).toBe(200)
    const cookie = entered.headers
      .getSetCookie()
      .map((one) => one.split(';', 1)[0])
      .join('; ')
    await disable(member)
    expect((await confirm(await registered(member), { cookie, origin: testServer.url })).status).toBe(200)
    expect(await stateOf(member)).toEqual({ state: 'active', deletion_due_at: null })
    expect((await signIn(member)).status).toBe(401)
  })

  it('stays closed to who registered it, and when it is suspended to everyone', async () => {
    const [left, suspended] = [
      await testServer.member({ confirmed: false }),
      await testServer.member({ confirmed: false }),
    ]
    await disable(left)
    const token = await registered(left)
    const withPassword = { token, password: left.password }
    expect((await testServer.call('/api/users/confirmEmail', { body: withPassword })).body.code).toBe(
      'utente_disabilitato',
    )
    await testServer.database.db
      .updateTable('members')
      .set({ state: 'suspended' })
      .where('id', '=', suspended.session.angelId)
      .execute()
    const other = await registered(suspended)
    expect((await confirm(other)).body.code).toBe('utente_disabilitato')
    for (const [member, state] of [
      [left, 'deactivated'],
      [suspended, 'suspended'],
    ] as const)
      expect(await stateOf(member)).toMatchObject({ state })
    // The link was not used up, and no one lost their password.
    expect((await confirm(other)).body.code).toBe('utente_disabilitato')
    expect((await signIn(suspended)).body.code).toBe('utente_disabilitato')
  })
})
