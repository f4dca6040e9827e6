import type { ChargeRequest } from '#modules/payments/port.ts'
import { toAmount } from './amounts.ts'
import type { Kept } from './token.ts'

/** Languages of Stripe's page. */
const languages = new Set(['it', 'es', 'fr', 'en', 'de', 'pt', 'nl'])

/** Maximum length of a statement text. */
const statementLength = 22

/**
 * A payment on Stripe's page. Pure: the same charge gives the same form, so that a repeat under its key returns the
 * first response.
 */
export function sessionForm(request: ChargeRequest): Readonly<Record<string, string>> {
  const { reference, shopper, returnUrl, source } = request
  const amount = toAmount(request.amount)
  const language = shopper.locale.slice(0, 2)
  return {
    mode: 'payment',
    client_reference_id: reference,
    customer_email: shopper.email,
    ...(languages.has(language) ? { locale: language } : {}),
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': amount.currency,
    'line_items[0][price_data][unit_amount]': amount.amount,
    'line_items[0][price_data][product_data][name]': request.descriptor,
    success_url: returnUrl,
    cancel_url: `${returnUrl}&left=1`,
    'metadata[kept]': source.method === 'hosted' && source.store ? '1' : '0',
    'payment_intent_data[metadata][reference]': reference,
    'payment_intent_data[metadata][shopper]': shopper.reference,
    // A decline is not final there: the page lets the customer retry.
    'payment_intent_data[metadata][page]': '1',
    'payment_intent_data[statement_descriptor_suffix]': request.descriptor.slice(0, statementLength),
    ...(source.method === 'hosted' && source.store
      ? { customer_creation: 'always', 'payment_intent_data[setup_future_usage]': 'off_session' }
      : {}),
  }
}

/** A charge of a stored method, without the customer. */
export const renewalForm = (request: ChargeRequest, { customer, paymentMethod }: Kept) => ({
  ...toAmount(request.amount),
  customer,
  payment_method: paymentMethod,
  confirm: 'true',
  off_session: 'true',
  'metadata[reference]': request.reference,
  'metadata[shopper]': request.shopper.reference,
})
