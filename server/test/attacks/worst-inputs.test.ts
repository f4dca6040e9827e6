import { routes } from '@incontro/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openapiDocument } from '#commands/openapi-document.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import { operationsOf, type Operation } from '#test/property/documented.ts'
import type { JsonSchema } from '#test/property/from-schema.ts'
import { webBuild } from '#test/pages/web-build.ts'

/*
 * One request of a stranger must not hold up the others: every entry point without a session gets the inputs that are
 * dear to parsers and patterns, as large as it takes them, and none may occupy the event loop for more than 10 ms. What
 * is measured is the processor time of the thread, in the best of several requests, so that other work of the machine
 * changes it little; what seems too dear is compared with what a slow machine takes for a known piece of work.
 */

const mostMs = 10
const times = 6

/** Processor time that parsing this ten times takes on the machine for which the limit was set. */
const known = `{${Array.from({ length: 5000 }, (_, n) => `"k${n}":${n}`).join()}}`
const knownMs = 8
/** How many times slower this machine is now; at least one. */
function slowness(): number {
  const ms = Array.from({ length: 5 }, () => {
    const before = process.threadCpuUsage()
    for (let n = 0; n < 10; n += 1) JSON.parse(known)
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  })
  return Math.max(1, Math.min(...ms) / knownMs)
}

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ jobs: false, webBuild: webBuild() })
}, 120_000)
afterAll(() => testServer?.close())

/** Texts of a length; each is slow for some kind of pattern, comparison or normalisation. */
const texts: Readonly<Record<string, (length: number) => string>> = {
  labels: (length) => `a@${'a.'.repeat(length / 2)}`.slice(0, Math.max(0, length - 15)) + '.mailinator.com',
  dots: (length) => '.'.repeat(length),
  spaces: (length) => `${' '.repeat(length - 1)}x`,
  digits: (length) => '1 2.3-'.repeat(length / 6),
  'at signs': (length) => 'a@'.repeat(length / 2),
  'combining marks': (length) => 'e\u0301\u0323'.repeat(length / 3),
  emoji: (length) => '👩‍👩‍👧'.repeat(length / 8),
  percent: (length) => '%'.repeat(length),
  brackets: (length) => '<('.repeat(length / 2),
  'a date': () => '9'.repeat(30),
}

/** A value of the schema with this text in every place that takes one. */
function filled(schema: JsonSchema | undefined, text: (length: number) => string): unknown {
  if (!schema) return undefined
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) {
    const filledOnes = (alternatives as JsonSchema[]).map((one) => filled(one, text))
    return filledOnes.sort((a, b) => JSON.stringify(b ?? '').length - JSON.stringify(a ?? '').length)[0]
  }
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(([key, one]) => [
          key,
          filled(one, text),
        ]),
      )
    case 'array':
      return Array.from({ length: Math.min(schema.maxItems ?? 500, 500) }, () =>
        filled(schema.items as JsonSchema, text),
      )
    case 'integer':
    case 'number':
      return schema.maximum ?? 2 ** 31
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return text(Math.min(schema.maxLength ?? 8000, 20_000))
  }
}

const bodyLimit = 64 * 1024
/** Bodies of the allowed size that are no input of any route. */
const bodies: Readonly<Record<string, string>> = {
  nested: '['.repeat(bodyLimit / 2) + ']'.repeat(bodyLimit / 2),
  keys: `{${Array.from({ length: 6000 }, (_, n) => `"k${n}":1`).join(',')}}`.slice(0, bodyLimit),
  escapes: `"${'\\u0041'.repeat(10_000)}"`,
  numbers: `[${'1e308,'.repeat(10_000)}1]`,
  one: `{"__proto__":"${'a'.repeat(60_000)}"}`,
}

interface Request {
  readonly name: string
  readonly method: string
  readonly url: string
  readonly type?: string
  readonly payload?: string
  /** For inputs that are refused when repeated: one for each time. */
  readonly payloads?: readonly string[]
}

const operations = operationsOf(await openapiDocument())

const visitors = new Set(
  Object.values(routes)
    .filter(({ access }) => access !== 'member')
    .map(({ id }) => id as string),
)

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

function requestsTo(operation: Operation): Request[] {
  const { id, method, path, parameters, body } = operation
  const inputs = Object.entries(texts).map(([name, text]): Request => {
    const values = parameters.map((one) => ({
      ...one,
      value: String(filled(one.schema, (length) => text(Math.min(length, 150))) ?? ''),
    }))
    const address = values
      .filter((one) => one.in === 'path')
      .reduce((sum, one) => sum.replace(`{${one.name}}`, encodeURIComponent(one.value).slice(0, 190)), path)
    const query = new URLSearchParams(values.flatMap((one) => (one.in === 'query' ? [[one.name, one.value]] : [])))
    return {
      name: `${id}: ${name}`,
      method,
      url: `${address}?${query.toString()}`,
      ...(body && { type: json, payload: JSON.stringify(filled(body, text)).slice(0, bodyLimit) }),
    }
  })
  const query = { name: `${id}: a long query`, method, url: `${path}?${'a[b]=%25&'.repeat(800)}` }
  if (!body) return [...inputs, query]
  return [
    ...inputs,
    query,
    ...Object.entries(bodies).map(([name, payload]) => ({
      name: `${id}: ${name}`,
      method,
      url: path,
      type: json,
      payload,
    })),
  ]
}

