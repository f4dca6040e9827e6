import { createRequire } from 'node:module'

/*
 * What a migration must not do to a table in use: block writes while it reads the whole table, or remove what processes
 * of the previous version still use. Files are parsed by PostgreSQL's own parser.
 */

interface Node {
  readonly [field: string]: unknown
}
interface Statement {
  readonly stmt: Node
  readonly stmt_location?: number
  readonly stmt_len?: number
}

const parser = createRequire(import.meta.url)('libpg-query') as {
  loadModule(): Promise<void>
  parseSync(sql: string): { stmts: readonly Statement[] }
}
await parser.loadModule()

/**
 * A default that is equal for all rows is stored once; any other function is evaluated for, and written into, every
 * row.
 */
const stableDefaults = new Set(['now', 'current_timestamp', 'statement_timestamp', 'transaction_timestamp'])

/**
 * Violations in a migration, one line each. `-- allow RULE: why` before a statement permits it.
 * @throws SqlError when PostgreSQL's parser refuses the file
 */
export function blockingDdl(sql: string): readonly string[] {
  const isOutside = sql.startsWith('-- no-transaction')
  const { stmts } = parser.parseSync(sql)
  const made = new Set(stmts.map(({ stmt }) => tableOf(part(stmt, 'CreateStmt'))).filter(Boolean))
  const notValid = new Set<string>()
  const faults: string[] = []
  let end = 0
  for (const statement of stmts) {
    const begin = end
    end = (statement.stmt_location ?? 0) + (statement.stmt_len ?? sql.length)
    const text = Buffer.from(sql).subarray(begin, end).toString()
    const allowed = new Set([...text.matchAll(/^\s*--\s*allow ([a-z-]+): \S/gm)].map(([, rule]) => rule))
    for (const [rule, why] of check(statement.stmt, { made, notValid, isOutside }))
      if (!allowed.has(rule)) faults.push(`${rule}: ${why}`)
  }
  return faults
}

interface Setting {
  /** Tables created in this file, which are not in use yet. */
  readonly made: ReadonlySet<string>
  /** Constraints added in this file as not valid. */
  readonly notValid: Set<string>
  readonly isOutside: boolean
}
type Fault = readonly [rule: string, why: string]

function* check(stmt: Node, setting: Setting): Generator<Fault> {
  const index = part(stmt, 'IndexStmt')
  if (index && !setting.made.has(tableOf(index))) yield* checkIndex(index, setting)
  const alter = part(stmt, 'AlterTableStmt')
  if (alter && !setting.made.has(tableOf(alter)))
    for (const command of list(alter['cmds']))
      yield* checkCommand(tableOf(alter), part(command, 'AlterTableCmd') ?? {}, setting)
  const rename = part(stmt, 'RenameStmt')
  if (rename && /OBJECT_(TABLE|COLUMN|VIEW)/.test(String(rename['renameType'])) && !setting.made.has(tableOf(rename)))
    yield ['rename', 'processes of the version before ask by the old name; add the new one, move over, drop later']
  if (/OBJECT_(TABLE|VIEW)/.test(String(part(stmt, 'DropStmt')?.['removeType'])))
    yield ['drop', 'processes of the version before still read it; drop it in the release after']
  if (/OBJECT_INDEX/.test(String(part(stmt, 'DropStmt')?.['removeType'])) && !part(stmt, 'DropStmt')?.['concurrent'])
    yield [
      'drop-index',
      'waits for everybody and keeps them waiting; drop index concurrently in a `-- no-transaction` file',
    ]
  for (const kind of ['UpdateStmt', 'DeleteStmt']) {
    const change = part(stmt, kind)
    if (change && !change['whereClause'] && !setting.made.has(tableOf(change)))
      yield [
        'all-rows',
        'locks every row until the end; change them in portions, in a job or a `-- no-transaction` file',
      ]
  }
  for (const kind of ['LockStmt', 'TruncateStmt', 'ClusterStmt', 'ReindexStmt', 'VacuumStmt'])
    if (part(stmt, kind)) yield ['keeps-the-table', 'nobody else gets at the table meanwhile']
  if (/FUNCTION|PROCEDURE/.test(String(part(stmt, 'DropStmt')?.['removeType'])) && !setting.isOutside)
    yield ['drop-function', 'processes of the version before call it; drop it in the release after']
}

