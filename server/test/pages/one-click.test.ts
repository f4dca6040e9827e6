import { afterAll, beforeAll, expect, test } from 'vitest'
import { unsubscribeToken } from '#modules/outreach/preferences/unsubscribe-link.ts'
import { deriveKeys } from '#platform/ids.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { webBuild } from './web-build.ts'

/* With the limits of a real installation: the requests of a mail provider's few addresses all count, forged ones do not. */

let testServer: TestServer
const members: string[] = []
beforeAll(async () => {
  testServer = await startTestServer({
    limitFactor: 1,
    jobs: false,
    trustedProxies: ['127.0.0.0/8', '::1'],
    webBuild: webBuild(),
  })
  while (members.length < 200)
    members.push(
      ...(await Promise.all(Array.from({ length: 8 }, () => testServer.member()))).map(
        ({ session }) => session.angelId,
      ),
    )
}, 60_000)
afterAll(() => testServer?.close())

const tokenFor = (memberId: string): string =>
  unsubscribeToken(deriveKeys([testServer.config.secretKey], 'unsubscribe links'), {
    brandId: 'local',
    memberId,
    list: 'notices',
  })
const click = (token: string, address: string, body = 'List-Unsubscribe=One-Click') =>
  testServer.call(`/unsubscribe?token=${token}`, {
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
  })
const byApi = (token: string, address: string) =>
  testServer.call('/api/unsubscribe', { body: { token }, headers: { 'x-forwarded-for': address } })
const left = async (): Promise<number> =>
  Number((await testServer.database.pool.query('select count(*) as n from mail_suppressions')).rows[0].n)
const countsOf = (answers: readonly { readonly status: number }[]): Record<number, number> =>
  Object.fromEntries(
    [...Map.groupBy(answers, ({ status }) => status)].map(([status, some]) => [status, some.length] as const),
  )

test('two hundred members leave by one-click requests of one network, at once, and again', async () => {
  for (let round = 0; round < 2; round += 1) {
    const answers = await Promise.all(members.map((id, n) => click(tokenFor(id), `203.0.113.${n % 8}`)))
    expect(countsOf(answers)).toEqual({ 200: 200 })
    expect(await left()).toBe(200)
  }
}, 60_000)

test('so they do by the API', async () => {
  await testServer.database.db.deleteFrom('mail_suppressions').execute()
  const answers = await Promise.all(members.map((id) => byApi(tokenFor(id), '198.51.100.7')))
  expect(countsOf(answers)).toEqual({ 200: 200 })
  expect(await left()).toBe(200)
}, 60_000)

test('forged links, and one link for ever, are limited', async () => {
  const forged = 'A'.repeat(120)
  // Not one whose link has been used.
  const { session } = await testServer.member()
  const [api, page, one] = [
    await Promise.all(Array.from({ length: 70 }, () => byApi(forged, '192.0.2.1'))),
    await Promise.all(Array.from({ length: 20 }, () => click(forged, '192.0.2.65'))),
    await Promise.all(Array.from({ length: 70 }, () => byApi(tokenFor(session.angelId), '192.0.2.129'))),
  ]
  expect([countsOf(api), countsOf(one)]).toEqual([
    { 400: 60, 429: 10 },
    { 200: 60, 429: 10 },
  ])
  expect(countsOf(page)[429]).toBeGreaterThan(0)
  expect(page.some(({ status }) => status === 200)).toBe(false)
}, 60_000)

test('a form of another site, and the link of another brand, are not one-click requests', async () => {
  const token = tokenFor(members[1] ?? '')
  await testServer.database.db.deleteFrom('mail_suppressions').execute()
  const answers = await Promise.all([
    testServer.call(`/unsubscribe?token=${token}`, {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
    }),
    testServer.call(`/unsubscribe?token=${token}`, {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      host: 'battito.localhost',
    }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([403, 400])
  expect(await left()).toBe(0)
})
