import type pg from 'pg'
import type { PoolTable } from './pool-rows.ts'

const listed = `select conrelid::regclass::text as table_name, confrelid::regclass::text as other from pg_constraint
  where contype = 'f' and connamespace = 'public'::regnamespace`

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
