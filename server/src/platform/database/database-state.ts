import type pg from 'pg'

export interface SlowStatement {
  /** Without values, as PostgreSQL keeps it. */
  readonly text: string
  readonly calls: number
  readonly meanMs: number
  readonly totalMs: number
}

export interface DatabaseState {
  readonly bytes: number
  /** The largest, with their indexes and months. */
  readonly tables: readonly { readonly name: string; readonly bytes: number }[]
  /** The newest migration that was applied. */
  readonly schema: string
  /** Those that took most of the database's time; null where PostgreSQL does not count them. */
  readonly statements: readonly SlowStatement[] | null
}

const mostListed = 5
const longestText = 300
const mostTables = 8

/** The size of the database, its largest tables, its schema and its slow statements. */
export async function databaseState(pool: pg.Pool): Promise<DatabaseState> {
  const { rows } = await pool.query<{ bytes: number; schema: string; counts: boolean }>({
    name: 'database size',
    text: `select pg_database_size(current_database())::float8 as bytes,
      (select max(name) from schema_migrations where name not like '%/%') as schema,
      to_regclass('pg_stat_statements') is not null
        and current_setting('shared_preload_libraries') ~ '\\mpg_stat_statements\\M' as counts`,
  })
  const [found] = rows
  return {
    bytes: found?.bytes ?? 0,
    schema: found?.schema ?? 'none',
    tables: await largestTables(pool),
    statements: found?.counts ? await slowStatements(pool) : null,
  }
}

async function largestTables(pool: pg.Pool): Promise<DatabaseState['tables']> {
  const { rows } = await pool.query<{ name: string; bytes: number }>({
    name: 'largest tables',
    text: `select coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as name,
        sum(pg_total_relation_size(c.oid))::float8 as bytes
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'partitions', 'graphile_worker')
      group by 1 order by 2 desc, 1 limit ${mostTables}`,
  })
  return rows
}

async function slowStatements(pool: pg.Pool): Promise<readonly SlowStatement[]> {
  const { rows } = await pool.query<SlowStatement>({
    name: 'slow statements',
    text: `select left(regexp_replace(query, '\\s+', ' ', 'g'), ${longestText}) as text, calls::float8 as calls,
        mean_exec_time as "meanMs", total_exec_time as "totalMs"
      from pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())
      order by total_exec_time desc limit ${mostListed}`,
  })
  return rows
}
