import { createHash } from 'node:crypto'
import { Readable, Transform } from 'node:stream'
import { createGzip } from 'node:zlib'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database.ts'
import { newId } from '../ids.ts'
import type { Storage } from '../storage.ts'
import { pseudonymsOf } from './pseudonyms.ts'
import { addTo, type Totals } from './totals.ts'
import type { ArchivedTable } from './tables.ts'

/** Rows per round trip. */
const pageRows = 2000

/** A file of the archive, as its manifest describes it. */
export interface Manifest {
  readonly table: string
  /** `YYYY-MM`, of UTC. */
  readonly month: string
  readonly file: string
  readonly rows: number
  /** Of the compressed file. */
  readonly bytes: number
  readonly sha256: string
  readonly columns: readonly string[]
  readonly totals: Totals
  readonly createdAt: string
}

/** Name of the manifest beside a file. */
export const manifestOf = (file: string): string => file.replace(/\.jsonl\.gz$/, '.manifest.json')

/** Copies the rows of a month into a new file, one JSON object a line, compressed with gzip. */
export async function writeMonth(
  { db, storage, now }: { readonly db: Database; readonly storage: Storage; readonly now: Date },
  table: string,
  spec: ArchivedTable,
  { month, file }: { readonly month: string; readonly file: string },
): Promise<Manifest> {
  const totals: Record<string, number> = {}
  let rows = 0
  async function* lines(): AsyncGenerator<string> {
    for await (const page of pagesOf(db, table, spec, month)) {
      const pseudonymOf = await pseudonymsOf(
        db,
        table,
        page.map(({ member_id }) => member_id),
      )
      for (const { member_id: memberId, ...row } of page) {
        const member = pseudonymOf(memberId)
        // Erased since the page was read.
        if (member === undefined) continue
        rows += 1
        addTo(totals, spec.totals, row)
        yield `${JSON.stringify({ member, ...row })}\n`
      }
    }
  }
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  const source = Readable.from(lines())
  const compressed = createGzip()
  const content = source.pipe(compressed).pipe(hashing)
  // `pipe` does not forward errors, and `putStream` removes its draft when its stream fails.
  for (const stream of [source, compressed]) stream.on('error', (error) => hashing.destroy(error))
  const bytes = await storage.putStream(file, content)
  const manifest: Manifest = {
    table,
    month,
    file,
    rows,
    bytes,
    sha256: hash.digest('hex'),
    columns: ['member', ...Object.keys(spec.columns)],
    totals,
    createdAt: now.toISOString(),
  }
  return manifest
}

interface Row {
  readonly member_id: string
  readonly [column: string]: unknown
}

/** The half-open range of a month. */
export const monthRange = (month: string): readonly [Date, Date] => {
  const from = new Date(`${month}-01T00:00:00Z`)
  return [from, new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1))]
}

/** Reads with a cursor, in the order in which the rows are stored, so that no month has to fit into memory. */
async function* pagesOf(db: Database, table: string, spec: ArchivedTable, month: string): AsyncGenerator<Row[]> {
  const [from, to] = monthRange(month)
  const columns = Object.entries(spec.columns).map(
    ([name, expression]): RawBuilder<unknown> => sql`${sql.raw(expression)} as ${sql.id(name)}`,
  )
  const name = sql.id(`archive_${newId().replaceAll('-', '')}`)
  const tx = await db.startTransaction().setIsolationLevel('repeatable read').execute()
  try {
    // A cursor takes no parameters of a prepared statement.
    await sql`declare ${name} no scroll cursor for select member_id, ${sql.join(columns)} from ${sql.table(table)}
      where ${sql.ref(spec.at)} >= ${sql.lit(from.toISOString())}::timestamptz and ${sql.ref(spec.at)} < ${sql.lit(to.toISOString())}::timestamptz`.execute(
      tx,
    )
    for (;;) {
      const { rows } = await sql<Row>`fetch ${sql.lit(pageRows)} from ${name}`.execute(tx)
      if (rows.length === 0) break
      yield rows
    }
  } finally {
    await tx.rollback().execute()
  }
}
