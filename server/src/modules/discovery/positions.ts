import type { Slice } from './pages.ts'

/** Ranges that begin earlier are reached as fast by counting. */
const deepFrom = 100

/** An entry of the list at which, or after which, a range begins. */
export interface Position {
  /** As the database writes it: a `Date` has no microseconds. */
  readonly activeAt: string
  readonly memberId: string
  readonly isAfter: boolean
}

/** Which list, and whether it is that of new members. */
interface Range {
  readonly list: number
  readonly fresh: boolean
}

/**
 * Where the ranges of one search begin, so that a page far down the list does not read all entries before it. Valid as
 * long as the count that its pages were planned with.
 */
export function createPositions() {
  const known = new Map<string, Position>()
  const keyOf = ({ list, fresh }: Range, offset: number): string => `${list} ${fresh} ${offset}`
  return {
    isDeep: ({ offset, limit }: Slice): boolean => limit > 0 && offset + limit >= deepFrom,
    of: (range: Range, { offset }: Slice): Position | undefined => known.get(keyOf(range, offset)),
    /** @param rows the entries of the range, in order */
    remember(
      range: Range,
      { offset, limit }: Slice,
      rows: readonly { readonly id: string; readonly active_at?: string }[],
    ): void {
      const set = (place: number, row: (typeof rows)[number] | undefined, isAfter: boolean): void => {
        if (row?.active_at !== undefined)
          known.set(keyOf(range, place), { activeAt: row.active_at, memberId: row.id, isAfter })
      }
      set(offset, rows[0], false)
      // The entries may have become fewer since they were counted.
      if (rows.length === limit) set(offset + limit, rows.at(-1), true)
    },
  }
}

export type Positions = ReturnType<typeof createPositions>
