import { type RawBuilder, sql } from 'kysely'

/** One page of a list that continues after its last row. */
export interface Page<T> {
  readonly rows: readonly T[]
  /** There are further rows. */
  readonly more: boolean
}

/** Most rows on a page of what waits for a moderator. */
export const queueLength = 200

/** A page from one row more than fits on it. */
export const pageOf = <T>(rows: readonly T[], length = queueLength): Page<T> => ({
  rows: rows.slice(0, length),
  more: rows.length > length,
})

/** SQL condition: `column` and id of `table` come after those of the row with this id. */
export const isAfter = (table: string, column: string, alias: string, id: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${alias}.${column}`)}, ${sql.ref(`${alias}.id`)}) >
    (select ${sql.ref(`before.${column}`)}, ${sql.ref('before.id')} from ${sql.table(table)} before where before.id = ${id})`
