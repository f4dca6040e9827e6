import type { Principal } from '../../platform/caller.ts'
import type { Flow } from '../flows/index.ts'

/** The hook in front of a page or a region, or undefined when the member may go there. */
export function hookFor(
  flow: Flow,
  member: Principal,
  wanted: { page: number; regionId: number | null; country: string },
): 'paginazione' | 'cambia_regione' | undefined {
  if (member.level > 0) return undefined
  const elsewhere =
    wanted.country !== member.country || (wanted.regionId !== null && wanted.regionId !== member.regionId)
  if (elsewhere && flow.hooks.changeRegion) return 'cambia_regione'
  if (wanted.page > flow.freePages && flow.hooks.pagination) return 'paginazione'
  return undefined
}