function* checkIndex(index: Node, { isOutside }: Setting): Generator<Fault> {
  const name = String(index['idxname'])
  if (!index['concurrent'])
    yield [
      'index',
      `${name} stops all writes until it is built; create index concurrently in a \`-- no-transaction\` file`,
    ]
  else if (!isOutside)
    yield ['index', `${name} is built concurrently, which needs \`-- no-transaction\` as the first line`]
  else if (!index['if_not_exists'])
    yield ['index', `${name} must be repeatable: create index concurrently if not exists`]
}

function* checkCommand(table: string, command: Node, setting: Setting): Generator<Fault> {
  const definition = part(command, 'def') ?? {}
  const name = `${table}.${String(command['name'] ?? '')}`
  switch (command['subtype']) {
    case 'AT_AddColumn':
      return yield* checkColumn(table, part(definition, 'ColumnDef') ?? {})
    case 'AT_AddConstraint':
      return yield* checkConstraint(part(definition, 'Constraint') ?? {}, setting)
    case 'AT_ValidateConstraint':
      if (!setting.isOutside && setting.notValid.has(String(command['name'])))
        yield [
          'validate',
          `${name} is validated while the table is still locked for adding it; validate it in the next file`,
        ]
      return
    case 'AT_AlterColumnType':
      return yield ['type', `${name}: the whole table is rewritten; add a column of the new type and move over`]
    case 'AT_SetNotNull':
      return yield [
        'not-null',
        `${name}: all rows are read under a lock; add constraint … not null ${String(command['name'])} not valid, validate it in the next file`,
      ]
    case 'AT_DropColumn':
      return yield ['drop', `${name}: processes of the version before still name it; drop it in the release after`]
  }
}

function* checkColumn(table: string, column: Node): Generator<Fault> {
  const name = `${table}.${String(column['colname'])}`
  const constraints = list(column['constraints']).map((one) => part(one, 'Constraint') ?? {})
  const given = constraints.find(({ contype }) => contype === 'CONSTR_DEFAULT')
  const kinds = constraints.map(({ contype }) => String(contype))
  if (kinds.includes('CONSTR_NOTNULL') && !given)
    yield [
      'not-null',
      `${name} is not null without a default: a table with rows refuses it, and so does an older process`,
    ]
  const called = list(part(given?.['raw_expr'] as Node | undefined, 'FuncCall')?.['funcname'])
  if (given && called.some((one) => !stableDefaults.has(String(part(one, 'String')?.['sval']))))
    yield ['default', `${name}: a default that differs from row to row rewrites the whole table`]
  if (kinds.some((kind) => /IDENTITY|GENERATED/.test(kind)))
    yield ['default', `${name}: a generated column rewrites the whole table`]
  if (kinds.includes('CONSTR_FOREIGN') || kinds.includes('CONSTR_CHECK'))
    yield ['constraint', `${name}: add its constraint by itself, not valid, and validate it in the next file`]
  if (kinds.includes('CONSTR_UNIQUE') || kinds.includes('CONSTR_PRIMARY'))
    yield ['index', `${name}: build the unique index concurrently and add the constraint using it`]
}

function* checkConstraint(constraint: Node, { notValid }: Setting): Generator<Fault> {
  const name = String(constraint['conname'] ?? 'the constraint')
  const kind = String(constraint['contype'])
  if (/PRIMARY|UNIQUE|EXCLUSION/.test(kind)) {
    if (!constraint['indexname'])
      yield ['index', `${name}: build the unique index concurrently and add the constraint using it`]
  } else if (constraint['skip_validation']) notValid.add(name)
  else yield ['constraint', `${name}: all rows are read under a lock; add it not valid, validate it in the next file`]
}

function part(node: Node | undefined, name: string): Node | undefined {
  return node?.[name] as Node | undefined
}

function list(nodes: unknown): readonly Node[] {
  return Array.isArray(nodes) ? (nodes as Node[]) : []
}

function tableOf(node: Node | undefined): string {
  return String(part(node, 'relation')?.['relname'] ?? '')
}
