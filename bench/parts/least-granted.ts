import type pg from 'pg'
import { newId } from '#server/platform/ids.ts'

/**
 * The writes of a granted purchase in one plain transaction: the event once, the order under its lock, the balance, the
 * ledger, the numbered invoice and the receipt that waits to be mailed; in separate tables.
 */
export async function leastGranted(
  pool: pg.Pool,
  orders: readonly { readonly id: string; readonly memberId: string }[],
): Promise<(orderId: string) => Promise<boolean>> {
  await pool.query(`
    create schema least;
    create table least.events (id text primary key, received_at timestamptz not null);
    create table least.orders (id uuid primary key, member_id uuid not null, state text not null, paid_at timestamptz);
    create table least.balances (member_id uuid primary key, credits integer not null check (credits >= 0));
    create table least.ledger (id uuid primary key, order_id uuid not null unique, member_id uuid not null, credits integer not null);
    create table least.series (year smallint primary key, last_number integer not null);
    create table least.invoices (year smallint not null, number integer not null, order_id uuid not null unique, minor integer not null, primary key (year, number));
    create table least.emails (id uuid primary key, member_id uuid not null, props jsonb not null, created_at timestamptz not null);
    insert into least.series values (2026, 0)`)
  await pool.query(
    `insert into least.orders (id, member_id, state) select id, member_id, 'open' from unnest($1::uuid[], $2::uuid[]) as orders (id, member_id)`,
    [orders.map(({ id }) => id), orders.map(({ memberId }) => memberId)],
  )
  await pool.query(`insert into least.balances select distinct member_id, 0 from least.orders`)
  return async (orderId) => {
    const client = await pool.connect()
    const run = (name: string, text: string, values: unknown[]) => client.query({ name, text, values })
    try {
      await client.query('begin')
      const event = await run('e', 'insert into least.events values ($1, now()) on conflict do nothing', [orderId])
      const order = await run('o', 'select member_id, state from least.orders where id = $1 for update', [orderId])
      const memberId: unknown = order.rows[0]?.member_id
      if (event.rowCount !== 1 || order.rows[0]?.state !== 'open') {
        await client.query('rollback')
        return false
      }
      await run('p', `update least.orders set state = 'paid', paid_at = now() where id = $1`, [orderId])
      await run('l', 'insert into least.ledger values ($1, $2, $3, 600)', [newId(), orderId, memberId])
      await run('b', 'update least.balances set credits = credits + 600 where member_id = $1', [memberId])
      await run('m', 'insert into least.emails values ($1, $2, $3, now())', [newId(), memberId, '{"kind": "receipt"}'])
      const series = await run(
        'n',
        'update least.series set last_number = last_number + 1 where year = 2026 returning last_number',
        [],
      )
      await run('i', 'insert into least.invoices values (2026, $1, $2, 1190)', [series.rows[0]?.last_number, orderId])
      await client.query('commit')
      return true
    } finally {
      client.release()
    }
  }
}
