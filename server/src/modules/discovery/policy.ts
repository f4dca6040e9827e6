import type { Principal } from '../../platform/caller.ts'
import type { Flow } from '../flows/index.ts'
import { mayLookElsewhere } from '../members/index.ts'

/** The hook in front of a page or a region, or undefined when the member may go there. */
export function hookFor(
  flow: Flow,
  member: Principal,
  wanted: { page: number; regionId: number | null; country: string },
): 'paginazione' | 'cambia_regione' | undefined {
  const elsewhere =
    wanted.country !== member.country || (wanted.regionId !== null && wanted.regionId !== member.regionId)
  if (elsewhere && !mayLookElsewhere(flow, member.level)) return 'cambia_regione'
  if (member.level === 0 && wanted.page > flow.freePages && flow.hooks.pagination) return 'paginazione'
  return undefined
}
