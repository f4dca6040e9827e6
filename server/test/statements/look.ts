import pg from 'pg'
import { nestedKind, type NestedLook, type NestedStatements } from './nested.ts'
import { conditionsOf, nodesOf, readsAny, rowsRead, rowsReturned, scans, tableOf, type PlanNode } from './plan.ts'

/** Findings about one kind of statement on the loaded database. */
export interface Look {
  /** Growing tables that are scanned completely. */
  readonly scans: readonly string[]
  /** Undefined when the statement could not be run with our values. */
  readonly read: number | undefined
  readonly returned: number | undefined
  readonly plan: PlanNode
  /** Why it could not be run, unless it reads no growing table, so that running it would say nothing. */
  readonly error?: string
  /** What functions that it calls execute. */
  readonly nested: readonly NestedLook[]
}

export interface Measured {
  readonly milliseconds: readonly number[]
  /** Pages of 8 kB. */
  readonly buffers: number
  readonly read: number
  readonly returned: number
}

interface Place {
  readonly table: string
  readonly column: string
  readonly operator: string
}

/** Explains statements on a loaded database as production plans them; their writes are rolled back. */
export class StatementLook {
  readonly #client: pg.Client
  readonly #common = new Map<string, unknown>()
  #partial: ReadonlySet<string> = new Set()
  /** The columns of each table. */
  readonly #columns = new Map<string, ReadonlySet<string>>()
  readonly #grows: (table: string) => boolean
  readonly #nested: NestedStatements | undefined

  /** @param nested of the same connection */
  constructor(client: pg.Client, grows: (table: string) => boolean, nested?: NestedStatements) {
    this.#client = client
    this.#grows = grows
    this.#nested = nested
  }

