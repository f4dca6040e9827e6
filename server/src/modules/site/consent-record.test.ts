import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { type Consent, recordConsents, withdrawConsents } from './index.ts'

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false })
})
afterAll(() => testServer?.close())

const start = Date.parse('2026-11-01T10:00:00Z')
const said = (change: Partial<Consent> = {}): Consent => ({
  kind: 'analytics',
  granted: true,
  textVersion: 'aaaaaaaaaaaa',
  locale: 'it',
  at: new Date(start),
  ...change,
})
const later = (minutes: number) => new Date(start + minutes * 60_000)

async function newMember() {
  const { session } = await testServer.member()
  const memberId = session.angelId
  const { db } = testServer.database
  return {
    record: (...consents: Consent[]) => db.transaction().execute((tx) => recordConsents(tx, memberId, consents)),
    withdraw: (kinds: Consent['kind'][], at: Date) =>
      db.transaction().execute((tx) => withdrawConsents(tx, { memberId, kinds, at })),
    records: async () =>
      (
        await db
          .selectFrom('consents')
          .select(['kind', 'granted', 'text_version', 'locale'])
          .where('member_id', '=', memberId)
          .where('kind', 'in', ['analytics', 'remarketing'])
          .orderBy('given_at')
          .execute()
      ).map(({ kind, granted, text_version, locale }) => `${kind} ${granted} ${text_version} ${locale}`),
  }
}

test.each([
  ['another text', { textVersion: 'bbbbbbbbbbbb' }, 'analytics true bbbbbbbbbbbb it'],
  ['another language', { locale: 'fr' as const }, 'analytics true aaaaaaaaaaaa fr'],
  ['another answer', { granted: false }, 'analytics false aaaaaaaaaaaa it'],
  ['another kind', { kind: 'remarketing' as const }, 'remarketing true aaaaaaaaaaaa it'],
])('%s is recorded again', async (_, change, record) => {
  const { record: say, records } = await newMember()
  await say(said())
  await say(said({ ...change, at: later(1) }))
  expect(await records()).toEqual(['analytics true aaaaaaaaaaaa it', record])
})

test('an unchanged choice is not recorded again, nor one recorded for that time before', async () => {
  const { record: say, records } = await newMember()
  await say(said())
  await say(said({ at: later(1) }))
  await say(said({ granted: false, at: later(2) }))
  await say(said())
  expect(await records()).toEqual(['analytics true aaaaaaaaaaaa it', 'analytics false aaaaaaaaaaaa it'])
})

test('withdrawing affects existing consents, with the text they were given to, once', async () => {
  const { record: say, withdraw, records } = await newMember()
  await withdraw(['analytics', 'remarketing'], later(1))
  expect(await records()).toEqual([])
  await say(said({ locale: 'fr', at: later(2) }))
  await withdraw(['remarketing'], later(3))
  await withdraw(['analytics', 'remarketing'], later(4))
  await withdraw(['analytics'], later(5))
  expect(await records()).toEqual(['analytics true aaaaaaaaaaaa fr', 'analytics false aaaaaaaaaaaa fr'])
})

test('the cookie banner records each kind the brand asks for, with the text shown', async () => {
  const { token, session } = await testServer.member()
  const say = (analytics: boolean, remarketing: boolean, l = 'it') =>
    testServer.call('/api/consents/cookies', { token, body: { analytics, remarketing, l } })
  const answer = await say(true, false)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  await say(true, false)
  await say(true, false, 'fr')
  const rows = await testServer.database.db
    .selectFrom('consents')
    .select(['kind', 'granted', 'locale'])
    .where('member_id', '=', session.angelId)
    .where('kind', 'in', ['analytics', 'remarketing'])
    .orderBy('given_at')
    .orderBy('kind')
    .execute()
  expect(rows.map(({ kind, granted, locale }) => `${kind} ${granted} ${locale}`)).toEqual([
    'analytics true it',
    'remarketing false it',
    'analytics true fr',
    'remarketing false fr',
  ])
})

test('of two records with equal times the later row counts', async () => {
  const { record: say, withdraw, records } = await newMember()
  await say(said())
  for (let n = 0; n < 2; n += 1) await withdraw(['analytics'], later(0))
  expect((await records()).toSorted()).toEqual(['analytics false aaaaaaaaaaaa it', 'analytics true aaaaaaaaaaaa it'])
})
