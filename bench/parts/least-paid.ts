import type { DatabaseHandle } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'

/** The minimal writes of a paid message: a balance and a message in one prepared statement, in separate tables. */
export async function leastPaid({
  pool,
}: Pick<DatabaseHandle, 'pool'>): Promise<(from: string, to: string, body: string) => Promise<boolean>> {
  await pool.query(`
    create schema least;
    create table least.wallets (member_id uuid primary key, credits integer not null check (credits >= 0));
    create table least.messages (id uuid primary key, sender_id uuid not null, recipient_id uuid not null, body text not null, created_at timestamptz not null);
    insert into least.wallets select member_id, 10000000 from wallets`)
  return async (from, to, body) => {
    const { rowCount } = await pool.query({
      name: 'least',
      text: `with paid as (
          update least.wallets set credits = credits - 10 where member_id = $2 and credits >= 10 returning member_id)
        insert into least.messages (id, sender_id, recipient_id, body, created_at) select $1, member_id, $3, $4, now() from paid`,
      values: [newId(), from, to, body],
    })
    return rowCount === 1
  }
}
