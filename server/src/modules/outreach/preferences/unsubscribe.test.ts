import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer, type TestMember } from '#test/support/test-server.ts'
import { deriveKeys } from '#platform/ids.ts'
import { withdrawConsents } from '#modules/site/index.ts'
import { emailQueue } from '../index.ts'
import { strangersWithin, suppress } from './suppressions.ts'
import { readUnsubscribeToken, unsubscribeToken } from './unsubscribe-link.ts'

const enqueueEmail = emailQueue(() => new Date())

let testServer: TestServer
let now = new Date()
beforeAll(async () => {
  testServer = await startTestServer({ clock: () => now })
})
afterAll(() => testServer?.close())

/** Queues a notification and returns its outcome. */
async function notify(
  { session, email }: TestMember,
  host = 'localhost',
): Promise<{ state: string; link: string | undefined }> {
  const brandId = host === 'localhost' ? 'local' : (host.split('.')[0] ?? '')
  await testServer.database.db.transaction().execute((tx) =>
    enqueueEmail(tx, {
      brandId,
      memberId: session.angelId,
      kind: 'new-message',
      to: email,
      locale: 'it',
      props: { link: `http://${host}:${new URL(testServer.url).port}/chats` },
    }),
  )
  const newest = () =>
    testServer.database.db
      .selectFrom('emails')
      .select('state')
      .where('member_id', '=', session.angelId)
      .where('kind', '=', 'new-message')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
  await expect.poll(async () => (await newest()).state, { timeout: 10_000, interval: 50 }).not.toBe('queued')
  const { state } = await newest()
  return {
    state,
    link:
      state === 'sent' ? (await testServer.mailTo(email)).links.find((one) => one.includes('/unsubscribe')) : undefined,
  }
}
const tokenOf = (link: string | undefined): string => new URL(link ?? '').searchParams.get('token') ?? ''
const stop = (body: object, options: { token?: string; host?: string } = {}) =>
  testServer.call('/api/unsubscribe', { body, ...options })
const lists = async (token: string) => (await testServer.call('/api/mail-lists', { token })).body

test('the link of a notification stops notifications, without a session, repeatedly, and nothing else', async () => {
  const member = await testServer.member()
  const { link } = await notify(member)
  expect(link).toMatch(new RegExp(`^${testServer.url}/unsubscribe\\?token=[A-Za-z0-9_-]+$`))
  // The token does not reveal the member.
  expect(Buffer.from(tokenOf(link), 'base64url').toString('latin1')).not.toContain(member.session.angelId)
  for (let time = 0; time < 2; time += 1)
    expect((await stop({ token: tokenOf(link) })).body).toEqual({
      result: 'OK',
      message: 'disiscrizione_ok',
      list: 'notices',
    })
  expect((await notify(member)).state).toBe('withheld')
  expect(await lists(member.token)).toMatchObject({ notices: false })
  // Emails about the account are still sent.
  await testServer.call('/api/users/getTokenForReset', { body: { email: member.email } })
  await expect
    .poll(async () => (await testServer.mailTo(member.email)).text, { timeout: 10_000 })
    .toContain('/resetPassword')
  expect((await testServer.mailTo(member.email)).links.filter((one) => one.includes('/unsubscribe'))).toEqual([])

  expect((await testServer.call('/api/mail-lists', { token: member.token, body: { list: 'notices' } })).body).toEqual({
    result: 'OK',
  })
  expect((await notify(member)).state).toBe('sent')
})

test('a member who left two lists rejoins the one they name, for their brand', async () => {
  const member = await testServer.member({ form: { consents: { promotion: true, thirdParty: false } } })
  const { db } = testServer.database
  const keys = { addressKeys: deriveKeys([testServer.config.secretKey], 'mail suppressions') }
  for (const [brandId, list] of [
    ['local', 'notices'],
    ['local', 'promotion'],
    ['battito', 'notices'],
  ] as const)
    await suppress(db, keys, {
      brandId,
      address: member.email,
      memberId: member.session.angelId,
      list,
      source: 'provider',
      at: now,
    })
  const left = async () =>
    (
      await db
        .selectFrom('mail_suppressions')
        .select(['brand_id', 'list'])
        .where('member_id', '=', member.session.angelId)
        .orderBy('brand_id')
        .orderBy('list')
        .execute()
    ).map(({ brand_id: brand, list }) => `${brand} ${list}`)
  const other = await testServer.member()
  await stop({ list: 'notices' }, { token: other.token })
  expect(await left()).toEqual(['battito notices', 'local notices', 'local promotion'])
  await testServer.call('/api/mail-lists', { token: member.token, body: { list: 'notices' } })
  expect(await left()).toEqual(['battito notices', 'local promotion'])
  expect(await lists(other.token)).toMatchObject({ notices: false })
  expect(await lists(member.token)).toMatchObject({ notices: true, promotion: false })
})

