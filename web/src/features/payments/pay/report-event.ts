import { api } from '#app/api/api.ts'

/**
 * Reports a step of a purchase without waiting for it, in production only (rule 13.11). The server drops it if the member
 * has not allowed analytics.
 */
export const reportCheckout = (
  { clickid, demo }: { readonly clickid: string; readonly demo: boolean },
  step: 'initiate_checkout' | 'tentativo',
  planId: string,
): void => {
  if (demo) return
  void api('POST /kpi/log/event', {
    body: { clickid, eventName: step, eventValue: planId },
    keepalive: true,
    // Only the statistic is lost; the purchase must not wait for it or fail with it.
  }).catch(() => undefined)
}
