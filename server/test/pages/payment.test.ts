import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { webBuild } from './web-build.ts'

/* The payment page as the server sends it: with the card form's frame, so that it loads beside the page's script. */

let testServer: TestServer
let member: TestMember
beforeAll(async () => {
  testServer = await startTestServer({ webBuild: webBuild() })
  member = await testServer.member()
})
afterAll(() => testServer?.close())

const linux = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'

async function open(path: string, { userAgent = linux, cookies = '', of = member } = {}) {
  const reply = await testServer.call(path, {
    headers: { cookie: `__Host-session=${of.token}${cookies}`, 'user-agent': userAgent },
  })
  const html = String(reply.body)
  const radios = [...html.matchAll(/<input[^>]*name="method"[^>]*>/g)].map(([input]) => input)
  return {
    status: reply.status,
    location: reply.headers.get('location'),
    frames: html.match(/<iframe[^>]*>/g) ?? [],
    methods: radios.map((input) => /value="([^"]*)"/.exec(input)?.[1]),
    checked: radios.filter((input) => / checked=/.test(input)).map((input) => /value="([^"]*)"/.exec(input)?.[1]),
  }
}
const frame = (address: string) =>
  expect.stringMatching(
    new RegExp(`^<iframe class="[^"]*" sandbox="allow-scripts" src="${address}" title="[^"]*" height="236">$`),
  )

test('contains the frame of the card form once, in the page’s theme, if a card is the first method', async () => {
  // The first time, the providers are asked whether they are up, for which a document does not wait.
  await expect
    .poll(() => open('/purchase/pay?plan=messages-60'))
    .toEqual({
      status: 200,
      location: null,
      frames: [frame('/pay/card-frame\\?lang=it')],
      methods: ['card', 'googlepay', 'paypal', 'trustpay', 'mollie', 'stripe'],
      checked: ['card'],
    })
  const { frames } = await open('/purchase/pay?plan=plan-3m', { cookies: '; theme=dark' })
  expect(frames).toEqual([frame('/pay/card-frame\\?lang=it&amp;theme=dark')])
})

test('contains no frame if another method is first: after a decline, or with a card on file', async () => {
  const declined = await open('/purchase/pay?plan=messages-60&instead=adyen')
  expect(declined).toMatchObject({ frames: [], checked: ['googlepay'] })
  expect(declined.methods.at(-1)).toBe('card')
  const other = await testServer.member()
  await testServer.database.db
    .insertInto('card_tokens')
    .values({
      member_id: other.session.angelId,
      id: crypto.randomUUID(),
      connection: 'adyen',
      token: 'T1',
      card_brand: 'visa',
      last4: '4242',
      created_at: new Date(),
    })
    .execute()
  expect(await open('/purchase/pay?plan=messages-60', { of: other })).toMatchObject({ frames: [], checked: ['kept'] })
})

test.each([
  ['Safari on a Mac', `${mac} Version/18.1 Safari/605.1.15`, 'applepay'],
  ['Chrome on a Mac', `${mac.replace('605.1.15', '537.36')} Chrome/142.0.0.0 Safari/537.36`, 'googlepay'],
  [
    'Chrome on an iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148',
    'applepay',
  ],
])('offers %s its wallet', async (_device, userAgent, wallet) => {
  const { methods } = await open('/purchase/pay?plan=messages-60', { userAgent })
  expect(methods.filter((method) => method?.endsWith('pay') && method !== 'paypal' && method !== 'trustpay')).toEqual([
    wallet,
  ])
})

test('leads to the plans without a plan on offer', async () => {
  for (const path of ['/purchase/pay', '/purchase/pay?plan=plan-99m'])
    expect(await open(path)).toMatchObject({ status: 302, location: '/vip_plan/cred' })
})
