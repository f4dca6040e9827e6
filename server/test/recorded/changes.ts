import type pg from 'pg'

/* What a step leaves in the database: every row that it inserted, changed or deleted, in any table. */

type Row = Readonly<Record<string, unknown>>

export interface Change {
  readonly table: string
  readonly before: Row | null
  readonly after: Row | null
}

/** Not about members, only that a day was counted, of every pool, or written a moment after what caused it. */
const leftOut = ['schema_migrations', 'job_workers', 'measured_days', 'service_calls', 'outages']

const preparation = `
  create table recorded.changes (n bigint generated always as identity, name text not null, before jsonb, after jsonb);
  create function recorded.change() returns trigger language plpgsql as $$ begin
    -- Of a partition, the name of its table.
    insert into recorded.changes (name, before, after) values (
      case when tg_table_schema = 'partitions' then regexp_replace(tg_table_name, '_[^_]*$', '') else tg_table_name end,
      case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end);
    return null;
  end $$;
  do $$ declare at record; begin
    for at in select schemaname, tablename from pg_tables
      where (schemaname = 'public' and tablename not like 'geo\\_%' and tablename <> all ('{${leftOut.join(',')}}'))
        or (schemaname, tablename) = ('graphile_worker', '_private_jobs') loop
      execute format('create trigger recorded after insert or update or delete on %I.%I for each row execute function recorded.change()',
        at.schemaname, at.tablename);
    end loop;
  end $$`

export interface Changes {
  /** The changes since the last call: what became of each row in the end. */
  take(): Promise<Change[]>
}

export async function watchChanges(client: pg.Client): Promise<Changes> {
  await client.query(preparation)
  const { rows: keys } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns from pg_index i
     join pg_class c on c.oid = i.indrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
     where i.indisprimary group by 1`,
  )
  const keyColumns = new Map(keys.map(({ name, columns }) => [name, columns]))
  return {
    async take() {
      const { rows } = await client.query<{ name: string; before: Row | null; after: Row | null }>(
        'with taken as (delete from recorded.changes returning *) select name, before, after from taken order by n',
      )
      const changes = new Map<string, Change>()
      for (const { name, before, after } of rows) {
        const row = after ?? before ?? {}
        // A row whose key changes counts as two.
        const key = JSON.stringify([name, ...(keyColumns.get(name) ?? []).map((column) => row[column])])
        const known = changes.get(key)
        changes.set(key, { table: name, before: known ? known.before : before, after })
      }
      for (const [key, { table, before, after }] of changes)
        if (table === 'discovery_entries') changes.set(key, { table, ...withTransactions(before, after) })
      return [...changes.values()].filter((change) => change.before !== change.after && !isTimers(change))
    },
  }
}

/** Transactions have other numbers in each run. */
function withTransactions(before: Row | null, after: Row | null): Pick<Change, 'before' | 'after'> {
  const named = (row: Row | null, name: string): Row | null =>
    row && { ...row, entered_in: row['entered_in'] === null ? null : name }
  const isSame = before?.['entered_in'] === after?.['entered_in']
  return { before: named(before, 'earlier'), after: named(after, isSame ? 'earlier' : 'now') }
}

/** Who is still there is written by a timer, at any time. */
const isTimers = ({ table, before, after }: Change): boolean =>
  table === 'member_presence' && before !== null && after !== null

/** The names of the columns that identify a row come first in its line. */
export const changedColumns = (before: Row, after: Row): string[] =>
  Object.keys(after).filter((column) => JSON.stringify(before[column]) !== JSON.stringify(after[column]))
