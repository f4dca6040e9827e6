import { advice, duration, size, wrong } from './finding.mjs'

/** @typedef {import('./finding.mjs').Finding} Finding */

/** The size in bytes of a row's header and of the part of a page that holds rows. */
const ROW_HEADER = 28
const PAGE = 8192 - 24
/** Smaller tables are not worth reporting. */
const WORTH_BYTES = 64 * 1024 * 1024
const WORTH_ROWS = 1000

/**
 * Checks statistics, dead rows and unused space.
 * @param {import('pg').Client} client @param {number} [worthBytes]
 * @returns {Promise<Finding[]>}
 */
export async function checkTables(client, worthBytes = WORTH_BYTES) {
  const { rows } = await client.query(`
    select s.relid::regclass::text as name, c.reltuples::float8 as rows, c.relpages as pages, s.n_live_tup::float8 as live, s.n_dead_tup::float8 as dead,
      s.n_mod_since_analyze::float8 as changed, coalesce(s.last_analyze, s.last_autoanalyze) is null as unknown,
      (select sum(t.avg_width * (1 - t.null_frac)) from pg_stats t where t.schemaname = s.schemaname and t.tablename = s.relname)::float8 as width,
      pg_relation_size(c.oid)::float8 as bytes
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where c.relkind = 'r' order by s.relname`)
  return [...rows.flatMap((table) => tableFindings(table, worthBytes)), ...(await checkWraparound(client))]
}

/** @param {{ name: string, rows: number, pages: number, live: number, dead: number, changed: number, unknown: boolean, width: number | null, bytes: number }} table @param {number} worthBytes @returns {Finding[]} */
function tableFindings({ name, rows, pages, live, dead, changed, unknown, width, bytes }, worthBytes) {
  const there = Math.max(rows, live)
  const findings = []
  if (there > WORTH_ROWS && (rows < 0 || (unknown && width === null)))
    findings.push(
      wrong(`${name} has ${Math.round(there)} rows and no statistics: plans for it are guesses.`, `analyze ${name};`),
    )
  else if (changed > Math.max(WORTH_ROWS, 0.3 * there))
    findings.push(
      advice(`${name} has changed by ${Math.round(changed)} rows since its statistics were made.`, `analyze ${name};`),
    )
  if (dead > Math.max(10 * WORTH_ROWS, 0.3 * live))
    findings.push(
      advice(
        `${name} has ${Math.round(dead)} dead rows beside ${Math.round(live)} living ones.`,
        `vacuum (analyze) ${name};  and look below for a transaction that keeps them`,
      ),
    )
  if (width !== null && rows > 0 && bytes > worthBytes) {
    const needed = Math.ceil((rows * (ROW_HEADER + width)) / PAGE) * 8192
    if (pages * 8192 > 2 * needed)
      findings.push(
        advice(
          `${name} takes ${size(bytes)}, about ${size(bytes - needed)} of it empty.`,
          `vacuum full ${name};  locks it: at night, or with pg_repack; new rows fill the room anyway`,
        ),
      )
  }
  return findings
}

/** @param {import('pg').Client} client @returns {Promise<Finding[]>} */
async function checkWraparound(client) {
  const { rows } = await client.query(
    'select datname as name, age(datfrozenxid) as age from pg_database where age(datfrozenxid) > 1000000000',
  )
  return rows.map(({ name, age }) =>
    wrong(
      `${name} has transactions ${age} back that were never frozen; at two thousand million PostgreSQL stops writing.`,
      'vacuum (freeze);  in that database, after ending what keeps it from working',
    ),
  )
}

/**
 * Finds invalid, duplicate, unused and bloated indexes.
 * @param {import('pg').Client} client
 * @param {{ worthBytes?: number | undefined, unusedSeconds?: number | undefined }} [limits]
 * @returns {Promise<Finding[]>}
 */
export async function checkIndexes(client, { worthBytes = WORTH_BYTES, unusedSeconds = 7 * 86_400 } = {}) {
  const { rows } = await client.query(`
    select i.oid::regclass::text as name, t.oid::regclass::text as table, x.indisvalid as valid, x.indisunique as unique, s.idx_scan::float8 as used,
      exists (select from pg_constraint k where k.conindid = i.oid) as constraint, pg_relation_size(i.oid)::float8 as bytes,
      i.reltuples::float8 as rows, x.indexprs is null and x.indpred is null as plain, x.indpred is not null as partial,
      concat_ws(' ', x.indrelid, x.indkey, x.indclass, x.indoption, x.indcollation, pg_get_expr(x.indexprs, x.indrelid),
        pg_get_expr(x.indpred, x.indrelid)) as shape,
      (select sum(w.avg_width) from pg_attribute a join pg_stats w on w.schemaname = s.schemaname and w.tablename = t.relname
        and w.attname = a.attname where a.attrelid = i.oid)::float8 as width
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
      join pg_stat_user_indexes s on s.indexrelid = i.oid
    where i.relkind = 'i' order by i.relname`)
  const { rows: since } = await client.query(`
    select extract(epoch from now() - coalesce(stats_reset, pg_postmaster_start_time()))::float8 as seconds
    from pg_stat_database where datname = current_database()`)
  /** @type {Map<string, string>} */
  const shapes = new Map()
  return rows.flatMap((index) => {
    const twin = shapes.get(index.shape)
    if (index.valid) shapes.set(index.shape, twin ?? index.name)
    return indexFindings(index, twin, { seconds: since[0].seconds, worthBytes, unusedSeconds })
  })
}

/**
 * @typedef {{ name: string, table: string, valid: boolean, unique: boolean, used: number, constraint: boolean, bytes: number,
 *   rows: number, plain: boolean, partial: boolean, width: number | null }} Index
 */

/**
 * @param {Index} index
 * @param {string | undefined} twin
 * @param {{ seconds: number, worthBytes: number, unusedSeconds: number }} limits `seconds`: how long uses have been counted
 * @returns {Finding[]}
 */
function indexFindings(index, twin, { seconds, worthBytes, unusedSeconds }) {
  const { name, table, bytes } = index
  if (!index.valid)
    return [
      wrong(
        `The index ${name} of ${table} is not valid: it is written and never read.`,
        `drop index concurrently ${name};  the migration that makes it does so again: delete its line in schema_migrations`,
      ),
    ]
  if (twin !== undefined && !index.constraint)
    return [advice(`The index ${name} of ${table} is the same as ${twin}.`, `drop index concurrently ${name};`)]
  const findings = []
  const kind = index.partial ? 'partial index' : 'index'
  if (index.used === 0 && !index.unique && bytes > worthBytes && seconds >= unusedSeconds)
    findings.push(
      advice(
        `The ${kind} ${name} of ${table} takes ${size(bytes)} and was not read in ${duration(seconds)}.`,
        'Ask us before dropping it: the statement that needs it may be rare.',
      ),
    )
  if (index.plain && index.width !== null && index.rows > 0 && bytes > worthBytes) {
    const needed = (index.rows * (12 + index.width)) / 0.9
    if (bytes > 2.5 * needed)
      findings.push(
        advice(
          `The index ${name} of ${table} takes ${size(bytes)} and needs about ${size(needed)}.`,
          `reindex index concurrently ${name};`,
        ),
      )
  }
  return findings
}
