import type pg from 'pg'

/** Tables that change with any call (limit counters, presence), or in the background (outbox, planned emails, jobs). */
const passing = [
  'limit_counters',
  'used_tokens',
  'password_guesses',
  'outbox',
  'notices',
  'service_calls',
  'outages',
  'server_keys',
  'member_presence',
  'refill_progress',
  'ledger_checks',
]

const whoTheyAre = `
  (select coalesce(sum(messages), 0) || '/' || coalesce(sum(icebreakers), 0) || '/' || coalesce(sum(likes), 0) from wallets) as balances,
  (select md5(string_agg(m.id || m.clickid || m.email || coalesce(m.password_hash, '') || coalesce(m.screen_name, '') || m.gender || m.listed_in_both || m.seeks || m.seeks_both || coalesce(m.gender_word, '') || m.hides_gender_word || m.age_stated || m.about || m.looking_for || m.level || m.state || coalesce(m.region_id, 0)
    || coalesce(m.email_confirmed_at::text, ''), ',' order by m.id)) from members m) as members_are`

const statements = new WeakMap<pg.Pool, Promise<string>>()

/** What a refused call must leave unchanged: row counts of every table, and members' data. */
export async function snapshot(pool: pg.Pool): Promise<Record<string, unknown>> {
  const made = statements.get(pool) ?? make(pool)
  statements.set(pool, made)
  const { rows } = await pool.query({ name: 'snapshot', text: await made })
  return rows[0] as Record<string, unknown>
}

async function make(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'geo_%' order by 1",
  )
  return `select ${rows
    .filter(({ name }) => !passing.includes(name))
    .map(({ name }) => `(select count(*) from ${name}) as ${name}`)
    .join(', ')}, ${whoTheyAre}`
}
