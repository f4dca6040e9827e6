import { fingerprintOf } from '../hosted/fingerprint.ts'
import type { HostedCustomer, HostedPayment, HostedRefund, StoredMethod } from '../hosted/records.ts'
import { toDecimal } from '../minor-units.ts'
import { refundedOf } from '../hosted/payments.ts'

const PROFILE = 'pfl_SandboxProf'
const DASHBOARD = 'https://www.mollie.com/dashboard/org_1'
const link = (href: string, type = 'application/hal+json') => ({ href, type })
const documentation = link('https://docs.mollie.com/', 'text/html')

/** The last day of the test cards. */
const cardExpires = '2030-08-31'

/** `2021-12-14T12:53:25+00:00` */
const time = (iso: string): string => `${iso.slice(0, 19)}+00:00`
const money = (minor: number, currency: string) => ({ currency, value: toDecimal('Mollie', minor, currency) })

const STATUS = {
  open: 'open',
  approved: 'authorized',
  authenticating: 'open',
  pending: 'pending',
  paid: 'paid',
  failed: 'failed',
  cancelled: 'canceled',
  expired: 'expired',
} as const

/** A payment in Mollie's format. @param base URL of the API and the page, such as `http://localhost:3001/mollie` */
export function paymentView(payment: HostedPayment, base: string, embed: readonly string[] = []): object {
  const status = STATUS[payment.status]
  const refunded = refundedOf(payment)
  const self = `${base}/v2/payments/${payment.id}`
  const { currency } = payment
  return {
    resource: 'payment',
    id: payment.id,
    mode: 'test',
    createdAt: time(payment.createdAt),
    amount: money(payment.amount, currency),
    ...(status === 'paid'
      ? {
          amountRefunded: money(refunded, currency),
          amountRemaining: money(payment.amount - refunded, currency),
          ...(payment.dispute ? { amountChargedBack: money(payment.amount, currency) } : {}),
        }
      : {}),
    description: payment.description,
    ...(payment.card === null ? {} : { method: 'creditcard' }),
    metadata: payment.metadata,
    status,
    ...(status === 'open' ? { isCancelable: true, expiresAt: time(payment.expiresAt) } : {}),
    ...(status === 'paid' ? { paidAt: time(payment.changedAt) } : {}),
    ...(status === 'canceled' ? { canceledAt: time(payment.changedAt) } : {}),
    ...(status === 'expired' ? { expiredAt: time(payment.changedAt) } : {}),
    ...(status === 'failed' ? { failedAt: time(payment.changedAt) } : {}),
    ...(payment.locale === null ? {} : { locale: payment.locale }),
    profileId: PROFILE,
    sequenceType: payment.by === 'page' ? (payment.keep ? 'first' : 'oneoff') : 'recurring',
    ...(payment.customerId === null ? {} : { customerId: payment.customerId }),
    ...(payment.storedId === null ? {} : { mandateId: payment.storedId }),
    redirectUrl: payment.returnUrl,
    webhookUrl: payment.webhookUrl,
    ...(payment.card === null
      ? {}
      : {
          details: {
            cardNumber: payment.card.last4,
            cardHolder: 'T. Tester',
            cardLabel: 'Visa',
            cardFingerprint: fingerprintOf(payment.card, 24),
            cardAudience: 'consumer',
            cardCountryCode: 'IT',
            cardSecurity: '3dsecure',
            feeRegion: 'intra-eu',
            ...(payment.failure === null
              ? {}
              : { failureReason: payment.failure, failureMessage: 'The payment was declined.' }),
          },
        }),
    _links: {
      self: link(self),
      dashboard: link(`${DASHBOARD}/payments/${payment.id}`, 'text/html'),
      documentation,
      ...(status === 'open' ? { checkout: link(`${base}/checkout/${payment.id}`, 'text/html') } : {}),
    },
    ...(embed.length === 0
      ? {}
      : {
          _embedded: {
            ...(embed.includes('refunds')
              ? { refunds: payment.refunds.map((refund) => refundView(payment, refund, base)) }
              : {}),
            ...(embed.includes('chargebacks') ? { chargebacks: chargebackViews(payment, base) } : {}),
          },
        }),
  }
}

