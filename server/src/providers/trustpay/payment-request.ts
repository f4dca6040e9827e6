import type { ChargeRequest } from '#modules/payments/port.ts'
import { toAmount } from './amounts.ts'

/** An instant bank transfer: the member chooses their bank on TrustPay's page and approves there. */
export const transferRequest = (
  { reference, amount, shopper, returnUrl, webhookUrl }: ChargeRequest,
  projectId: string,
) => ({
  PaymentMethod: 'Wire',
  MerchantIdentification: { ProjectId: projectId },
  PaymentInformation: {
    Amount: toAmount(amount),
    References: { MerchantReference: reference },
    // The bank reports the payer; TrustPay requires a name, so it gets our reference.
    Debtor: { Name: shopper.reference, Email: shopper.email },
  },
  CallbackUrls: {
    Success: returnUrl,
    Cancel: `${returnUrl}&left=1`,
    Error: returnUrl,
    Notification: webhookUrl,
  },
})
