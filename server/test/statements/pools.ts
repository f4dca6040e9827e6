import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/*
 * Pools share no rows, so each may be in a database of its own: no statement may find rows of one table by what those of
 * another have in common with members of every pool, as an address, a name or a place. Statements are parsed by
 * PostgreSQL's own parser.
 */

interface Node {
  readonly [field: string]: unknown
}
const parser = createRequire(import.meta.url)('libpg-query') as {
  loadModule(): Promise<void>
  parseSync(sql: string): { readonly stmts: readonly { readonly stmt: Node }[] }
}
await parser.loadModule()

/** The columns of every table. */
const schema = readFileSync(join(import.meta.dirname, '../../schema.sql'), 'utf8')
const columnsOf: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...schema.matchAll(/^create table (\w+) \(\n(.*?)^\)/gms)].map(([, name = '', body = '']) => [
    name,
    new Set([...body.matchAll(/^ {2}(\w+) /gm)].map(([, column = '']) => column)),
  ]),
)
/** Tables that are the same for all pools, or whose rows are found by a hash or name that is made of a pool's. */
const common = new Set([
  'geo_cities',
  'geo_regions',
  'schema_migrations',
  'server_keys',
  'installation_secrets',
  'limit_counters',
  'password_guesses',
])

/** Columns whose value belongs to one pool: ids of members and of what is theirs, brands and pools, a row itself. */
const isOfPool = (column: string): boolean => /(?:^|_)id$/.test(column) || ['token_hash', 'ctid'].includes(column)

interface Relation {
  readonly name: string
  readonly table: string
  isTied: boolean
}
/** The relations that a column may be of, by the level of the query, the innermost first. */
type Scope = readonly (readonly Relation[])[]

/** A batch: rows of a table, whichever pool they are of, each by itself. */
const takesItsOwnRows = /\b(id|ctid) = any\s*\(array\(\s*select \1 from\b/i

/** The tables that a statement joins without a column that belongs to one pool. */
export function untiedTables(sql: string): readonly string[] {
  const [first] = parser.parseSync(sql).stmts
  const all: Relation[] = []
  if (first) walk(first.stmt, [], new Set(), all)
  const isOneTable = new Set(all.map(({ table }) => table)).size === 1
  if (all.length < 2 || (isOneTable && takesItsOwnRows.test(sql))) return []
  return all.filter(({ isTied }) => !isTied).map(({ table }) => table)
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : [])

function walk(node: unknown, outer: Scope, ctes: ReadonlySet<string>, all: Relation[]): void {
  if (Array.isArray(node)) for (const one of node) walk(one, outer, ctes, all)
  if (!isNode(node)) return
  for (const [kind, content] of Object.entries(node)) {
    if (!isNode(content)) {
      walk(content, outer, ctes, all)
      continue
    }
    if (!/^(?:Select|Update|Delete|Insert|Merge)Stmt$/.test(kind)) {
      if (kind === 'A_Expr') tie(content, outer)
      if (kind === 'JoinExpr') for (const column of listOf(content['usingClause'])) tieColumn([stringOf(column)], outer)
      if (kind === 'SubLink') tieNode(content['testexpr'], outer)
      walk(content, outer, ctes, all)
      continue
    }
    const own = new Set([
      ...ctes,
      ...listOf((content['withClause'] as Node | undefined)?.['ctes']).map((cte) =>
        String((cte['CommonTableExpr'] as Node)['ctename']),
      ),
    ])
    const read = kind === 'InsertStmt' ? [] : [content['relation'], content['fromClause'], content['usingClause']]
    const relations = relationsIn(read, own)
    all.push(...relations)
    const { relation: _, ...rest } = content
    walk(rest, [relations, ...outer], own, all)
  }
}

/** Tables of a list of `from`, without those of its subqueries. */
function relationsIn(node: unknown, ctes: ReadonlySet<string>): Relation[] {
  if (Array.isArray(node)) return node.flatMap((one) => relationsIn(one, ctes))
  if (!isNode(node)) return []
  const range = 'relname' in node ? node : node['RangeVar']
  if (isNode(range)) {
    const table = String(range['relname'])
    const alias = (range['alias'] as Node | undefined)?.['aliasname']
    return ctes.has(table) || common.has(table) || !columnsOf.has(table)
      ? []
      : [{ name: String(alias ?? table), table, isTied: false }]
  }
  const join = node['JoinExpr']
  return isNode(join) ? [...relationsIn(join['larg'], ctes), ...relationsIn(join['rarg'], ctes)] : []
}

/** `a.id = …`, `(a.id, b.x) = (…)`, `a.id = any(…)`. */
function tie(expression: Node, scope: Scope): void {
  const [operator] = listOf(expression['name']).map(stringOf)
  if (operator !== '=') return
  tieNode(expression['lexpr'], scope)
  tieNode(expression['rexpr'], scope)
}

function tieNode(node: unknown, scope: Scope): void {
  if (!isNode(node)) return
  const [column, row] = [node['ColumnRef'], node['RowExpr']]
  if (isNode(row)) for (const one of listOf(row['args'])) tieNode(one, scope)
  if (isNode(column)) tieColumn(listOf(column['fields']).map(stringOf), scope)
  const cast = node['TypeCast']
  if (isNode(cast)) tieNode(cast['arg'], scope)
}

function tieColumn(path: readonly string[], scope: Scope): void {
  const [column = '', name] = path.toReversed()
  if (!isOfPool(column)) return
  for (const level of scope) {
    const its = level.filter((relation) =>
      name === undefined ? column === 'ctid' || columnsOf.get(relation.table)?.has(column) : relation.name === name,
    )
    for (const relation of its) relation.isTied = true
    if (its.length > 0) return
  }
}

const stringOf = (node: Node): string => String((node['String'] as Node | undefined)?.['sval'] ?? '')
