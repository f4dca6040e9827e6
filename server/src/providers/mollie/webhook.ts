import { WebhookRefused, type WebhookHint } from '#modules/payments/port.ts'

/** Mollie posts a form with the payment's id and no signature: it only names the payment to look up. */
export function readWebhook({ raw }: { readonly raw: Buffer }): readonly WebhookHint[] {
  const ids = new URLSearchParams(raw.toString('utf8')).getAll('id')
  const [id] = ids
  if (ids.length !== 1 || id === undefined || !/^tr_[A-Za-z0-9]{1,64}$/.test(id))
    throw new WebhookRefused('no payment id')
  return [{ kind: 'hint', providerRef: id }]
}
