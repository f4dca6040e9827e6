import type { HookCode } from '@incontro/contract'

/**
 * Whether the plans page resolves the server's refusal: the member's allowance is used up, or their age must be
 * checked.
 */
export const leadsToPlans = (code: string, hook: HookCode): boolean => code === hook || code === 'age_check_required'
