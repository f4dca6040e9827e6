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
 * Up to this number there are duplicates and gaps, which stay, since landed files keep their names. After it every
 * number is used exactly once.
 */
const before = 31
const known = new Set(
  [
    ['0001_foundation', '0002_credits_and_chat', '0003_payments', '0010_payment_review', '0011_photo_ids'],
    ['0012_refused_first_message', '0012_renewals', '0013_member_references', '0013_renewal_notices'],
    ['0014_refund_references', '0015_cookie_consents', '0021_drafts_and_notification_order', '0022_link_purposes'],
    ['0024_invitations', '0025_external_identities', '0026_passkeys', '0027_account_life', '0028_mail_suppressions'],
    ['0029_reviews_and_claims', '0030_report_decisions'],
  ]
    .flat()
    .map((name) => `${name}.sql`),
)

/** The last migration that contained a function; since then functions are in server/functions. */
const lastWithFunction = '0032_icebreakers_of_paying_members.sql'

/**
 * Reads the migrations of a folder, in order.
 * @throws MigrationRuleError for an invalid name, a number out of sequence, or a function among them
 */
export async function readMigrations(folder: URL): Promise<readonly MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  requireOrder(names)
  const files = await Promise.all(names.map((name) => readSql(folder, name, name)))
  for (const file of files) if (isNumbered(file.name) && file.name !== lastWithFunction) requireNoFunction(file)
  return files
}

/** Whether the file belongs to the strictly numbered part. */
export function isNumbered(name: string): boolean {
  return !known.has(name)
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

/** @throws MigrationRuleError unless the known files come first and all others are numbered consecutively from 0031 */
export function requireOrder(names: readonly string[]): void {
  let next = before
  for (const name of names) {
    if (known.has(name)) continue
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
