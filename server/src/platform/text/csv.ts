import { pipeline, Readable } from 'node:stream'
import { decimal } from '@incontro/contract'
import type { FastifyReply } from 'fastify'

/** An amount is written with its currency's decimals, the currency in a column of its own. */
interface Amount {
  readonly minor: number
  readonly currency: string
}
type Cell = string | number | null | Amount
export type CsvRow = readonly Cell[]

/**
 * Rows as a file to download, written while they are read. What a spreadsheet would calculate is marked as text: anyone
 * may have named it. The mark at the beginning says that it is UTF-8, which Excel does not guess.
 *
 * @param name of the file, letters, digits, dots and hyphens
 */
export async function sendCsv(
  reply: FastifyReply,
  name: string,
  { header, rows }: { readonly header: readonly string[]; readonly rows: AsyncIterable<CsvRow> | Iterable<CsvRow> },
): Promise<Readable> {
  const { stringify } = await import('csv-stringify')
  const file = stringify({
    bom: true,
    escape_formulas: true,
    columns: header.map((name) => ({ key: name, header: name })),
    header: true,
    cast: {
      // It is no formula, although it may begin with a minus.
      object: (cell) => {
        const { minor, currency } = cell as unknown as Amount
        return { value: decimal(minor, currency), escape_formulas: false }
      },
    },
  })
  // The request fails by itself if reading does: the file is destroyed with the error.
  pipeline(Readable.from(rows), file, () => undefined)
  void reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'private, no-store')
  return file
}
