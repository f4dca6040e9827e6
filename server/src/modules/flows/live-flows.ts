import type { BrandFlows } from './brand-flows.ts'
import type { FlowFile } from './flow-file.ts'
import type { LoadedFlows } from './load-flows.ts'

/** Flows of which some were published in the console, and count instead of their files. */
export interface LiveFlows extends LoadedFlows {
  /**
   * Replaces what was published of a brand, all of it at the same moment: readers see the old flows or the new ones.
   * @throws BrandFileError if they do not fit; the old ones stay
   */
  publish(brandKey: string, published: ReadonlyMap<string, FlowFile>): void
}

/** Each server has its own: what one publishes in its database is not another's. */
export function liveFlows(loaded: LoadedFlows): LiveFlows {
  const live = new Map<string, BrandFlows>()
  return {
    ...loaded,
    of: (brandKey, id) => live.get(brandKey)?.of(id) ?? loaded.of(brandKey, id),
    ofVisit: (brandKey, asked) => live.get(brandKey)?.ofVisit(asked) ?? loaded.ofVisit(brandKey, asked),
    all: (brandKey) => live.get(brandKey)?.all ?? loaded.all(brandKey),
    comparisons: (brandKey) => live.get(brandKey)?.comparisons ?? loaded.comparisons(brandKey),
    publish(brandKey, published) {
      if (published.size === 0) live.delete(brandKey)
      else live.set(brandKey, loaded.withFiles(brandKey, published))
    },
  }
}
