import type { Principal } from '../../platform/caller.ts'
import type { Flow } from '../flows/index.ts'
import { mayLookElsewhere } from '../members/index.ts'

/** The hook that stops the member before a page or region, or undefined if they may see it. */
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