async function cost({ method, url, type, payload, payloads }: Request): Promise<number> {
  const { app } = testServer.context
  const ms: number[] = []
  for (let n = 0; n < times && (ms.at(-1) ?? Infinity) > mostMs / 2; n += 1) {
    const sent = payloads?.[n] ?? payload
    const before = process.threadCpuUsage()
    await app.inject({
      method: method as 'POST',
      url,
      headers: { host: testServer.host, 'accept-encoding': 'gzip', ...(type && { 'content-type': type }) },
      ...(sent !== undefined && { payload: sent }),
    })
    const { user, system } = process.threadCpuUsage(before)
    ms.push((user + system) / 1000)
  }
  return Math.min(...ms)
}

async function tooDear(requests: readonly Request[], allowedMs = mostMs): Promise<string[]> {
  const dear: string[] = []
  const suspects: Request[] = []
  for (const request of requests) if ((await cost(request)) > allowedMs) suspects.push(request)
  // Another time, when other work of the machine and the first compilation are over.
  for (const request of suspects) {
    const ms = await cost(request)
    const most = allowedMs * slowness()
    if (ms > most) dear.push(`${request.name}: ${ms.toFixed(1)} ms of ${most.toFixed(1)}`)
  }
  return dear
}

it('no route of the API is held up by the worst input of a stranger', async () => {
  const open = operations.filter(({ id }) => visitors.has(id))
  expect(open.length).toBeGreaterThan(25)
  expect(await tooDear(open.flatMap(requestsTo))).toEqual([])
}, 240_000)

it('nor is what is sent encrypted: sign-up and invitation', async () => {
  const requests: Request[] = []
  for (const [name, text] of Object.entries(texts)) {
    const payload = {
      email: text(250),
      password: text(200),
      geo: text(120),
      provincia: text(120),
      age: 30,
      sono: 'uomo',
      cerco: 'donna',
      terms1: true,
      terms2: true,
      terms3: true,
      terms4: true,
    }
    const forbidden = (n: number) => `x${n}${requests.length}@1.2.3.4.5.6.7.8.mailinator.com`
    for (const email of [() => payload.email, forbidden]) {
      const payloads: string[] = []
      for (let n = 0; n < times; n += 1)
        payloads.push(JSON.stringify({ utente: await testServer.encrypt({ ...payload, email: email(n) }) }))
      for (const url of ['/api/users/register', '/api/users/extSign_register'])
        requests.push({ name: `${url}: ${name}`, method: 'POST', url, type: json, payloads })
    }
  }
  expect(await tooDear(requests)).toEqual([])
}, 120_000)

it('nor are webhooks and frames', async () => {
  const paths = ['/pay/webhooks/adyen', '/pay/webhooks/mollie', '/pay/webhooks/stripe', '/pay/webhooks/paypal']
  const posts = [
    ...paths,
    '/pay/webhooks/trustpay',
    '/remarketing/mailRemove',
    '/telegram/webhook',
    '/api/ageCheck/presentation',
  ]
  const items = JSON.stringify({
    notificationItems: Array.from({ length: 200 }, () => ({ NotificationRequestItem: {} })),
  })
  const requests = posts.flatMap((url) =>
    Object.entries({ ...bodies, items, form: 'id=tr_1&'.repeat(8000) }).flatMap(([name, payload]) =>
      [json, form, 'text/plain'].map((type) => ({
        name: `${url}: ${name} as ${type}`,
        method: 'POST',
        url,
        type,
        payload,
      })),
    ),
  )
  const reads = [
    '/brand/tokens.css',
    '/robots.txt',
    '/sitemap.xml',
    '/manifest.webmanifest',
    '/media/x/y',
    '/healthz',
    '/api/docs/openapi.json',
  ]
  const gets = reads.flatMap((url) => [
    { name: url, method: 'GET', url },
    { name: `${url}: a long query`, method: 'GET', url: `${url}?${'%25a=b&'.repeat(1500)}` },
  ])
  expect(await tooDear([...requests, ...gets])).toEqual([])
}, 120_000)

it('nor are pages and their forms, beyond what an ordinary page takes', async () => {
  const pages = [
    '/',
    '/login',
    '/signup',
    '/find',
    '/forgotPassword',
    '/contactUs',
    '/resetPassword',
    '/autologin',
    '/nowhere',
  ]
  // Pages are kept by their address: each of these is rendered.
  const ordinary = pages.flatMap((url) => [
    { name: url, method: 'GET', url: `${url}?x=1` },
    { name: url, method: 'POST', url: `${url}?x=2`, type: form, payload: 'email=a%40person.example.com&password=x' },
  ])
  let dearest = 0
  for (const request of ordinary) dearest = Math.max(dearest, await cost(request))
  const dear: string[] = []
  for (const url of pages) {
    const requests: Request[] = [
      { name: `${url}: a long query`, method: 'GET', url: `${url}?${'a=%25%20b&'.repeat(800)}` },
      { name: `${url}: a token`, method: 'GET', url: `${url}?token=${'A'.repeat(6000)}&red=${'A'.repeat(6000)}` },
      ...Object.entries(texts).map(([name, text]) => ({
        name: `${url}: ${name}`,
        method: 'POST',
        url,
        type: form,
        payload: new URLSearchParams({ email: text(5000), password: text(5000), name: text(5000), message: text(8000) })
          .toString()
          .slice(0, bodyLimit),
      })),
    ]
    dear.push(...(await tooDear(requests, dearest + mostMs)))
  }
  expect(dear).toEqual([])
}, 240_000)
