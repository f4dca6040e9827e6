import { problemSchema, routes, signupPayload, type Route } from '@incontro/contract'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createSessions } from '#modules/identity/index.ts'
import { deriveKeys, hashToken, newId, newToken } from '#platform/ids.ts'
import { seal } from '#platform/secrets/seal.ts'
import { startTestServer, type Answer, type TestServer, type TestMember } from '#test/support/test-server.ts'
import { operationsOf, type Operation } from '#test/property/documented.ts'
import { fromSchema, type JsonSchema, type Known } from '#test/property/from-schema.ts'
import { isFull } from '#test/pages/variants.ts'
import { snapshot } from '#test/property/snapshot.ts'
import { hostileText, spoil } from '#test/property/spoil.ts'

/*
 * Every operation of the OpenAPI document with generated requests, valid and invalid. Every response must be
 * documented: a reply that matches its schema, or a problem document without internals; and a refused call must leave
 * no trace.
 */

/** PROPERTY_SEED and PROPERTY_RUNS (a factor) allow longer searches. */
const seed = Number(process.env['PROPERTY_SEED'] ?? 20_260_101)
const factor = Number(process.env['PROPERTY_RUNS'] ?? (isFull ? 12 : 1))
const routesById: readonly Route[] = Object.values(routes)

let testServer: TestServer
let me: TestMember
let other: TestMember
let stranger: TestMember
let operations: Operation[]
let known: Known
let expired: string
/** Operations that answered 200 at least once: an operation that is always refused would not be tested. */
const succeeded = new Set<string>()

beforeAll(async () => {
  testServer = await startTestServer()
  me = await testServer.member()
  other = await testServer.member({ gender: 'woman' })
  stranger = await testServer.member({ gender: 'woman', host: 'battito.localhost' })
  operations = operationsOf((await testServer.call('/api/docs/openapi.json')).body)
  expired = await freshToken()
  await testServer.database.pool.query(
    `update sessions set expires_at = 'epoch'
     where id = (select id from sessions where member_id = $1 order by created_at desc, id desc limit 1)`,
    [me.session.angelId],
  )
  const flagger = newToken()
  await testServer.database.pool.query(
    `insert into trusted_flaggers (brand_id, id, name, email, token_hash, added_by, added_at)
     values ('local', gen_random_uuid(), 'A', 'flagger@person.example.com', $1, 'x', now())`,
    [hashToken(flagger)],
  )
  const { body: rules } = await testServer.call('/pay/pay_rules/get_pay_rules', {
    body: { clickid: me.session.clickid },
    token: me.token,
  })
  const plans: { product_id: string; prezzo_totale: string }[] = rules.rateplan
  known = {
    trackerId: [me.session.clickid],
    clickid: [me.session.clickid],
    angelId: [other.session.angelId, other.session.angelId.toUpperCase(), stranger.session.angelId, me.session.angelId],
    partnerId: [other.session.angelId, stranger.session.angelId, '000000', 'admin'],
    country: ['IT', 'it', 'FR', 'ZZ'],
    region: ['Lazio', 'Toscana'],
    geo: ['Lazio'],
    city: ['Roma', ''],
    filters: [{}, { age: { from: 25, to: 42 } }, { online: true, intents: ['open'] }],
    cerco: ['donna', 'uomo', 2],
    query: ['roma', 'mil', 'São'],
    email: [me.email, 'nobody@person.example.com'],
    oldEmail: [me.email],
    newEmail: ['new@person.example.com', other.email],
    password: [me.password, 'un’altra parola'],
    token: ['A'.repeat(43)],
    flagger: [flagger],
    notice: [seal(deriveKeys([testServer.config.secretKey], 'notices'), `outcome local ${newId()}`)],
    content: [{ kind: 'name' }, { kind: 'profile' }, { kind: 'photo', id: newId() }],
    place: ['La pagina di Anna'],
    goodFaith: [true],
    rateplan: plans.map((plan) => plan.product_id),
    prezzo_totale: plans.map((plan) => plan.prezzo_totale),
    currency: ['EUR'],
    age: [18, 30, 98, 17, 30.5],
    terms1: [true],
    terms2: [true],
    terms3: [true],
    terms4: [true],
    sono: ['uomo', 'donna'],
    username: ['Anna'],
    fluxId: ['7', 'unknown'],
    p: ['privacy'],
    language: ['it'],
  }
}, 60_000)
afterAll(() => testServer.close())

