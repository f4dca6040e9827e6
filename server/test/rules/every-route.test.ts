import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openapiDocument } from '#commands/openapi-document.ts'
import { createApp } from '#platform/http/app.ts'
import { createLog } from '#platform/process/log.ts'
import { startTestServer, type Answer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { operationsOf, type Operation } from '#test/property/documented.ts'

/* Rules for every route, new ones included: documented ones by the document, the others by name. */

/** Reduces every limit to one request a minute. */
const smallest = 1e-6
const filler: Readonly<Record<string, string>> = { country: 'IT', page: 'terms', query: 'roma', cerco: 'donna' }
const addressOf = ({ path, parameters }: Operation, member: TestMember): string =>
  parameters
    .filter(({ in: place }) => place === 'path')
    .reduce(
      (address, { name }) =>
        address.replace(
          `{${name}}`,
          encodeURIComponent(name === 'trackerId' ? member.session.clickid : (filler[name] ?? member.session.angelId)),
        ),
      path,
    )

const operations = operationsOf(await openapiDocument())
const documented = (): Operation[] => operations

/** Not part of the API, so not in its document. */
const others: readonly (readonly [method: string, path: string])[] = [
  ['GET', '/brand/tokens.css'],
  ['GET', '/brand/icon.svg'],
  ['GET', '/brand/hooks/7/blurred.svg'],
  ['GET', '/brand/icon.png'],
  ['GET', '/brand/share.png'],
  ['GET', '/robots.txt'],
  ['GET', '/sitemap.xml'],
  ['GET', '/manifest.webmanifest'],
  ['GET', '/media/x/y'],
  ['GET', '/media/messages/x'],
  ['GET', '/api/users/export/file'],
  ['GET', '/pay/orders/00000000-0000-4000-8000-000000000000/invoices/2026-000001'],
  ['GET', '/pay/orders/00000000-0000-4000-8000-000000000000/withdrawal'],
  ['GET', '/pay/subscription/reminder'],
  ['GET', '/pay/card-frame'],
  ['GET', '/pay/card-frame/card-frame.js'],
  ['GET', '/pay/card-frame/ui-font.woff2'],
  ['GET', '/pay/wallet-frame'],
  ['GET', '/pay/wallet-frame/wallet-frame.js'],
  ['POST', '/api/ageCheck/presentation'],
  ['POST', '/api/upload/x/resumable'],
  ['PATCH', '/api/upload/x/resumable/y'],
  ['POST', '/pay/webhooks/adyen'],
  ['POST', '/pay/webhooks/mollie'],
  ['POST', '/pay/webhooks/stripe'],
  ['POST', '/pay/webhooks/paypal'],
  ['POST', '/pay/webhooks/trustpay'],
  ['GET', '/api/docs/openapi.json'],
  ['GET', '/readyz'],
  ['GET', '/metrics'],
]

describe('every route', () => {
  let testServer: TestServer
  let member: TestMember
  let operations: Operation[]
  beforeAll(async () => {
    testServer = await startTestServer({ limitFactor: smallest, jobs: false, trustedProxies: ['127.0.0.0/8', '::1'] })
    member = await testServer.member()
    operations = documented()
  })
  afterAll(() => testServer.close())

  const ask = (method: string, path: string, from: string): Promise<Answer> =>
    testServer.call(path, { method, headers: { 'x-forwarded-for': from } })

  it('of the API limits the requests of one network, without affecting its neighbours', async () => {
    expect(operations.length).toBeGreaterThan(60)
    const unlimited: string[] = []
    for (const operation of operations) {
      const path = addressOf(operation, member)
      // A network per route: repeated refusals are delayed.
      const network = `10.0.${operations.indexOf(operation)}`
      const first = await ask(operation.method, path, `${network}.5`)
      const next = await ask(operation.method, path, `${network}.77`)
      const elsewhere = await ask(operation.method, path, '198.51.100.5')
      if (first.status === 429 || next.status !== 429 || elsewhere.status === 429) unlimited.push(operation.id)
    }
    expect(unlimited).toEqual([])
  })

  it('outside the API, too', async () => {
    const unlimited: string[] = []
    for (const [method, path] of others) {
      const answers: number[] = []
      // Some state their limit in requests, independent of the factor: the response contains it.
      for (let n = 0; n < 3; n += 1) {
        const { status, headers } = await ask(method, path, '203.0.113.5')
        answers.push(headers.has('x-ratelimit-limit') ? 429 : status)
      }
      if (!answers.includes(429)) unlimited.push(`${method} ${path}`)
    }
    expect(unlimited).toEqual([])
  })

  it('has a limit even without one of its own', async () => {
    const app = await createApp({ log: createLog('silent'), trustedProxies: [], limitFactor: smallest })
    app.get('/added-yesterday', async () => 'ok')
    const answers = [await app.inject('/added-yesterday'), await app.inject('/added-yesterday')]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 429])
    await app.close()
  })
})

