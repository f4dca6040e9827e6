import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { tablesOf } from './pool-rows.ts'

/** Of the bystanders' pool: a payment, a refund and the provider's id of a payment. */
let ours: { readonly attempt: string; readonly refund: string; readonly ref: string }
let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const refund = randomUUID()
  const { rows } = await client.query<{ attempt: string; ref: string }>(
    'select id as attempt, provider_ref as ref from payment_attempts where provider_ref is not null limit 1',
  )
  const [{ attempt, ref }] = rows as [(typeof rows)[0]]
  ours = { attempt, refund, ref }
  await client.query(
    `insert into refunds (id, brand_id, member_id, attempt_id, reason, amount_minor, currency, credits, state, created_at, updated_at)
     select $1, brand_id, member_id, id, 'back_office', 1, currency, 0, 'refunded', now(), now() from payment_attempts where id = $2`,
    [refund, attempt],
  )
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
})

it('all rows of some tables, and none of those that each database has of its own', async () => {
  const tables = await tablesOf(client, { id: 'local', brandIds: ['local'], companies: [] })
  const used = (use: string) => tables.filter((table) => table.use === use).map(({ name }) => name)
  expect(used('reference')).toEqual(['demo_installations', 'geo_cities', 'geo_regions'])
  expect(used('shared')).toEqual([
    'installation_secrets',
    'limit_counters',
    'password_guesses',
    'server_keys',
    'used_tokens',
  ])
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  )
  const names = tables.map(({ name }) => name)
  expect(rows.map(({ name }) => name).filter((name) => !names.includes(name))).toEqual([
    'job_workers',
    'ledger_checks',
    'outages',
    'outbox',
    'refill_progress',
    'retention_runs',
    'schema_migrations',
    'service_calls',
    'staff',
    'staff_invitations',
    'staff_links',
    'staff_passkeys',
    'staff_recovery_codes',
    'staff_roles',
    'staff_sessions',
    'staff_totp',
    'staff_views',
    'upkeep',
  ])
})

it('of webhooks: those about a payment or refund of the pool, by our reference or by the provider’s', async () => {
  const bodies = {
    'our reference': { state: { reference: ours.attempt } },
    'the reference of a refund': { state: { reference: ours.refund } },
    'the provider’s reference': { state: { reference: null, providerRef: ours.ref } },
    'the provider’s reference of a hint': { kind: 'hint', providerRef: ours.ref },
    'another payment': { state: { reference: randomUUID(), providerRef: 'another' } },
    'no payment': { state: {} },
  }
  for (const [eventId, body] of Object.entries(bodies))
    await client.query(
      `insert into payment_webhooks (connection, event_id, body, received_at) values ('adyen', $1, $2, now())`,
      [eventId, JSON.stringify(body)],
    )
  const found = async (id: string) => {
    const tables = await tablesOf(client, { id, brandIds: [id], companies: [] })
    const { where = '' } = tables.find(({ name }) => name === 'payment_webhooks') ?? {}
    const { rows } = await client.query<{ id: string }>(`select event_id as id from payment_webhooks r where ${where}`)
    return rows.map((row) => row.id).toSorted()
  }
  expect(await found('local')).toEqual([])
  expect(await found('bystanders')).toEqual(Object.keys(bodies).slice(0, 4).toSorted())
})