/** The last snapshot of the database, valid until a call succeeds: refused calls are compared with it. */
let held: Record<string, unknown> | undefined
/** Calls that were refused since they were last compared: a snapshot takes longer than most calls. */
const refused: (() => Promise<Answer>)[] = []
const look = (): Promise<Record<string, unknown>> => snapshot(testServer.database.pool)

let current: string | undefined

/** A session, renewed after each successful call, since some calls end it. */
async function token(): Promise<string> {
  return (current ??= await freshToken())
}

async function freshToken(): Promise<string> {
  const { token } = await createSessions(testServer.database.pool, () => new Date()).open(testServer.database.db, {
    memberId: me.session.angelId,
    brandId: 'local',
    device: 'test',
    at: new Date(),
  })
  if (held) held = { ...held, sessions: Number(held['sessions']) + 1 }
  return token
}

interface Given {
  readonly body?: unknown
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly token?: string | undefined
  readonly headers?: Record<string, string>
}

const good = (operation: Operation): fc.Arbitrary<Given> => {
  const part = (place: 'path' | 'query') => {
    const here = operation.parameters.filter((one) => one.in === place)
    return fc.record(
      Object.fromEntries(here.map((one) => [one.name, fromSchema(one.schema, known, one.name).map(String)])),
      { requiredKeys: here.filter((one) => one.required).map(({ name }) => name) },
    )
  }
  return fc.record({
    path: part('path'),
    query: part('query'),
    ...(operation.body ? { body: fromSchema(operation.body, known) } : {}),
  })
}

const spoilt = (operation: Operation): fc.Arbitrary<Given & { how: string }> =>
  good(operation).chain((given): fc.Arbitrary<Given & { how: string }> => {
    const places: fc.Arbitrary<Given & { how: string }>[] = []
    if (operation.body) places.push(spoil(given.body).map(({ how, value }) => ({ ...given, body: value, how })))
    for (const place of ['path', 'query'] as const) {
      const names = operation.parameters.filter((one) => one.in === place).map(({ name }) => name)
      if (names.length > 0)
        places.push(
          fc.tuple(fc.constantFrom(...names), hostileText).map(([name, value]) => ({
            ...given,
            [place]: { ...given[place], [name]: value },
            how: `${name} hostile`,
          })),
        )
    }
    if (places.length === 0)
      places.push(
        fc.constantFrom('?x=1', '?__proto__=1').map((query) => ({ ...given, query: { [query]: '1' }, how: query })),
      )
    return fc.oneof(...places)
  })

async function send(operation: Operation, given: Given): Promise<Answer> {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((given.path?.[name] ?? '').toWellFormed()),
  )
  const query = new URLSearchParams(given.query).toString()
  const bearer = 'token' in given ? given.token : await token()
  const answer = await testServer.call(query === '' ? path : `${path}?${query}`, {
    method: operation.method,
    ...(operation.method === 'GET' || operation.method === 'DELETE' ? {} : { body: JSON.stringify(given.body) ?? '' }),
    ...(bearer === undefined ? {} : { token: bearer }),
    headers: { 'x-session': 'bearer', ...given.headers },
  })
  if (answer.status === 200) [held, current] = [undefined, undefined]
  // These end this test's account, which every other call needs.
  if (['disableProfile', 'deletion'].includes(operation.id) && answer.status === 200) {
    await testServer.database.db
      .updateTable('members')
      .set({ state: 'active', deletion_due_at: null })
      .where('id', '=', me.session.angelId)
      .execute()
  }
  // Jobs must finish first, so that their email or archive is not attributed to the next call.
  if (['getTokenForReset', 'askDataExport'].includes(operation.id) && answer.status === 200)
    await expect.poll(jobsWaiting, { timeout: 15_000, interval: 20 }).toBe(0)
  return answer
}

const jobsWaiting = async (): Promise<number> =>
  (
    await testServer.database.pool.query<{ n: number }>(
      "select count(*) as n from graphile_worker.jobs where task_identifier in ('identity-reset', 'data-export-make')",
    )
  ).rows[0]?.n ?? 0