test('an address that left a list is found from the member and from the address, with the latest time', async () => {
  const { db } = testServer.database
  const keys = { addressKeys: deriveKeys([testServer.config.secretKey], 'mail suppressions') }
  const { session } = await testServer.member()
  const leave = async (address: string, memberId: string | null, at: Date) => {
    const source = memberId === null ? 'provider' : 'member'
    await suppress(db, keys, { brandId: 'local', address, memberId, list: 'notices', source, at })
    return db
      .selectFrom('mail_suppressions')
      .select(['member_id', 'source'])
      .where('created_at', '=', at)
      .executeTakeFirst()
  }
  const [first, last] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-01-02T00:00:00Z')]
  await leave('known@person.example.com', session.angelId, first)
  expect(await leave('Known@person.example.com ', null, last)).toEqual({
    member_id: session.angelId,
    source: 'provider',
  })
  const [third, fourth] = [new Date('2026-01-03T00:00:00Z'), new Date('2026-01-04T00:00:00Z')]
  await leave('stranger@person.example.com', null, third)
  expect(await leave('stranger@person.example.com', session.angelId, fourth)).toEqual({
    member_id: session.angelId,
    source: 'member',
  })
  // One row per address, with its latest time.
  const { n } = await db
    .selectFrom('mail_suppressions')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('member_id', '=', session.angelId)
    .executeTakeFirstOrThrow()
  expect(Number(n)).toBe(2)
})

test('the link stays valid for years, and the choice survives a change of address and a new account with it', async () => {
  const member = await testServer.member()
  const { link } = await notify(member)
  now = new Date(now.getTime() + 3 * 365 * 86_400_000)
  expect((await stop({ token: tokenOf(link) })).status).toBe(200)
  now = new Date()
  const movedTo = async (one: TestMember, email: string): Promise<TestMember> => {
    const { db } = testServer.database
    await db.updateTable('members').set({ email }).where('id', '=', one.session.angelId).execute()
    return { ...one, email }
  }
  expect((await notify(await movedTo(member, 'moved@person.example.com'))).state).toBe('withheld')
  expect((await notify(await movedTo(await testServer.member(), member.email))).state).toBe('withheld')
})

test('suppressions contain no address, and survive the account', async () => {
  const member = await testServer.member()
  const { link } = await notify(member)
  await stop({ token: tokenOf(link) })
  await testServer.database.db.deleteFrom('members').where('id', '=', member.session.angelId).execute()
  const rows = await testServer.database.db
    .selectFrom('mail_suppressions')
    .selectAll()
    .where('member_id', 'is', null)
    .execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(member.email)
  // An erased member gets no more mail: their link has no effect.
  expect((await stop({ token: tokenOf(link) })).status).toBe(200)
})

test('a signed-in member leaves promotion without a link, and their consents are withdrawn', async () => {
  const { token, session } = await testServer.member({ form: { consents: { promotion: true, thirdParty: true } } })
  await testServer.call('/api/consents', { token, body: { kind: 'remarketing', granted: true, l: 'it' } })
  expect(await lists(token)).toEqual({ notices: true, promotion: true })
  expect((await stop({}, { token })).body).toMatchObject({ list: 'promotion' })
  expect(await lists(token)).toEqual({ notices: true, promotion: false })
  const rows = await testServer.database.db
    .selectFrom('consents')
    .select(['kind', 'granted'])
    .where('member_id', '=', session.angelId)
    .where('kind', 'in', ['promotion', 'third_party', 'remarketing'])
    .orderBy('id')
    .execute()
  expect(rows.map(({ kind, granted }) => `${kind} ${granted}`)).toEqual([
    'promotion true',
    'third_party true',
    'remarketing true',
    'promotion false',
    'third_party false',
    'remarketing false',
  ])
  // A later consent counts again.
  now = new Date(now.getTime() + 1000)
  await testServer.call('/api/consents', { token, body: { kind: 'promotion', granted: true, l: 'it' } })
  expect(await lists(token)).toEqual({ notices: true, promotion: true })
  now = new Date()
})

test('suppressed addresses of strangers are counted from the first to the last moment', async () => {
  const { db } = testServer.database
  const moment = Date.parse('2031-01-01T00:00:00Z')
  const keys = { addressKeys: deriveKeys([testServer.config.secretKey], 'mail suppressions') }
  const gone = { brandId: 'local', address: 'gone@person.example.com', memberId: null, at: new Date(moment) }
  await db.transaction().execute((tx) => suppress(tx, keys, { ...gone, list: 'promotion', source: 'provider' }))
  const within = (from: number, until: number) => strangersWithin(db, new Date(moment + from), new Date(moment + until))
  expect([await within(0, 0), await within(1, 9), await within(-9, -1)]).toEqual([1, 0, 0])
})

