import { keyedHash, type Keys, newTrackerId } from '#platform/ids.ts'
import type { Comparison } from './comparisons.ts'
import type { Flow } from './flow.ts'
import type { Flows } from './load-flows.ts'

export interface VisitorFlows {
  /**
   * The flow of a visit that asks for this one. Where two are compared, the visitor's tracker id says which of them: the
   * same visitor always gets the same. Without one the draw is by chance.
   */
  of(brandKey: string, asked: string | undefined, trackerId: string | undefined): Flow
}

interface VisitorFlowsDeps {
  readonly flows: Pick<Flows, 'ofVisit' | 'comparisons'>
  readonly keys: Keys
  readonly clock: () => Date
}

export function createVisitorFlows({ flows, keys, clock }: VisitorFlowsDeps): VisitorFlows {
  return {
    of(brandKey, asked, trackerId) {
      const flow = flows.ofVisit(brandKey, asked)
      const comparison = flows.comparisons(brandKey).find((one) => one.flow.id === flow.id)
      if (!comparison || clock() < comparison.startsAt) return flow
      const place = placeOf(keys, comparison, trackerId ?? newTrackerId())
      return place < comparison.share / 100 ? comparison.other : flow
    },
  }
}

/**
 * Where a visitor stands between 0 and 1. It does not depend on the share: who is below a share is also below a larger
 * one, so a change of the share moves only as many as it has to. The key keeps visitors from choosing their place.
 */
function placeOf(keys: Keys, { flow, other }: Comparison, trackerId: string): number {
  const hash = keyedHash(keys, [flow.brandKey, flow.id, other.id, trackerId].join(' '))
  return hash.readUIntBE(0, 6) / 2 ** 48
}
