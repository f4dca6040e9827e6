import { rangeKey } from './gaps.ts'
import type { Size } from './pages.ts'
import type { Position } from './positions.ts'

/* docs/decisions/050: a list that moves while it is read repeats no member. */

/** Since the last page was read. */
const lifeMs = 30 * 60_000
const most = 5_000

/** Where a page of a reading begins. */
export interface Beginning {
  /** Whether the page before this one was read, so that each range goes on behind its last entry. */
  readonly goesOn: boolean
  /** The last entry of a range that was read; undefined if none was. */
  lastOf(list: number, fresh: boolean): Position | undefined
}

/** One search that a member reads page by page. */
export interface Reading {
  /** The sizes that its pages are planned with; undefined if they were not counted to the end. */
  readonly sizes: readonly Size[] | undefined
  beginning(page: number): Beginning
  /** @param lasts the last entry of each range that the page shows */
  end(page: number, lasts: ReadonlyMap<string, Position>): void
}

/**
 * Where members are in the lists that they read. A member who comes online moves to the top and would push everybody
 * behind them onto the next page a second time. Kept by this process only: what another one reads is planned by number.
 */
export function createReadings(clock: () => Date) {
  const kept = new Map<string, { usedAt: number; reading: Reading }>()
  const keep = (search: string, reading: Reading): Reading => {
    // The one that was used least recently is forgotten.
    kept.delete(search)
    const [oldest] = kept.size >= most ? kept.keys() : []
    if (oldest !== undefined) kept.delete(oldest)
    kept.set(search, { usedAt: clock().getTime(), reading })
    return reading
  }
  return {
    /** The first page begins a reading; another goes on with it, or begins one where there is none. */
    of(search: string, page: number, sizes: readonly Size[] | undefined): Reading {
      const found = kept.get(search)
      const isAlive = found !== undefined && clock().getTime() - found.usedAt < lifeMs
      return keep(search, page > 1 && isAlive ? found.reading : beginReading(sizes))
    },
  }
}

export type Readings = ReturnType<typeof createReadings>

function beginReading(sizes: readonly Size[] | undefined): Reading {
  const ends = new Map<number, ReadonlyMap<string, Position>>()
  return {
    sizes,
    beginning(page) {
      const before = ends.get(page - 1)
      return { goesOn: before !== undefined, lastOf: (list, fresh) => before?.get(rangeKey(list, fresh)) }
    },
    // What an earlier page showed of a range that this one does not reach stays its last entry.
    end: (page, lasts) => void ends.set(page, new Map([...(ends.get(page - 1) ?? []), ...lasts])),
  }
}
