import type { Route } from '@incontro/contract'
import { adminRoutes } from '@incontro/contract/admin'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { insertPaidOrder } from '#test/support/paid-order.ts'
import { consoleCall, staffMember, type TestStaff } from '#test/support/console-client.ts'
import { startTestServer, type TestServer } from '#test/support/test-server.ts'
import type { JsonSchema } from '#test/property/from-schema.ts'
import { jpeg, upload } from '#modules/photos/testing/pictures.ts'

/*
 * Every route of the console that names something, new ones included: an owner of one brand sends the ids of another
 * one, in the path and in the body. Each is answered like an id that does not exist, and nothing at the other brand
 * changes.
 */

const [own, other] = ['battito', 'brisa']
const host = 'brisa.localhost'
const reason = 'Ticket 12'

let server: TestServer
let owner: TestStaff
/** Ids of the other brand by what a path calls them; `id` is that of what stands before it. */
let theirs: Readonly<Record<string, string>>

beforeAll(async () => {
  // One connection: a route that holds it in a transaction may not wait for another one.
  server = await startTestServer({ jobs: false, database: { size: 1, connectMs: 15_000 } })
  owner = await staffMember(server, { roles: [`owner@${own}`] })
  theirs = await furnish()
})
afterAll(() => server?.close())