/** Checks that a response is documented; returns its kind. */
function expectDocumented(operation: Operation, { status, body, headers }: Answer): 'done' | 'refused' {
  if (status === 200) {
    succeeded.add(operation.id)
    expect(operation.answers(body), JSON.stringify(operation.answers.errors?.[0])).toBe(true)
    return 'done'
  }
  expect([400, 401, 403, 404, 409, 413, 415, 429]).toContain(status)
  // Part of a generated path can lead to another operation, or none.
  if (status !== 404) expect(operation.statuses).toContain(status)
  expect(headers.get('content-type')).toContain('application/problem+json')
  expect(problemSchema.safeParse(body).error).toBeUndefined()
  expect(body.status).toBe(status)
  expect(JSON.stringify(body)).not.toMatch(
    /node_modules|\.[cm]?[jt]s\b|\bselect\b|\binsert\b|relation|constraint|violates|syntax|undefined|stack|Error:|\/work|\/tmp/i,
  )
  return 'refused'
}

/** Notes a refused call for `expectNothingKept`. Only `welcomeAlreadySent` has an effect: it sends the email again. */
async function expectAnswer(operation: Operation, call: () => Promise<Answer>): Promise<Answer> {
  const answer = await call()
  if (expectDocumented(operation, answer) === 'refused') {
    if (answer.body.code === '1009') held = undefined
    else refused.push(call)
  }
  return answer
}

/** Checks that the calls of a test that were refused changed nothing. Those before one that succeeded are made again. */
async function expectNothingKept(): Promise<void> {
  const calls = refused.splice(0)
  if (calls.length === 0) return
  if (held === undefined) {
    held = await look()
    for (const call of calls) {
      await call()
      held ??= await look()
    }
  }
  // Including the sessions opened for the calls.
  const before = held
  held = await look()
  expect(held).toEqual(before)
}
afterEach(expectNothingKept)

const run = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number, property: (value: T) => Promise<void>) =>
  fc.assert(fc.asyncProperty(arbitrary, property), { seed, numRuns: numRuns * factor, endOnFailure: true, verbose: 1 })