/** A mandate of a card. */
export const mandateView = ({ id, customerId, createdAt, card }: StoredMethod, base: string): object => ({
  resource: 'mandate',
  id,
  mode: 'test',
  method: 'creditcard',
  details: {
    cardHolder: 'T. Tester',
    cardNumber: card.last4,
    cardExpiryDate: cardExpires,
    cardLabel: 'Visa',
    cardFingerprint: fingerprintOf(card, 24),
  },
  signatureDate: createdAt.slice(0, 10),
  mandateReference: null,
  customerId,
  status: 'valid',
  createdAt: time(createdAt),
  _links: {
    self: link(`${base}/v2/customers/${customerId}/mandates/${id}`),
    customer: link(`${base}/v2/customers/${customerId}`),
    documentation,
  },
})

export const refundView = (payment: HostedPayment, refund: HostedRefund, base: string): object => ({
  resource: 'refund',
  id: refund.id,
  mode: 'test',
  amount: money(refund.amount, payment.currency),
  status: refund.status,
  createdAt: time(refund.createdAt),
  description: payment.description,
  metadata: refund.metadata,
  paymentId: payment.id,
  _links: {
    self: link(`${base}/v2/payments/${payment.id}/refunds/${refund.id}`),
    payment: link(`${base}/v2/payments/${payment.id}`),
    documentation,
  },
})

/** Mollie takes the money back as soon as a chargeback opens; if the merchant wins, it is reversed. */
const chargebackViews = ({ id, dispute, amount, currency }: HostedPayment, base: string): readonly object[] =>
  dispute === null
    ? []
    : [
        {
          resource: 'chargeback',
          id: dispute.id,
          amount: money(amount, currency),
          paymentId: id,
          createdAt: time(dispute.createdAt),
          reversedAt: dispute.state === 'won' && dispute.closedAt !== null ? time(dispute.closedAt) : null,
          _links: {
            self: link(`${base}/v2/payments/${id}/chargebacks/${dispute.id}`),
            payment: link(`${base}/v2/payments/${id}`),
            documentation,
          },
        },
      ]

export const refundListView = (payment: HostedPayment, base: string): object => ({
  count: payment.refunds.length,
  _embedded: { refunds: payment.refunds.map((refund) => refundView(payment, refund, base)) },
  _links: {
    self: link(`${base}/v2/payments/${payment.id}/refunds`),
    previous: null,
    next: null,
    documentation,
  },
})

export const customerView = (customer: HostedCustomer, base: string): object => ({
  resource: 'customer',
  id: customer.id,
  mode: 'test',
  name: null,
  email: null,
  locale: null,
  metadata: customer.metadata,
  createdAt: time(customer.createdAt),
  _links: {
    self: link(`${base}/v2/customers/${customer.id}`),
    dashboard: link(`${DASHBOARD}/customers/${customer.id}`, 'text/html'),
    documentation,
  },
})

export const methodsView = (base: string): object => ({
  count: 1,
  _embedded: {
    methods: [
      {
        resource: 'method',
        id: 'creditcard',
        description: 'Card',
        minimumAmount: { currency: 'EUR', value: '0.01' },
        maximumAmount: { currency: 'EUR', value: '10000.00' },
        image: {
          size1x: 'https://www.mollie.com/external/icons/payment-methods/creditcard.png',
          size2x: 'https://www.mollie.com/external/icons/payment-methods/creditcard%402x.png',
          svg: 'https://www.mollie.com/external/icons/payment-methods/creditcard.svg',
        },
        status: 'activated',
        _links: { self: link(`${base}/v2/methods/creditcard`) },
      },
    ],
  },
  _links: { self: link(`${base}/v2/methods`), documentation },
})
