import { sql } from 'kysely'
import type { Database, Executor } from '#platform/database/database.ts'
import type { SealedColumn } from '#platform/database/table.ts'
import { deriveKey, deriveKeys, keyedHash, type Keys, type Secrets } from '#platform/ids.ts'
import { opens, reseal, unseal } from './seal.ts'

/** A column of a table that holds sealed texts. */
export interface SealedPlace {
  readonly table: string
  readonly column: string
  readonly facts: SealedColumn
}

interface Row {
  readonly key: readonly string[]
  readonly sealed: string
  readonly brandId: string | null
}

const batchSize = 500

/**
 * Seals under the newest secret what a column holds under an older one, and writes its hash again. Some rows at a time,
 * each in a short transaction: after a kill it goes on where it is run again.
 * @returns how many values were under an older one
 */
export async function resealColumn(db: Database, place: SealedPlace, secrets: Secrets): Promise<number> {
  const keys = deriveKeys(secrets, place.facts.purpose)
  let count = 0
  await forEachRow(db, place, sql`for no key update`, async (tx, row, where) => {
    const again = reseal(keys, row.sealed)
    if (again === undefined) return
    await sql`update ${sql.table(place.table)} set ${sql.ref(place.column)} = ${again} ${hashOf(place, keys, row)} where ${where}`.execute(
      tx,
    )
    count += 1
  })
  return count
}

function hashOf({ facts: { foundBy } }: SealedPlace, keys: Keys, { sealed, brandId }: Row) {
  if (foundBy === undefined) return sql``
  return sql`, ${sql.ref(foundBy.column)} = ${keyedHash(keys, foundBy.text(unseal(keys, sealed), brandId ?? ''))}`
}

/** How many values of a column open with this secret alone. */
export async function countSealedUnder(db: Database, place: SealedPlace, secret: string): Promise<number> {
  const key = deriveKey(secret, place.facts.purpose)
  let count = 0
  await forEachRow(db, place, sql``, async (_, { sealed }) => {
    if (opens([key], sealed)) count += 1
  })
  return count
}

type Sql = ReturnType<typeof sql>
type Visit = (tx: Executor, row: Row, where: Sql) => Promise<void>

/** Visits the rows with a value by their primary key, each batch in a transaction of its own. */
async function forEachRow(db: Database, { table, column, facts }: SealedPlace, lock: Sql, visit: Visit): Promise<void> {
  const names = await primaryKey(db, table)
  const key = sql.join(names.map((name) => sql.ref(name)))
  const texts = sql.join(names.map((name) => sql`${sql.ref(name)}::text`))
  const brand = facts.foundBy === undefined ? sql`null` : sql.ref('brand_id')
  let last: readonly string[] | undefined
  do
    last = await db.transaction().execute(async (tx) => {
      const after = last === undefined ? sql`` : sql`and (${key}) > (${sql.join(last)})`
      const { rows } = await sql<Row>`
        select array[${texts}] as key, ${sql.ref(column)} as sealed, ${brand} as "brandId" from ${sql.table(table)}
        where ${sql.ref(column)} is not null ${after} order by ${key} limit ${batchSize} ${lock}`.execute(tx)
      for (const row of rows) await visit(tx, row, sql`(${key}) = (${sql.join(row.key)})`)
      return rows.length < batchSize ? undefined : rows.at(-1)?.key
    })
  while (last !== undefined)
}

async function primaryKey(db: Database, table: string): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select a.attname as name from pg_index i
    join unnest(i.indkey) with ordinality as k (number, position) on true
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
    where i.indrelid = ${table}::regclass and i.indisprimary order by k.position`.execute(db)
  return rows.map(({ name }) => name)
}
