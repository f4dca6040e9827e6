import type { LaggingReads } from '../../platform/replica.ts'
import type { Size } from './pages.ts'
import { countArea, type Area } from './queries.ts'

const lifeMs = 15_000
const most = 5_000

/** Number of members in an area for a viewer: exact, and cached for 15 seconds, so that paging does not count again. */
export function createCounts(reads: Pick<LaggingReads, 'of'>, clock: () => Date) {
  const known = new Map<string, { at: number; value: readonly Size[] }>()
  return {
    async of(area: Area, mode: 'find' | 'match'): Promise<readonly Size[]> {
      const key = `${mode} ${area.viewerId} ${area.country} ${area.regionId} ${area.cityId} ${area.cell?.row}/${area.cell?.column} ${area.gender} ${area.seeks} ${JSON.stringify(area.filters)}`
      const at = clock()
      const now = at.getTime()
      const kept = known.get(key)
      if (kept && now - kept.at < lifeMs) return kept.value
      const value = await countArea(reads.of(area.viewerId), area, mode, at)
      if (known.size >= most) known.clear()
      known.set(key, { at: now, value })
      return value
    },
    /** Call after a like, a dislike, a block or a change of filters by this viewer. */
    invalidate(viewerId: string): void {
      for (const key of known.keys()) if (key.includes(` ${viewerId} `)) known.delete(key)
    },
  }
}
/** All lists, known and new members together. */
export const sumOf = (sizes: readonly Size[]): number => sizes.reduce((sum, { known, fresh }) => sum + known + fresh, 0)

export type Counts = ReturnType<typeof createCounts>
