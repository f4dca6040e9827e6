import type { Look } from './look.ts'

/** A statement that returns one row may read as many as it returns, times this. */
const most = 20
/** Up to this many rows are always acceptable. */
const alwaysFine = 200

/** What an exception allows a statement beyond the rules; what it does not name, stays forbidden. */
export interface Allowance {
  /** Growing tables that it may read through. */
  readonly scans?: readonly string[]
  /** The most rows that it may read on the loaded database, whatever it returns. */
  readonly rows?: number
}

/** What is wrong with a statement, beyond what it is allowed. */
export function wrongWith(
  { scans, read, returned }: Pick<Look, 'scans' | 'read' | 'returned'>,
  { scans: allowed = [], rows = 0 }: Allowance = {},
): string[] {
  const limit = Math.max(alwaysFine, most * (returned ?? 0), rows)
  return [
    ...scans.filter((table) => !allowed.includes(table)).map((table) => `reads ${table} through`),
    ...(read !== undefined && read > limit ? [`reads ${read} rows and returns ${returned}`] : []),
  ]
}