  async prepare(settings: Readonly<Record<string, string>>): Promise<void> {
    const own = ['effective_cache_size', 'work_mem', 'jit', 'random_page_cost']
    for (const name of own) await this.#client.query(`set ${name} = '${settings[name]}'`)
    await this.#client.query("set plan_cache_mode = force_generic_plan; set statement_timeout = '10s'")
    const { rows } = await this.#client.query<{ name: string }>(
      'select i.relname as name from pg_index x join pg_class i on i.oid = x.indexrelid where x.indpred is not null',
    )
    const columns = await this.#client.query<{ table: string; columns: string[] }>(
      'select table_name as "table", array_agg(column_name::text) as columns from information_schema.columns where table_schema = \'public\' group by 1',
    )
    for (const { table, columns: names } of columns.rows) this.#columns.set(table, new Set(names))
    this.#partial = new Set(rows.map(({ name }) => name))
    await this.#nested?.prepare(this.#partial)
  }

  async at(text: string): Promise<Look> {
    const client = this.#client
    await client.query('begin')
    try {
      const { plan, given } = await this.#prepareStatement(text)
      const found = [...new Set(await this.#scansOf(text, plan))]
      let nested: readonly NestedLook[] = []
      try {
        await client.query('savepoint run')
        if (this.#nested && callsFunction.test(text))
          nested = await this.#nested.of(() => client.query(`execute looked${given}`), isExecuted(text))
        const ran = await this.#explain(
          `explain (analyze, timing off, buffers off, verbose, format json) execute looked${given}`,
        )
        return { scans: found, read: rowsRead(ran, this.#grows), returned: rowsReturned(ran), plan: ran, nested }
      } catch (error) {
        if (!(error instanceof pg.DatabaseError)) throw error
        const known = { scans: found, read: undefined, returned: undefined, plan, nested }
        return readsAny(plan, this.#grows) ? { ...known, error: `${error.code} ${error.message}` } : known
      }
    } finally {
      await client.query('rollback')
      await client.query('deallocate all')
    }
  }

  /**
   * Runs a statement several times, each rolled back; a slow one less often, as long as it takes three seconds.
   * @returns milliseconds PostgreSQL took for each, and what it read the last time
   */
  async measure(text: string, times: number): Promise<Measured> {
    const client = this.#client
    await client.query('begin')
    try {
      const { given } = await this.#prepareStatement(text)
      const milliseconds: number[] = []
      for (;;) {
        await client.query('savepoint run')
        const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode; 'Execution Time': number }] }>(
          `explain (analyze, timing off, buffers, verbose, format json) execute looked${given}`,
        )
        await client.query('rollback to savepoint run')
        const { Plan: plan, 'Execution Time': took } = rows[0]!['QUERY PLAN'][0]
        milliseconds.push(took)
        const total = milliseconds.reduce((sum, one) => sum + one, 0)
        if (milliseconds.length < times && (milliseconds.length < 3 || total < 3000)) continue
        const buffers = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
        return { milliseconds, buffers, read: rowsRead(plan, this.#grows), returned: rowsReturned(plan) }
      }
    } finally {
      await client.query('rollback')
      await client.query('deallocate all')
    }
  }

  async #prepareStatement(text: string): Promise<{ plan: PlanNode; given: string }> {
    await this.#client.query(`prepare looked as ${text}`)
    const { rows } = await this.#client.query<{ types: string[] }>(
      "select parameter_types::text[] as types from pg_prepared_statements where name = 'looked'",
    )
    const plan = await this.#explain(`explain (generic_plan, verbose, format json) ${text}`)
    const places = placesOf(text, plan, this.#columns)
    const types = rows[0]?.types ?? []
    const values = await Promise.all(types.map((type, n) => this.#value(type, places.get(n + 1), isList(text))))
    return { plan, given: values.length === 0 ? '' : `(${values.map((value) => literal(value)).join(', ')})` }
  }

  async #explain(text: string): Promise<PlanNode> {
    const { rows } = await this.#client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(text)
    return rows[0]!['QUERY PLAN'][0].Plan
  }

  /**
   * A small table is scanned because that is fastest: what counts is whether an index could be used once it has grown.
   */
  async #scansOf(text: string, plan: PlanNode): Promise<string[]> {
    const all = (one: PlanNode): string[] => scans(one, (index) => this.#partial.has(index)).filter(this.#grows)
    if (all(plan).length === 0) return []
    await this.#client.query('set local enable_seqscan = off')
    const other = await this.#explain(`explain (generic_plan, verbose, format json) ${text}`)
    await this.#client.query('set local enable_seqscan = on')
    return all(other)
  }

  /**
   * The most frequent value stands for the busiest member, conversation or address; for a keyset, half was already
   * read.
   */
  async #value(type: string, place: Place | undefined, goesOn: boolean): Promise<unknown> {
    if (place && goesOn && /timestamp/.test(type) && place.operator.startsWith('<')) return this.#median(place)
    // The end of a range of ids, of which jobs read one after the other.
    if (place && type === 'uuid' && place.operator.startsWith('<')) return this.#endOfRange(place)
    const isList = type.endsWith('[]')
    if (place && (place.operator === '=' || isList) && !/timestamp/.test(type)) {
      const key = `${place.table}.${place.column}`
      if (!this.#common.has(key)) this.#common.set(key, await this.#mostCommon(place))
      const value = this.#common.get(key)
      if (value !== undefined && value !== null) return isList && !String(value).startsWith('{') ? [value] : value
    }
    if (isList) return []
    if (/timestamp|date/.test(type)) return new Date()
    if (/int|numeric|double|real/.test(type)) return 20
    if (type === 'uuid') return '00000000-0000-4000-8000-000000000000'
    if (type === 'boolean') return true
    if (/json/.test(type)) return '[]'
    if (type === 'bytea') return '\\x00'
    if (type === 'interval') return '1 day'
    if (type === 'inet' || type === 'cidr') return '10.20.30.0/24'
    return type === 'character' || type === 'bpchar' ? 'IT' : 'x'
  }

  async #median({ table, column }: Place): Promise<unknown> {
    const { rows } = await this.#client.query<{ value: unknown }>(
      `select percentile_disc(0.5) within group (order by ${column}) as value from ${table}`,
    )
    return rows[0]?.value ?? new Date()
  }

  async #endOfRange({ table, column }: Place): Promise<unknown> {
    const { rows } = await this.#client.query<{ value: unknown }>(
      `select ${column} as value from ${table} order by ${column} offset 2000 limit 1`,
    )
    return rows[0]?.value ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff'
  }

  async #mostCommon({ table, column }: Place): Promise<unknown> {
    const { rows } = await this.#client.query<{ value: unknown }>(
      `select ${column}::text as value from ${table} where ${column} is not null group by ${column} order by count(*) desc, min(${column}::text) limit 1`,
    )
    return rows[0]?.value
  }
}

