import type { RetentionRule } from './retention.ts'

/*
 * What a module declares about each table it owns, in `modules/<name>/tables.ts`. server/src/tables.ts puts the modules
 * together; retention, the export of own data, moving a pool and reads on a replica follow from it, and docs/tables.md
 * shows it. server/test/tables/tables.test.ts compares it with the schema.
 */
export interface TableFacts {
  /** What a row is. */
  readonly holds: string
  readonly keep: RetentionRule
  readonly erase: Erasing
  readonly export: Export | readonly [Export, ...Export[]] | { readonly none: string }
  /** Which rows belong to a pool, if no column `pool_id`, `brand_id` or `member_id` says so. */
  readonly pool?: PoolRows
  /** About money or access: it is not read on a replica, as what was true a moment ago may not be true any more. */
  readonly exact?: true
  /** Columns that are encrypted under SECRET_KEY: `npm run keys -- rotate` encrypts them again. */
  readonly sealed?: Readonly<Record<string, SealedColumn>>
  /** Why its rows belong to no brand, where no column says to which. */
  readonly noBrand?: string
}

export type Tables = Readonly<Record<string, TableFacts>>

export interface SealedColumn {
  /** Of the key, as in `deriveKeys`. */
  readonly purpose: string
  /** What the values are, in the plural, for the operator. */
  readonly values: string
  /** The column with a keyed hash by which the row is found, and what is hashed. */
  readonly foundBy?: { readonly column: string; readonly text: (plain: string, brandId: string) => string }
}

/** What erasing a member does with the rows about them. */
export type Erasing =
  /** They are deleted with the member's row, by a foreign key `on delete cascade`. */
  | 'cascades'
  | 'names no member'
  /** A step of `accounts/erase/steps.ts`, and its effect. */
  | { readonly step: string; readonly effect: string }
  | { readonly stays: string }

/** A file of the export of own data. Hashes, keys and tokens are never exported. */
export interface Export {
  /** Name of the file without `.json`, if it is not the table's. */
  readonly file?: string
  /** The column that references the member; `member_id`. */
  readonly owner?: string
  /** Unique sort order among a member's rows. */
  readonly key: string
  /** Names of the exported columns. */
  readonly columns: string
  /** Names of the columns that are left out: keys, secrets, and how the program came to the row. */
  readonly not?: string
  /** What is exported besides the columns: SQL expressions by their names. */
  readonly also?: Readonly<Record<string, string>>
  readonly where?: string
}

/** The rows of a pool; `reference`: the same in every database; `shared`: it also concerns other pools; `own`: of each database. */
export type PoolRows =
  | 'byConversation'
  | 'bySender'
  | 'byAttempt'
  | 'byPayment'
  | 'byCompany'
  | 'reference'
  | 'shared'
  | 'own'

export const withMember = { kind: 'member' } as const
export const fixed = { kind: 'fixed' } as const
export const byLaw = (why: string) => ({ kind: 'law', why }) as const
export const sweptBy = (job: string) => ({ kind: 'sweep', job }) as const
export const forDays = (column: string, days: number, why: string) => ({ kind: 'age', column, days, why }) as const
/** With the month of its end, no row is older than 400 days. */
export const byMonth = (why: string) => ({ kind: 'month', column: 'created_at', days: 369, why }) as const
