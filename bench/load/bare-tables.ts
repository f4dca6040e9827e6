import pg from 'pg'

interface Definition {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/** The constraints and indexes that were dropped, in the order in which they are restored. */
export interface Removed {
  readonly keys: readonly Definition[]
  readonly indexes: readonly Definition[]
  readonly references: readonly Definition[]
}

const constraints = (kind: string): string => `
  select t.relname as "table", c.conname as name, pg_get_constraintdef(c.oid) as definition
  from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
  where n.nspname = 'public' and t.relname not like 'geo\\_%' and t.relname <> 'schema_migrations' and c.contype in (${kind}) order by 1, 2`
/** Of a partitioned table, with those of its partitions. */
const ownIndexes = `
  select t.relname as "table", i.relname as name, replace(pg_get_indexdef(i.oid), ' ON ONLY ', ' ON ') as definition
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid join pg_namespace n on n.oid = t.relnamespace
  where n.nspname = 'public' and t.relname not like 'geo\\_%' and t.relname <> 'schema_migrations'
    and not exists (select from pg_constraint c where c.conindid = i.oid and c.contype in ('p', 'u', 'x')) order by 1, 2`

/**
 * Drops foreign keys, indexes and keys of all tables, so that rows can be inserted several times faster and in any
 * order.
 */
export async function removeIndexes(client: pg.Client): Promise<Removed> {
  const read = async (text: string): Promise<Definition[]> => (await client.query<Definition>(text)).rows
  const references = await read(constraints("'f'"))
  const keys = await read(constraints("'p', 'u'"))
  const indexes = await read(ownIndexes)
  await client.query(
    [
      'begin',
      ...references.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
      ...keys.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
      ...indexes.map(({ name }) => `drop index ${name}`),
      'commit',
    ].join(';'),
  )
  return { keys, indexes, references }
}

/**
 * Restores everything, two statements at a time. This also checks the rows: keys are unique and references are valid.
 */
export async function restoreIndexes(url: string, removed: Removed, onStep: (what: string) => void): Promise<void> {
  const clients = await Promise.all(
    [1, 2].map(async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query("set maintenance_work_mem = '256MB'")
      return client
    }),
  )
  const add = ({ table, name, definition }: Definition): string =>
    `alter table ${table} add constraint ${name} ${definition}`
  try {
    for (const { what, steps, statement } of [
      { what: 'keys', steps: removed.keys, statement: add },
      { what: 'indexes', steps: removed.indexes, statement: ({ definition }: Definition) => definition },
      { what: 'references', steps: removed.references, statement: add },
    ]) {
      // One statement per table at a time, since two statements on the same table would wait for each other.
      const tables = Map.groupBy(steps, ({ table }) => table).values()
      await Promise.all(
        clients.map(async (client) => {
          for (const ofTable of tables)
            for (const step of ofTable) {
              await retryDeadlock(() => client.query(statement(step)))
              onStep(`${what}: ${step.table}`)
            }
        }),
      )
    }
    const { rows } = await clients[0]!.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public' order by 1",
    )
    const names = rows.values()
    await Promise.all(
      clients.map(async (client) => {
        for (const { name } of names) {
          await client.query(`vacuum (analyze) ${name}`)
          onStep(`statistics: ${name}`)
        }
      }),
    )
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

/**
 * Repeats work after a deadlock: two foreign keys may lock the same tables in different order, and one of them is
 * aborted.
 */
async function retryDeadlock(work: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await work()
      return
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === '40P01')) throw error
    }
  }
}
