import pg from 'pg'
import { resolve } from 'node:path'
import { loadMembers } from '../../../bench/load/load.ts'
import { insertBystanderRows } from './bystander-rows.ts'

/*
 * Members of an unrelated brand, with all the data that members leave, in every test's database: their rows must stay
 * unchanged. This detects statements that affect other members' rows, and replies that show them.
 */

const brand = 'bystanders'
/** After every test's clock, so that nothing of theirs is ever due or old. */
const now = new Date('2099-01-01T00:00:00Z')
const members = 40

/**
 * Inserts them into a database without members.
 * @returns the state that `touched` compares with
 */
export async function addBystanders(url: string): Promise<Bystanders> {
  await loadMembers({
    url,
    members,
    brandsDir: resolve(import.meta.dirname, '../../../brands'),
    passwordHash: 'no password fits',
    now,
  })
  return withClient(url, async (client) => {
    // Tests of reports read the newest one of all; the other tables have no member.
    for (const table of ['reports', 'limit_counters', 'payment_webhooks']) await client.query(`delete from ${table}`)
    for (const statement of insertBystanderRows(now)) await client.query(statement)
    // Their balances are full, so that nothing is refilled, and had no movements since any test began.
    await client.query(
      `insert into ledger_transfers (member_id, id, brand_id, from_account, to_account, amount, idempotency_key, created_at)
       select member_id, gen_random_uuid(), brand_id, 'house:gifts', 'wallet:' || account, 1000, account, now()
       from wallets, unnest(array['likes', 'icebreakers']) as account`,
    )
    await client.query('update wallets set likes = likes + 1000, icebreakers = icebreakers + 1000')
    await client.query(`update ledger_transfers set created_at = '2020-01-01'`)
    // Every other one has not been shown the gift yet.
    await client.query(`update members set welcome_gift_shown_at = null where email like '%0@%' or email like '%2@%'`)
    const { rows: ofBrands } = await client.query<{ statement: string }>(
      `select format('update %I set %s', table_name, string_agg(format('%I = %L', column_name, $1::text), ', ')) as statement
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in ('brand_id', 'pool_id') group by table_name`,
      [brand],
    )
    for (const { statement } of ofBrands) await client.query(statement)
    const { rows: tables } = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'geo_%' order by 1`,
    )
    const counts = await client.query<Record<string, number>>(
      `select ${tables.map(({ name }) => `(select count(*)::int from ${name}) as ${name}`).join(', ')}`,
    )
    const { rows: last } = await client.query<{ xid: number }>('select pg_current_xact_id()::text::bigint::int as xid')
    return {
      untilXid: last[0]?.xid ?? 0,
      rows: Object.fromEntries(Object.entries(counts.rows[0] ?? {}).filter(([, count]) => count > 0)),
    }
  })
}

/** Their rows by table, all written by transactions up to `untilXid`. */
export interface Bystanders {
  readonly untilXid: number
  readonly rows: Readonly<Record<string, number>>
}

/** The tables in which their rows were changed or deleted. */
export async function touched(url: string, { untilXid, rows }: Bystanders): Promise<string[]> {
  return withClient(url, async (client) => {
    // Only where a row was changed at all, as the server counted: each table that a new connection looks at costs time.
    const { rows: changed } = await client.query<{ name: string }>(
      `select distinct coalesce(i.inhparent, c.oid)::regclass::text as name
       from pg_class c left join pg_inherits i on i.inhrelid = c.oid
       where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'partitions'::regnamespace)
         and pg_stat_get_tuples_updated(c.oid) + pg_stat_get_tuples_deleted(c.oid) > 0`,
    )
    const tables = changed.map(({ name }) => name).filter((name) => name in rows)
    if (tables.length === 0) return []
    const left = tables.map(
      (table) => `(select count(*)::int from ${table} where xmin::text::bigint <= ${untilXid}) as ${table}`,
    )
    const { rows: found } = await client.query<Record<string, number>>(`select ${left.join(', ')}`)
    return tables.filter((table) => found[0]?.[table] !== rows[table])
  })
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