describe(`every operation, seed ${seed}`, () => {
  it('is a route of the contract, and every route is an operation', () => {
    const documented = operations.map(
      ({ id, method, path }) => `${id} ${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    )
    expect(documented.sort()).toEqual(routesById.map(({ id, method, path }) => `${id} ${method} ${path}`).sort())
    for (const operation of operations)
      expect(operation.member, operation.id).toBe(routesById.find(({ id }) => id === operation.id)?.access === 'member')
  })

  it.each(Object.keys(routes))('%s answers valid requests as documented, also when repeated', async (id) => {
    const operation = find(id)
    await run(good(operation), 12, async (given) => {
      const same = await token()
      for (const _once of [1, 2]) await expectAnswer(operation, () => send(operation, { ...given, token: same }))
    })
  })

  it.each(Object.keys(routes))('%s refuses invalid requests, and stores nothing of them', async (id) => {
    const operation = find(id)
    await run(spoilt(operation), 6, async (given) => {
      const answer = await expectAnswer(operation, () => send(operation, given))
      if (operation.takes && !operation.takes(given.body)) expect(answer.status, given.how).toBeGreaterThanOrEqual(400)
    })
  })

  it('succeeded at least once, except those that need values a generator cannot know', () => {
    // A place that is free for the member, a provider's signature, a link's token, a password, an authenticator, a conversation of two, a session's id, an address not yet confirmed, a card, a purchase, a wallet, the encrypted form (below).
    const beyond = [
      'savePlace',
      'confirmEmail',
      'confirmNewEmail',
      'undoEmailChange',
      'cancelDeletion',
      'changePassword',
      'resetLink',
      'revokeSession',
      'changeEmail',
      'resendConfirmation',
      'tryCharge',
      'createPayment',
      'removeCard',
      'checkTransactionStatus',
      'orderOk',
      'walletOrder',
      'validateMerchant',
      // A flow that asks for the age, and what a wallet signed.
      'startAgeCheck',
      'finishAgeCheck',
      'checkPayment',
      'intent',
      'unsubUser',
      'resumeUser',
      'changePlan',
      'undoPlanChange',
      'withdraw',
      'register',
      'mailRemove',
      // A brand that has a bot, and its secret
      'connectTelegram',
      'telegramWebhook',
      // An affiliate's key
      'importClick',
      'importOrder',
      'importUpsell',
      'cancelOrder',
      'writeReview',
      'uploadMessagePhoto',
      'uploadMessageVoice',
      'addPasskey',
      'renamePasskey',
      'removePasskey',
      'authenticateWithPasskey',
      'googleStart',
      'google',
      'googleHome',
      'googleNewcomer',
      'googleComplete',
      'autoLogin',
      'invitation',
      'extSignRegister',
      'deletion',
      // A message, an invite, an archive that is ready
      'answerInvite',
      'editMessage',
      'withdrawMessage',
      'hideMessage',
      'reactToMessage',
      'downloadDataExport',
      // An address that bounced, an order that waits or was paid twice, a name of the member's own
      'checkMailAddress',
      'tryChargeOnPage',
      'paidTwice',
      'updateProfile',
      // A picture
      'uploadPhoto',
      'removePhoto',
      'restorePhoto',
      'askVerification',
      'sendVerification',
      // A number that is shown
      'showPhone',
      'openSearch',
      'renameSearch',
      'removeSearch',
      // A request to support
      'supportRequest',
      'replyToSupport',
      // A decision that can be appealed against, the link of a mail, a browser's push subscription
      'appeal',
      'notificationSettings',
      'changeNotificationSettings',
      'pushToken',
      'removePushDevice',
      // A flow that has a concierge
      'concierge',
      'askConcierge',
    ]
    expect(operations.map(({ id }) => id).filter((id) => !succeeded.has(id) && !beyond.includes(id))).toEqual([])
  })

  it.each(routesById.filter(({ access }) => access === 'member').map(({ id }) => id))(
    '%s is for a member with a session, and for their own id',
    async (id) => {
      const operation = find(id)
      const outsiders: { token?: string; headers?: Record<string, string> }[] = [
        {},
        { token: expired },
        { token: 'garbage' },
        { token: 'A'.repeat(43) },
        { token: stranger.token },
        { token: `${me.token}x` },
        { headers: { authorization: `bearer ${me.token}` } },
        { headers: { authorization: `Basic ${me.token}` } },
        { headers: { authorization: '' } },
        { headers: { cookie: `session=${me.token}` } },
      ]
      await run(good(operation), 1, async (given) => {
        held ??= await look()
        for (const outsider of outsiders) {
          const answer = await send(operation, { ...given, token: undefined, ...outsider })
          expectDocumented(operation, answer)
          expect(answer.status).toBe(401)
        }
        expect(await look()).toEqual(held)
      })
      const named = ['trackerId', 'clickid'].find(
        (name) => operation.parameters.some((one) => one.name === name) || operation.body?.required?.includes(name),
      )
      if (named === undefined) return
      await run(good(operation), 3, async (given) => {
        const theirs = operation.parameters.some((one) => one.name === named)
          ? { path: { ...given.path, [named]: other.session.clickid } }
          : { body: { ...(given.body as object), [named]: other.session.clickid } }
        const answer = await expectAnswer(operation, () => send(operation, { ...given, ...theirs }))
        // 400 if the rest of the request was invalid too: some rules are not in the JSON Schema.
        expect([400, 404]).toContain(answer.status)
      })
    },
  )
})

describe(`the sign-up payload, seed ${seed}`, () => {
  it('valid or invalid is answered as documented, and creates a member only on success', async () => {
    const operation = find('register')
    const schema = z.toJSONSchema(signupPayload as never, { io: 'input', unrepresentable: 'any' }) as JsonSchema
    const arbitrary = fromSchema(
      { ...schema, required: Object.keys(schema.properties ?? {}) },
      { ...known, email: ['generated@person.example.com', me.email], clickid: ['tid-1', me.session.clickid] },
    ).chain((form) =>
      fc.oneof(
        { weight: 1, arbitrary: fc.constant({ how: 'good', value: form }) },
        { weight: 3, arbitrary: spoil(form) },
      ),
    )
    let n = 0
    await run(arbitrary, 60, async ({ value }) => {
      n += 1
      const form =
        typeof value === 'object' && value !== null && 'email' in value && typeof value.email === 'string' && n % 3 > 0
          ? { ...value, email: `generated${n}@person.example.com` }
          : value
      const utente = await testServer.encrypt(form)
      await expectAnswer(operation, () => send(operation, { body: { utente }, token: undefined }))
    })
  })
})

function find(id: string): Operation {
  const operation = operations.find((one) => one.id === id)
  if (!operation) throw new Error(`the document does not have ${id}`)
  return operation
}
