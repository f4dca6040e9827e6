import type pg from 'pg'
import { inTransaction } from './in-transaction.ts'
import type { PoolTable } from './pool-rows.ts'

const listed = `select conrelid::regclass::text as table_name, confrelid::regclass::text as other, conname::text as name,
  regexp_replace(pg_get_constraintdef(oid), ' NOT VALID$', '') as definition, convalidated as validated from pg_constraint
  where contype = 'f' and connamespace = 'public'::regnamespace`

/** Rows arrive in any order, so the references of the copy are checked at the end. */
export async function dropForeignKeys(target: pg.Client): Promise<void> {
  await inTransaction(target, async () => {
    await target.query(
      `create table if not exists pool_move.foreign_keys (table_name text, name text, definition text, primary key (table_name, name))`,
    )
    await target.query(
      `insert into pool_move.foreign_keys select table_name, name, definition from (${listed}) f on conflict do nothing`,
    )
    const { rows } = await target.query<{ table_name: string; name: string }>(listed)
    for (const { table_name: table, name } of rows) await target.query(`alter table ${table} drop constraint ${name}`)
  })
}

/** Adds them again, for rows that are written from now on. */
export async function addForeignKeys(target: pg.Client): Promise<void> {
  await inTransaction(target, async () => {
    const { rows } = await target.query<{ table_name: string; name: string; definition: string }>(
      `select table_name, name, definition from pool_move.foreign_keys k
       where not exists (select from (${listed}) f where f.table_name = k.table_name and f.name = k.name)`,
    )
    for (const { table_name: table, name, definition } of rows)
      await target.query(`alter table ${table} add constraint ${name} ${definition} not valid`)
  })
}

/** Checks the rows that were there before, while the pool is used. */
export async function validateForeignKeys(target: pg.Client): Promise<void> {
  const { rows } = await target.query<{ table_name: string; name: string }>(
    `select table_name, name from (${listed}) f where not validated`,
  )
  for (const { table_name: table, name } of rows) await target.query(`alter table ${table} validate constraint ${name}`)
}

/** Tables by whose rows those of others are found, though nothing references them. */
const foundBy: Readonly<Record<string, readonly string[]>> = {
  messages: ['conversations'],
  payment_webhooks: ['payment_attempts', 'refunds'],
}

/** The tables, each before those that it references: the order in which their rows can be deleted. */
export async function childrenFirst(source: pg.Client, tables: readonly PoolTable[]): Promise<readonly PoolTable[]> {
  const { rows } = await source.query<{ table_name: string; other: string }>(listed)
  const edges = [
    ...rows.map(({ table_name: child, other: parent }) => ({ child, parent })),
    ...Object.entries(foundBy).flatMap(([child, parents]) => parents.map((parent) => ({ child, parent }))),
  ].filter(({ child, parent }) => child !== parent)
  const ordered: PoolTable[] = []
  let left = [...tables]
  while (left.length > 0) {
    const free = left.filter(
      ({ name }) => !edges.some(({ child, parent }) => parent === name && left.some((one) => one.name === child)),
    )
    if (free.length === 0) throw new Error(`${left.map(({ name }) => name).join(', ')} reference each other`)
    ordered.push(...free)
    left = left.filter((table) => !free.includes(table))
  }
  return ordered
}
