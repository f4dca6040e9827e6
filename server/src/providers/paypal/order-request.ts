import type { ChargeRequest } from '#modules/payments/port.ts'
import { toAmount } from './amounts.ts'

/** Longest texts that PayPal takes. */
const statementLength = 22
const descriptionLength = 127

const order = (request: ChargeRequest, payPal: object): object => ({
  intent: 'CAPTURE',
  purchase_units: [
    {
      reference_id: request.reference,
      custom_id: request.shopper.reference,
      // PayPal refuses a second payment with the same invoice id.
      invoice_id: request.reference,
      description: request.descriptor.slice(0, descriptionLength),
      soft_descriptor: request.descriptor.slice(0, statementLength),
      amount: toAmount(request.amount),
    },
  ],
  payment_source: { paypal: payPal },
})

/**
 * A payment that the member approves on PayPal's page with their account, not as a guest with a card or with methods
 * that take days. Pure: the same charge gives the same order, so that a repeat under its id returns the first response.
 */
export function pageOrder(request: ChargeRequest): object {
  const { source, returnUrl, shopper, descriptor } = request
  const store = source.method === 'hosted' && source.store
  return order(request, {
    experience_context: {
      brand_name: descriptor.slice(0, descriptionLength),
      locale: shopper.locale,
      shipping_preference: 'NO_SHIPPING',
      landing_page: 'LOGIN',
      user_action: 'PAY_NOW',
      payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
      return_url: returnUrl,
      cancel_url: `${returnUrl}&left=1`,
    },
    ...(store
      ? {
          attributes: {
            vault: { store_in_vault: 'ON_SUCCESS', usage_type: 'MERCHANT', usage_pattern: 'RECURRING_PREPAID' },
          },
        }
      : {}),
  })
}

/** A charge of a stored account, without the member. */
export const renewalOrder = (request: ChargeRequest, token: string): object => order(request, { vault_id: token })
