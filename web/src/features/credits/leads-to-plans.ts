import type { HookCode } from '@incontro/contract'

/** Whether the server's refusal is one that the plans page has the way on for: what has run out, or an age to be shown first. */
export const leadsToPlans = (code: string, hook: HookCode): boolean => code === hook || code === 'age_check_required'