describe('with a server without limits', () => {
  const limitFactor = 1000
  let testServer: TestServer
  let member: TestMember
  /** Response headers of each route for a visitor, by operation or path. */
  const answered = new Map<string, Headers>()
  beforeAll(async () => {
    testServer = await startTestServer({ jobs: false, limitFactor })
    member = await testServer.member()
    for (const one of documented())
      answered.set(one.id, (await testServer.call(addressOf(one, member), { method: one.method })).headers)
    for (const [method, path] of others)
      answered.set(`${method} ${path}`, (await testServer.call(path, { method })).headers)
  })
  afterAll(() => testServer.close())

  it('every route refuses a too large body by its declared length alone', async () => {
    const taken: string[] = []
    const posts = [
      ...documented()
        .filter(({ method }) => method !== 'GET')
        .map((one) => [one.method, addressOf(one, member)] as const),
      ...others.filter(([method]) => method !== 'GET'),
    ]
    expect(posts.length).toBeGreaterThan(40)
    for (const [method, path] of posts) {
      // No body is sent: a server that waits for it answers too late.
      const { status } = await testServer.call(path, {
        method,
        token: member.token,
        headers: {
          'content-type': 'application/json',
          'content-length': String(30_000_000),
          'x-affiliate-key': testServer.config.affiliates?.brands.get('LOCAL') ?? '',
        },
      })
      if (status !== 413) taken.push(`${method} ${path} ${status}`)
    }
    expect(taken).toEqual([])
  })

  it('every route has the limit of its kind, or the one that is written here', () => {
    const few = `addPasskey appeal askConcierge askDataExport autoLogin autoLoginAgain cancelDeletion changePassword checkMailAddress confirmNewEmail deletion
      downloadDataExport editMessage extSignRegister invitation logClient notice passkeyCreationOptions pushToken removePasskey
      report resetLink undoEmailChange withdrawMessage`
    const entries = `authenticate cases authenticateWithPasskey createToken google googleComplete googleHome googleStart googleUnlink
      renamePasskey unsubscribe`
    const crowds = 'getTokenForReset register'
    const uploads = 'passkeyRequestOptions sendVerification uploadMessagePhoto uploadMessageVoice uploadPhoto'
    const frames = others.map((one) => one.join(' ')).filter((name) => /\/pay\/(card|wallet)-frame/.test(name))
    const named: readonly (readonly [most: number, ids: readonly string[]])[] = [
      [20 * limitFactor, few.split(/\s+/)],
      [5 * limitFactor, ['testNotification']],
      [10 * limitFactor, ['connectTelegram']],
      [30 * limitFactor, ['contact', 'lookUpIp', 'replyToSupport', 'withdrawReview', 'writeReview']],
      [60 * limitFactor, [...entries.split(/\s+/), 'reactToMessage']],
      [120 * limitFactor, [...uploads.split(' '), ...crowds.split(' ')]],
      [240 * limitFactor, ['findMessages']],
      [
        6000 * limitFactor,
        [
          'mailRemove',
          'telegramWebhook',
          'importClick',
          'importOrder',
          'importUpsell',
          'cancelOrder',
          'GET /media/x/y',
        ],
      ],
      // Independent of the factor.
      [
        20,
        others
          .map((one) => one.join(' '))
          .filter((name) => /\/(export\/file|invoices\/|withdrawal$|subscription\/)/.test(name)),
      ],
      [60, ['POST /api/ageCheck/presentation']],
      [240, frames],
      [600, ['POST /pay/webhooks/mollie', 'POST /pay/webhooks/paypal']],
      [1200, ['GET /media/messages/x']],
      [6000, ['adyen', 'stripe', 'trustpay'].map((name) => `POST /pay/webhooks/${name}`)],
    ]
    const usual = new Map(documented().map(({ id, member: isMembers }) => [id, isMembers ? 600 : 240]))
    const wanted = Object.fromEntries([...answered.keys()].map((id) => [id, (usual.get(id) ?? 600) * limitFactor]))
    for (const [most, ids] of named) for (const id of ids) wanted[id] = most
    expect(
      Object.fromEntries([...answered].map(([id, headers]) => [id, Number(headers.get('x-ratelimit-limit'))])),
    ).toEqual(wanted)
    // Of the current minute, which began with the first request.
    for (const [id, headers] of answered) {
      expect(Number(headers.get('x-ratelimit-reset')), id).toBeGreaterThan(30)
      expect(Number(headers.get('x-ratelimit-reset')), id).toBeLessThanOrEqual(60)
    }
  })

  it("a member's response is never cached, whatever it contains", async () => {
    const kept: string[] = []
    for (const operation of documented().filter((one) => one.member)) {
      const { headers } = await testServer.call(addressOf(operation, member), {
        method: operation.method,
        token: member.token,
        ...(operation.body ? { body: {} } : {}),
      })
      if (headers.get('cache-control') !== 'no-store') kept.push(`${operation.id} signed in`)
      if (answered.get(operation.id)?.get('cache-control') !== 'no-store') kept.push(operation.id)
    }
    expect(kept).toEqual([])
  })
})