/** Puts one of everything at the other brand, as its people do. */
async function furnish(): Promise<Record<string, string>> {
  const { pool, db } = server.database
  const [ada, grace] = [
    await staffMember(server, { roles: [`owner@${other}`] }),
    await staffMember(server, { roles: [`support@${other}`] }),
  ]
  const [him, her] = [await server.member({ host }), await server.member({ host, gender: 'woman' })]
  const [members, member] = [`/admin/api/${other}/members`, her.session.angelId]
  const done = async (by: TestStaff, path: string, body: object, method?: string) => {
    const { status, body: reply } = await by.call(path, { body, ...(method !== undefined && { method }) })
    expect([path, status, reply]).toEqual([path, 200, expect.anything()])
    return reply
  }
  const idIn = async (query: string): Promise<string> => (await pool.query<{ id: string }>(query)).rows[0]?.id ?? ''

  const at = new Date()
  const order = await insertPaidOrder(db, {
    brandId: other,
    memberId: member,
    amountMinor: 9000,
    more: { flagged: 'refund_failed', flagged_at: at },
  })
  const difference = randomUUID()
  await db
    .insertInto('payment_differences')
    .values({
      id: difference,
      attempt_id: order,
      brand_id: other,
      what: 'state',
      ours_state: 'captured',
      ours_minor: 9000,
      ours_currency: 'EUR',
      theirs_state: 'failed',
      theirs_minor: null,
      theirs_currency: null,
      theirs_reference: null,
      found_at: at,
      seen_at: at,
    })
    .execute()
  const request = randomUUID()
  await done(grace, `${members}/${member}/orders/${order}/refund`, { id: request, amountMinor: 8000, reason })
  await done(ada, `${members}/${member}/notes`, { text: 'Called' })
  await done(ada, `${members}/${member}/restrict`, { kind: 'warning', clause: 'harassment', facts: 'Insulti', reason })
  const reported = await server.call('/api/report', {
    host,
    token: him.token,
    body: { angelId: member, reason: 'harassment' },
  })
  expect(reported.status).toBe(200)
  const report = await idIn('select id from reports')
  const found = await idIn(`select id from cases where brand_id = '${other}'`)
  await done(ada, `/admin/api/${other}/cases/${found}/claim`, {})
  const asked = await server.call('/api/contact', {
    host,
    token: her.token,
    body: { name: 'Anna', email: her.email, topic: 'account', message: 'Aiuto' },
  })
  expect(asked.status).toBe(200)
  const ticket = await idIn('select id from tickets')
  const tickets = `/admin/api/${other}/tickets/${ticket}`
  const { version } = await done(ada, `${tickets}/open`, {})
  const { message } = await done(ada, `${tickets}/answer`, { text: 'Eccoci', version })
  const [mailing, rule, order9, privacy, flagger, affiliate] = Array.from({ length: 6 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  await done(ada, `/admin/api/${other}/mailings`, { id: mailing, name: 'Spring', segment: 'all' })
  await done(ada, `/admin/api/${other}/risk/rules`, {
    id: rule,
    basedOn: 0,
    name: 'Copies',
    conditions: [{ signal: 'alike_messages', is: 'atLeast', value: 4 }],
    effect: 'queue',
    reason,
  })
  await done(ada, `/admin/api/${other}/authority-orders`, {
    id: order9,
    kind: 'act',
    authority: 'Tribunale di Roma',
    country: 'IT',
    legalGround: 'Art. 612-bis c.p.',
    reference: 'R.G. 12',
    clause: 'threats',
    asks: 'Chiudere il profilo.',
    about: member,
    receivedAt: at.toISOString(),
    reason,
  })
  await done(ada, `/admin/api/${other}/privacy-requests`, {
    id: privacy,
    kind: 'access',
    way: 'mail',
    about: member,
    asks: 'Quali dati avete di me?',
    receivedAt: at.toISOString(),
    reason,
  })
  await done(ada, `/admin/api/${other}/trusted-flaggers`, {
    id: flagger,
    name: 'Telefono Azzurro',
    email: 'notices@flagger.example.com',
    reason,
  })
  const affiliates = `/admin/api/${other}/affiliates`
  await done(ada, affiliates, { id: affiliate, name: 'Radio', source: 'radio', reason })
  await done(
    ada,
    `${affiliates}/${affiliate}/postbacks/sale`,
    { address: 'https://t.example/?e={event}', before: null, reason },
    'PUT',
  )
  await db
    .insertInto('postback_deliveries')
    .values({
      brand_id: other,
      postback: affiliate,
      event_key: `lead ${member}`,
      event: 'lead',
      member_id: member,
      state: 'failed',
      facts: '{}',
      created_at: at,
      ended_at: at,
    })
    .execute()
  const view = await done(ada, `/admin/api/${other}/views`, {
    page: 'orders',
    name: 'Lost ones',
    query: { state: 'lost' },
  })
  expect((await upload(server, her, await jpeg(1), { host })).status).toBe(200)
  return {
    'views/:id': view.id,
    'members/:id': member,
    'cases/:id': found,
    'tickets/:id': ticket,
    'staff/:id': grace.id,
    'authority-orders/:id': order9,
    'privacy-requests/:id': privacy,
    'trusted-flaggers/:id': flagger,
    order,
    difference,
    request,
    report,
    mailing,
    rule,
    message,
    affiliate,
    key: await idIn(`select id from affiliate_keys where brand_id = '${other}'`),
    delivery: await idIn(`select id from postback_deliveries where brand_id = '${other}'`),
    restriction: await idIn(`select id from restrictions where brand_id = '${other}'`),
    note: await idIn('select id from member_notes'),
    photo: await idIn(`select id from member_photos where member_id = '${member}'`),
    file: `photo-${randomUUID()}`,
    number: '2026-000001',
    staffId: grace.id,
    about: member,
  }
}

/** Words of an address that name nothing of a brand. */
const words: Readonly<Record<string, string>> = {
  journey: 'lapsed',
  locale: 'it',
  country: 'IT',
  job: '999999999',
  event: 'sale',
  kind: 'flow',
  key: '7',
  version: '1',
}
/** What no schema says by itself. */
const usual: Readonly<Record<string, unknown>> = {
  reason,
  digest: '0'.repeat(64),
  days: 7,
  year: 2026,
  basedOn: 0,
  locale: 'it',
  address: 'https://t.example/?e={event}',
}

/** Bodies that need one of several fields. */
const given: Readonly<Record<string, object>> = {
  changeView: { name: 'Mine' },
  undoMemberAction: { what: 'restrictMember' },
}

/** The least that the schema takes; ids are the given ones where their field has one. */
function least(schema: JsonSchema, ids: Readonly<Record<string, string>>, name = ''): unknown {
  if (name in ids) return ids[name]
  if (name in usual) return usual[name]
  if (name === 'reference') return randomUUID()
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  if (first) return least(first, ids, name)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([field]) => schema.required?.includes(field) || field in ids)
          .map(([field, one]) => [field, least(one, ids, field)]),
      )
    case 'array':
      return [least(schema.items ?? {}, ids)]
    case 'integer':
      return Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return true
    case 'string':
      return schema.format === 'uuid'
        ? randomUUID()
        : schema.format === 'date-time'
          ? new Date().toISOString()
          : 'Some words'
    default:
      return null
  }
}

