import { newUuid } from '#app/api/uuid.ts'
import { unansweredKey } from '#app/shell/purchase-origin.ts'

/**
 * The key of an order, by plan and way of paying, for as long as no reply to it has come: sent again after a reload, it
 * is the same order, which is charged once.
 */
export function keyOfOrder(planId: string, paidBy: string, known: string | undefined): string {
  const of = `${planId} ${paidBy} `
  const kept = sessionStorage.getItem(unansweredKey)
  const key = known ?? (kept?.startsWith(of) ? kept.slice(of.length) : newUuid())
  sessionStorage.setItem(unansweredKey, of + key)
  return key
}

export const answered = (): void => sessionStorage.removeItem(unansweredKey)
