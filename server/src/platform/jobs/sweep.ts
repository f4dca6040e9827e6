import { concurrently } from '#platform/flow-control/concurrently.ts'

export interface Sweep<T extends Place, Place> {
  /** Before every row, so that the first batch is read by the same statement as the others. */
  readonly start: Place
  /** The next rows that are due, at most `size` of them, in an order that no run changes. */
  readonly rowsAfter: (last: Place, size: number) => Promise<readonly T[]>
  /** Does the work of one row, under its lock. */
  readonly work: (row: T) => Promise<unknown>
  /** A row whose work failed is left for the next run. */
  readonly onError: (error: unknown, row: T) => void
  /** Rows with the same key are worked on one after the other. */
  readonly keyOf?: (row: T) => string
  /** Rows per statement. */
  readonly size: number
  /** Rows worked on at once. */
  readonly concurrency: number
  /** No further rows are read when `performance.now()` is past this; the next run continues. */
  readonly until: number
}

/**
 * Works on everything that is due, batch by batch and several rows at once. A row that fails does not delay the others.
 * Several workers may do the same at once, if `work` leaves a row that another worker has locked.
 */
export async function sweepDue<T extends Place, Place>(options: Sweep<T, Place>): Promise<void> {
  const { start, rowsAfter, work, onError, keyOf, size, concurrency, until } = options
  let last: Place | undefined = start
  do {
    const rows = await rowsAfter(last, size)
    const groups = keyOf ? [...Map.groupBy(rows, keyOf).values()] : rows.map((row) => [row])
    await concurrently(groups, concurrency, async (group) => {
      for (const row of group) await work(row).catch((error: unknown) => onError(error, row))
    })
    last = rows.length < size ? undefined : rows.at(-1)
  } while (last !== undefined && performance.now() < until)
}
