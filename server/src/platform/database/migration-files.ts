import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

export interface MigrationFile {
  /** `NNNN_name.sql`; of a function `functions/name.sql`. */
  readonly name: string
  readonly sql: string
  readonly checksum: string
  /** The first line is `-- no-transaction`: each statement runs by itself, outside a transaction. */
  readonly isOutsideTransaction: boolean
}

/** A file breaks the rules for migrations; the message names it and says what to do. */
export class MigrationRuleError extends Error {}

/**
 * Reads the migrations of a folder, in order.
 * @throws MigrationRuleError for an invalid name, a number out of sequence, or a function among them
 */
export async function readMigrations(folder: URL): Promise<readonly MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  requireOrder(names)
  const files = await Promise.all(names.map((name) => readSql(folder, name, name)))
  for (const file of files) requireNoFunction(file)
  return files
}

/** Reads the functions of a folder: one per file, named like it. A missing folder has none. */
export async function readFunctions(folder: URL): Promise<readonly MigrationFile[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return Promise.all(
    names
      .filter((name) => name.endsWith('.sql'))
      .sort()
      .map((name) => readSql(folder, name, `functions/${name}`)),
  )
}

/** @throws MigrationRuleError unless the files are numbered consecutively from 0001 */
export function requireOrder(names: readonly string[]): void {
  let next = 1
  for (const name of names) {
    const [, number] = /^(\d{4})_[a-z0-9]+(?:_[a-z0-9]+)*\.sql$/.exec(name) ?? []
    if (number === undefined) throw new MigrationRuleError(`migration ${name}: name it NNNN_what_it_does.sql`)
    const expected = String(next).padStart(4, '0')
    if (number !== expected)
      throw new MigrationRuleError(
        `migration ${name}: the next free number is ${expected}; each number is taken once and none is left out`,
      )
    next += 1
  }
}

function requireNoFunction({ name, sql }: MigrationFile): void {
  const [, called] = /\bcreate\s+(?:or\s+replace\s+)?(?:function|procedure)\s+(\w+)/i.exec(withoutComments(sql)) ?? []
  if (called !== undefined)
    throw new MigrationRuleError(
      `migration ${name}: the function ${called} belongs into server/functions/${called}.sql, which is replaced whole`,
    )
}

async function readSql(folder: URL, file: string, name: string): Promise<MigrationFile> {
  const sql = await readFile(new URL(file, folder), 'utf8')
  return {
    name,
    sql,
    checksum: createHash('sha256').update(sql).digest('hex'),
    isOutsideTransaction: /^-- no-transaction\s*$/m.test(sql.split('\n', 1)[0] ?? ''),
  }
}

/** The statements of a file that runs outside a transaction: each ends with a semicolon at the end of a line. */
export function statementsOf({ sql }: Pick<MigrationFile, 'sql'>): readonly string[] {
  return withoutComments(sql)
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter(Boolean)
}

function withoutComments(sql: string): string {
  return sql.replace(/--.*$/gm, '')
}