test('a suppression from before the address became the member’s counts by its time', async () => {
  const { db } = testServer.database
  const given = now.getTime()
  const { token, session } = await testServer.member({ form: { consents: { promotion: true, thirdParty: false } } })
  const moveTo = async (leftAt: number) => {
    const address = `left.${leftAt - given}@person.example.com`
    await db
      .transaction()
      .execute((tx) =>
        suppress(
          tx,
          { addressKeys: deriveKeys([testServer.config.secretKey], 'mail suppressions') },
          { brandId: 'local', address, memberId: null, list: 'promotion', source: 'provider', at: new Date(leftAt) },
        ),
      )
    await db.updateTable('members').set({ email: address }).where('id', '=', session.angelId).execute()
    return lists(token)
  }
  expect(await moveTo(given - 60_000)).toMatchObject({ promotion: true })
  expect(await moveTo(given)).toMatchObject({ promotion: false })
  expect(await moveTo(given - 1)).toMatchObject({ promotion: true })
  expect(await moveTo(given + 60_000)).toMatchObject({ promotion: false })
  // The address has an earlier one, the member a later one: the latest counts.
  await moveTo(given - 60_000)
  await db
    .insertInto('mail_suppressions')
    .values({
      brand_id: 'local',
      list: 'promotion',
      address_hash: Buffer.alloc(32, 7),
      member_id: session.angelId,
      source: 'provider',
      created_at: new Date(given + 1),
    })
    .execute()
  expect(await lists(token)).toMatchObject({ promotion: false })
})

test('with equal times the last row counts, and other kinds do not', async () => {
  const { token, session } = await testServer.member({ form: { consents: { promotion: true, thirdParty: true } } })
  const withdrawNow = (kind: 'promotion' | 'third_party') =>
    testServer.database.db
      .transaction()
      .execute((tx) => withdrawConsents(tx, { memberId: session.angelId, kinds: [kind], at: now }))
  await withdrawNow('third_party')
  expect(await lists(token)).toEqual({ notices: true, promotion: true })
  await withdrawNow('promotion')
  expect(await lists(token)).toEqual({ notices: true, promotion: false })
})

test('a signed-in member leaves the list they name; with a link, the link’s member leaves', async () => {
  const wished = { form: { consents: { promotion: true, thirdParty: true } } }
  const [member, other] = [await testServer.member(wished), await testServer.member(wished)]
  const sourceOf = ({ session }: TestMember) =>
    testServer.database.db
      .selectFrom('mail_suppressions')
      .select(['brand_id', 'list', 'source'])
      .where('member_id', '=', session.angelId)
      .execute()
  expect((await stop({ list: 'notices' }, { token: member.token })).body).toMatchObject({ list: 'notices' })
  expect(await lists(member.token)).toEqual({ notices: false, promotion: true })
  expect(await sourceOf(member)).toEqual([{ brand_id: 'local', list: 'notices', source: 'member' }])
  const key = deriveKeys([testServer.config.secretKey], 'unsubscribe links')
  const link = unsubscribeToken(key, { brandId: 'local', memberId: other.session.angelId, list: 'promotion' })
  expect((await stop({ token: link, list: 'notices' }, { token: member.token })).body).toMatchObject({
    list: 'promotion',
  })
  expect([await lists(member.token), await lists(other.token)]).toEqual([
    { notices: false, promotion: true },
    { notices: true, promotion: false },
  ])
  expect(await sourceOf(other)).toEqual([{ brand_id: 'local', list: 'promotion', source: 'link' }])
})

test('no one can unsubscribe another member', async () => {
  const [member, other] = await Promise.all([testServer.member(), testServer.member({ host: 'battito.localhost' })])
  const key = deriveKeys([testServer.config.secretKey], 'unsubscribe links')
  const good = unsubscribeToken(key, { brandId: 'local', memberId: member.session.angelId, list: 'notices' })
  expect(readUnsubscribeToken(key, good)).toEqual({
    brandId: 'local',
    memberId: member.session.angelId,
    list: 'notices',
  })
  const flipped = `${good.slice(0, 30)}${good[30] === 'A' ? 'B' : 'A'}${good.slice(31)}`
  const refused = [
    '',
    'x',
    'A'.repeat(120),
    flipped,
    good.slice(0, -4),
    `${good}AAAA`,
    member.session.angelId,
    unsubscribeToken([Buffer.alloc(32)], { brandId: 'local', memberId: member.session.angelId, list: 'notices' }),
    // Another brand's own link, and a link of ours used there.
    unsubscribeToken(key, { brandId: 'battito', memberId: other.session.angelId, list: 'notices' }),
  ]
  for (const token of refused)
    expect(await stop({ token }), token).toMatchObject({
      status: 400,
      body: { code: 'disiscrizione_ko', field: 'token' },
    })
  expect((await stop({ token: good }, { host: 'battito.localhost' })).status).toBe(400)
  // An invalid link does not fall back to the session.
  expect((await stop({ token: 'x' }, { token: member.token })).status).toBe(400)
  expect(await stop({})).toMatchObject({ status: 401, body: { code: 'disiscrizione_ko' } })
  expect((await testServer.call('/api/mail-lists')).status).toBe(401)
  expect((await stop({ list: 'everything' }, { token: member.token })).status).toBe(400)
  expect((await notify(member)).state).toBe('sent')
})
