import type { Principal } from '#platform/caller.ts'
import type { Flow } from '#modules/flows/index.ts'
import { mayLookElsewhere } from '#modules/members/index.ts'

/** The hook that stops the member before a page or region, or undefined if they may see it. */
export function hookFor(
  flow: Flow,
  member: Principal,
  /** `isElsewhere`: outside of where the member may search without a plan. */
  wanted: { readonly page: number; readonly isElsewhere: boolean },
): 'paginazione' | 'cambia_regione' | undefined {
  if (wanted.isElsewhere && !mayLookElsewhere(flow, member.level)) return 'cambia_regione'
  if (member.level === 0 && wanted.page > flow.freePages && flow.hooks.pagination) return 'paginazione'
  return undefined
}