type Ids = (name: string, before: string) => string

/** The route's address at the own brand with these ids. */
const addressOf = ({ path }: Route, ids: Ids): string =>
  path
    .replace(':brand', own)
    .replace(
      /(\w[\w-]*)\/:(\w+)/g,
      (_, before: string, name: string) => `${before}/${words[name] ?? ids(name, before)}`,
    )

const routes = (Object.values(adminRoutes) as readonly Route[]).filter(({ path }) => path.includes('/:brand/'))
const bodyOf = (route: Route): JsonSchema | undefined =>
  route.body && (z.toJSONSchema(route.body as z.ZodType, { io: 'input', unrepresentable: 'any' }) as JsonSchema)
const namesOf = ({ path }: Route): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name).filter((name) => name !== 'brand' && !(name in words))
const isIdField = (name: string): boolean => ['message', 'staffId', 'about'].includes(name)

async function ask(route: Route, ids: Ids, inBody: Readonly<Record<string, string>>) {
  const schema = bodyOf(route)
  const { status, body } = await owner.call(addressOf(route, ids), {
    method: route.method,
    ...(schema && { body: given[route.id] ?? least(schema, inBody) }),
  })
  return { status, code: body?.code, field: body?.field }
}

/** Every row of the other brand, of each table that says whose it is. */
async function rowsOfOther(): Promise<unknown> {
  const { pool } = server.database
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'brand_id' order by 1`,
  )
  const rows: unknown[] = []
  for (const { name } of tables)
    rows.push(
      name,
      (
        await pool.query(`select md5(string_agg(t::text, ',' order by t::text)) from ${name} t where brand_id = $1`, [
          other,
        ])
      ).rows,
    )
  return rows
}

const naming = routes.filter(
  (route) => namesOf(route).length > 0 || Object.keys(bodyOf(route)?.properties ?? {}).some(isIdField),
)

it('is about every route that names something', () => {
  expect(naming.length).toBeGreaterThan(45)
  for (const route of naming)
    for (const name of namesOf(route)) {
      const before = new RegExp(`([\\w-]+)/:${name}\\b`).exec(route.path)?.[1]
      expect([route.id, Object.keys(theirs)]).toEqual([
        route.id,
        expect.arrayContaining([name === 'id' ? `${before}/:id` : name]),
      ])
    }
})

describe.each(naming.map((route) => [route.id, route] as const))('%s', (_name, route) => {
  it('answers ids of another brand like ids that do not exist', async () => {
    const inBody = Object.fromEntries(Object.entries(theirs).filter(([name]) => isIdField(name)))
    const unknown = Object.fromEntries(Object.keys(inBody).map((name) => [name, randomUUID()]))
    const before = await rowsOfOther()
    const absent = await ask(
      route,
      (name) => (name === 'file' ? `photo-${randomUUID()}` : name === 'number' ? '2026-000002' : randomUUID()),
      unknown,
    )
    const foreign = await ask(route, (name, place) => theirs[name === 'id' ? `${place}/:id` : name] ?? '', inBody)
    expect(foreign).toEqual(absent)
    // What is refused for another field says nothing about ids.
    if (absent.status === 400) expect(Object.keys(theirs)).toContain(absent.field)
    expect(await rowsOfOther()).toEqual(before)
  })
})

it('the ids are those of things that the other brand’s own people find', async () => {
  const ada = await staffMember(server, { roles: [`owner@${other}`] })
  const opened = [
    `members/${theirs['members/:id']}/open`,
    `orders/${theirs['order']}/open`,
    `tickets/${theirs['tickets/:id']}/open`,
    `authority-orders/${theirs['authority-orders/:id']}/open`,
  ]
  for (const path of opened) {
    const body = path.startsWith('authority') ? {} : { reason }
    expect([path, (await ada.call(`/admin/api/${other}/${path}`, { body })).status]).toEqual([path, 200])
  }
  expect(
    (
      await consoleCall(server, () => undefined)(`/admin/api/${other}/members/${theirs['members/:id']}/open`, {
        body: { reason },
      })
    ).status,
  ).toBe(401)
})