/** The statement itself, as PostgreSQL reports it beside those of functions. */
const isExecuted = (text: string) => {
  const own = nestedKind(text)
  return (kind: string): boolean =>
    kind.startsWith('prepare looked') || kind.startsWith('execute looked') || kind === own
}

const callsFunction = /\b(?:graphile_worker\.\w+|send_\w+|move_credits)\s*\(/

const isList = (text: string): boolean => /order by/i.test(text) && /limit/i.test(text)

/** The column each parameter is compared with, or written to. */
function placesOf(text: string, plan: PlanNode, columns: ReadonlyMap<string, ReadonlySet<string>>): Map<number, Place> {
  const tables = new Map<string, string>()
  for (const node of nodesOf(plan)) {
    const table = tableOf(node)
    if (node.Alias === undefined || table === undefined) continue
    tables.set(node.Alias, node.Schema === 'graphile_worker' ? `${node.Schema}.${table}` : table)
  }
  const places = new Map<number, Place>()
  const put = (number: string, alias: string, column: string, operator: string): void => {
    // A part of the statement with a name of its own has columns of the tables that it reads.
    const table = tables.get(alias) ?? [...tables.values()].find((one) => columns.get(one)?.has(column) === true)
    if (table !== undefined && !places.has(Number(number))) places.set(Number(number), { table, column, operator })
  }
  for (const condition of conditionsOf(plan)) {
    for (const [, alias = '', column = '', operator = '', number = ''] of condition.matchAll(
      /\(?\b(\w+)\.(\w+)\)?(?:::\w+)? (=|<>|<=|>=|<|>) (?:ANY )?\(*\$(\d+)/g,
    ))
      put(number, alias, column, operator)
    for (const [, number = '', operator = '', alias = '', column = ''] of condition.matchAll(
      /\$(\d+)\)?(?:::\w+)? (=|<>|<=|>=|<|>) \(?(\w+)\.(\w+)/g,
    ))
      put(number, alias, column, operator)
  }
  for (const condition of conditionsOf(plan))
    for (const [, left = '', operator = '', right = ''] of condition.matchAll(
      /ROW\(([^)]*)\) (<=?|>=?) ROW\(([^)]*)\)/g,
    )) {
      const numbers = right.split(',').map((part) => /\$(\d+)/.exec(part)?.[1])
      for (const [n, part] of left.split(',').entries()) {
        const [alias = '', column = ''] = part.trim().split('.')
        if (numbers[n] !== undefined) put(numbers[n], alias, column, operator)
      }
    }
  for (const [, table = '', changes = ''] of text.matchAll(
    /\bupdate "?(\w+)"?(?: as \w+| (?!set\b)\w+)?\s+set\b([\s\S]*?)(?:\bwhere\b|\bfrom\b|\breturning\b|$)/gi,
  ))
    for (const [, column = '', number = ''] of changes.matchAll(/"?(\w+)"? = \$(\d+)/g))
      if (!places.has(Number(number))) places.set(Number(number), { table, column, operator: '=' })
  const [, table = '', inserted = ''] = /\binsert into "?(\w+)"?(?: as \w+)? \(([^)]*)\) values/i.exec(text) ?? []
  if (table !== '')
    for (const [n, column] of inserted.split(',').entries())
      if (!places.has(n + 1)) places.set(n + 1, { table, column: column.replaceAll('"', '').trim(), operator: '=' })
  return places
}

function literal(value: unknown): string {
  if (value instanceof Date) return `'${value.toISOString()}'`
  if (Array.isArray(value))
    return pg.escapeLiteral(`{${value.map((one) => `"${String(one).replace(/["\\]/g, '\\$&')}"`).join(',')}}`)
  return pg.escapeLiteral(String(value))
}
