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
  /** Those that took most of the database's time; null where PostgreSQL does not count them. */
  readonly statements: readonly SlowStatement[] | null
}

const mostListed = 5
const longestText = 300

/** The size of the database and its slow statements. */
export async function databaseState(pool: pg.Pool): Promise<DatabaseState> {
  const { rows } = await pool.query<{ bytes: number; counts: boolean }>({
    name: 'database size',
    text: `select pg_database_size(current_database())::float8 as bytes,
      to_regclass('pg_stat_statements') is not null
        and current_setting('shared_preload_libraries') ~ '\\mpg_stat_statements\\M' as counts`,
  })
  const [found] = rows
  return { bytes: found?.bytes ?? 0, statements: found?.counts ? await slowStatements(pool) : null }
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
