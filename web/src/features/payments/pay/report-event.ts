import { api } from '../../../app/api/api.ts'

/** Reports a step of a purchase; the page does not wait for it. Who does not allow analytics is not counted, the server sees to that. */
export const reportCheckout = (clickid: string, step: 'initiate_checkout' | 'tentativo', planId: string): void =>
  void api('POST /kpi/log/event', {
    body: { clickid, eventName: step, eventValue: planId },
    keepalive: true,
    // The figure is lost; the purchase must not wait for it or fail with it.
  }).catch(() => undefined)
