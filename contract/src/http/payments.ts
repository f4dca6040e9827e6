import * as z from 'zod/mini'
import { paymentCodes } from '../codes.ts'
import { amount, country, credits, currency, emailField, line, premiumLevel, text, time, trackerId } from '../fields.ts'
import { route } from '../route.ts'
import { ratePlanView } from './flow.ts'

/** Compact JWE; a plain card number does not match, however padded. */
const encrypted = z.string().check(z.maxLength(4096), z.regex(/^eyJ[A-Za-z0-9_-]{10,}(\.[A-Za-z0-9_-]+){4}$/))

/** Names and values of a return page's query or form. */
const returnParams = z.record(
  z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/)),
  z.string().check(z.maxLength(8192)),
)

/** A payment system, as `sistemi_pagamento` names it. */
const provider = z.string().check(z.regex(/^[a-z]{2,32}$/))

/** The page from which the member went to order; the result pages lead back to it. */
const returnTo = z
  .string()
  .check(z.regex(/^\/(find|match|notifications|profile|credits|chats(\/[A-Za-z0-9-]{1,64})?)$/))

/** The outcome of a charge, for `tryCharge`, the return page and the status poll. */
const chargeReply = z.strictObject({
  status: z.enum(['ok', 'ko', 'pending']),
  /** The order's reference, for asking for its status. */
  reference: z.uuid(),
  /** Nothing is bought by an age check. */
  kind: z.enum(['order', 'age_check']),
  threeDS: z.boolean(),
  /** Where the browser has to go when `threeDS` is set. */
  redirect: z.nullable(
    z.strictObject({ url: z.string(), method: z.enum(['GET', 'POST']), data: z.record(z.string(), z.string()) }),
  ),
  payment_system: z.string(),
  message: z.enum(paymentCodes),
  data: z.strictObject({ customerId: z.nullable(z.string()) }),
  premiumLevel,
  creditiTotali: credits,
  /** The page from which the member went to order, if known and recent. */
  returnTo: z.nullable(returnTo),
})
export type ChargeReply = z.infer<typeof chargeReply>

/** Fields of every order, however it is paid. */
const orderFields = {
  clickid: trackerId,
  rateplan: z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,64}$/)),
  /** A key made by the page: the same order sent twice is one order. */
  orderKey: z.uuid(),
  returnTo: z.optional(returnTo),
  /** The price the member saw; another price answers 409 and charges nothing. */
  prezzo_totale: amount,
  currency,
  /** Separate consents given on the page, unticked before: renewal, and start before the withdrawal period ends. */
  accepts: z.strictObject({ renewal: z.boolean(), immediateStart: z.boolean() }),
  country: z.optional(country),
  descriptor: z.optional(text(60)),
  payment_company: z.optional(text(120)),
  city: z.optional(text(120)),
  domain: z.optional(text(255)),
  email: z.optional(emailField),
  language: z.optional(text(35)),
  screenHeight: z.optional(z.int().check(z.gte(0), z.lte(100000))),
  screenWidth: z.optional(z.int().check(z.gte(0), z.lte(100000))),
  timezone: z.optional(z.int().check(z.gte(-1440), z.lte(1440))),
  userAgent: z.optional(text(512)),
  javaEnabled: z.optional(z.boolean()),
  javascriptEnabled: z.optional(z.boolean()),
  screenColorDepth: z.optional(z.int().check(z.gte(0), z.lte(64))),
} as const

/** An order that is paid on the provider's own page. */
export const createPaymentBody = z.strictObject({
  ...orderFields,
  paySource: z.optional(text(60)),
  newCard: z.optional(z.boolean()),
  actonfile: z.optional(z.boolean()),
})

/** Section 3 "Payment payload (card)", the card itself encrypted to the processor's key; a raw number is refused. */
export const tryChargeBody = z.strictObject({
  ...orderFields,
  firstName: z.optional(line(60)),
  lastName: z.optional(line(60)),
  encryptedCardNumber: z.optional(encrypted),
  encryptedExpiryMonth: z.optional(encrypted),
  encryptedExpiryYear: z.optional(encrypted),
  encryptedSecurityCode: z.optional(encrypted),
  /** The same fields by the specification's names; they take cipher text only. */
  cardNumber: z.optional(encrypted),
  cardMonth: z.optional(encrypted),
  cardYear: z.optional(encrypted),
  cardSecurityCode: z.optional(encrypted),
  paySource: z._default(z.enum(['CREDITCARD']), 'CREDITCARD'),
  /** `actonfile` alone pays with the card on file; beside `newCard` it keeps the new card for the next time. A plan that renews keeps it anyway. */
  newCard: z.optional(z.boolean()),
  actonfile: z.optional(z.boolean()),
})

/** The state of an order as members see it: `pending` is open, `failed` means that nothing was paid, whatever the reason. */
const orderState = z.enum(['pending', 'paid', 'failed', 'partially_refunded', 'refunded', 'disputed'])
export type OrderState = z.infer<typeof orderState>

/** The running plan, whether it renews, and the price of a renewal. */
const subscriptionView = z.strictObject({
  nomePiano: z.string(),
  /** `past_due`: the renewal is not paid yet, the plan stays until `graceUntil`. `ending`: it runs to `endsAt` and is not charged again. */
  state: z.enum(['renewing', 'ending', 'past_due']),
  /** What a renewal costs: the price as sold. */
  price: amount,
  currency,
  period: z.nullable(z.strictObject({ unit: z.enum(['day', 'month']), count: z.int() })),
  paidUntil: time,
  renewsAt: z.nullable(time),
  /** The reminder of its renewal was sent; a PDF at `/pay/subscription/reminder`. */
  reminded: z.boolean(),
  endsAt: z.nullable(time),
  graceUntil: z.nullable(time),
  cancellable: z.boolean(),
  resumable: z.boolean(),
})
export type SubscriptionView = z.infer<typeof subscriptionView>

const orderView = z.strictObject({
  reference: z.uuid(),
  time,
  nomePiano: z.string(),
  total: amount,
  currency,
  state: orderState,
  refunded: amount,
  renewal: z.boolean(),
  /** The member withdrew from it; the confirmation is a PDF at `/pay/orders/:reference/withdrawal`. */
  withdrawn: z.boolean(),
  /** Invoice first, then credit notes; each is a PDF at `/pay/orders/:reference/invoices/:number`. */
  invoices: z.array(z.strictObject({ number: z.string(), kind: z.enum(['invoice', 'credit_note']) })),
})
export type OrderView = z.infer<typeof orderView>

/** An order that the member can withdraw from, and the effect of withdrawing now. */
const withdrawalView = z.strictObject({
  reference: z.uuid(),
  nomePiano: z.string(),
  time,
  paid: amount,
  refund: amount,
  currency,
  /** Unused credits that go back; 0 for a term. */
  crediti: credits,
  /** End of the withdrawal period. */
  until: time,
  endsPlan: z.boolean(),
})
export type WithdrawalView = z.infer<typeof withdrawalView>

const pageReply = z.extend(chargeReply, {
  _links: z.strictObject({ checkout: z.nullable(z.strictObject({ href: z.string() })) }),
})

const checkStatusBody = z.strictObject({
  clickid: trackerId,
  redirectResult: z.optional(z.string().check(z.minLength(1), z.maxLength(8192))),
  /** The provider's number of the payment. */
  InstanceId: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  /** Other parameters of the return page's address, by name. */
  returned: z.optional(returnParams),
  reference: z.optional(z.uuid()),
  domain: z.optional(text(255)),
  payment_company: z.optional(text(120)),
})
const statusReply = z.extend(chargeReply, {
  /** Paid. `message` says what else it is. */
  result: z.boolean(),
  /** The plan that was ordered, to order it again another way. */
  rateplan: z.string(),
})

export const paymentRoutes = {
  payRules: route({
    id: 'payRules',
    method: 'POST',
    path: '/pay/pay_rules/get_pay_rules',
    tag: 'payments',
    access: 'member',
    summary: 'The plans and packs the member may buy now, how they may pay, and what stands above the order button.',
    body: z.strictObject({ clickid: trackerId }),
    reply: z.strictObject({
      rateplan: z.array(ratePlanView),
      sistemi_pagamento: z.array(z.string()),
      /** How the member may pay now, in display order: in a card form, on the provider's own page, or with a wallet of the device. */
      payableBy: z.array(
        z.strictObject({
          payment_system: z.string(),
          kind: z.enum(['card', 'hosted', 'wallet']),
          /** The name by which members know the payment system, the same in every language. */
          label: z.string(),
          /** The member approves a transfer from their bank, which the label alone does not say. */
          transfer: z.boolean(),
          /** Devices that offer the wallet: those whose browser has Apple's payment sheet, or all others. Null for what is no wallet. */
          devices: z.nullable(z.enum(['apple', 'other'])),
          /** Address of the frame with the wallet's own button; null for everything else. */
          frame: z.nullable(z.string()),
          /** Whether a plan that renews can be paid this way. */
          renewals: z.boolean(),
        }),
      ),
      /** How the member can show their age before they may buy (a card is not charged). Null where no age check is needed. */
      ageCheckBy: z.nullable(z.array(z.enum(['card', 'wallet']))),
      /** The page from which the member went to their newest order of the last hour. */
      returnTo: z.nullable(returnTo),
      descriptor: z.string(),
      vatRate: z.number(),
      cardOnFile: z.nullable(z.strictObject({ brand: z.string(), label: z.string(), last4: z.string() })),
      /** Days of notice before a renewal in the brand's country. */
      noticeDays: z.int(),
      withdrawalDays: z.int(),
      subscription: z.nullable(z.strictObject({ nomePiano: z.string(), renewsAt: z.nullable(time), endsAt: time })),
    }),
    failures: [401, 404],
  }),
  tryCharge: route({
    id: 'tryCharge',
    method: 'POST',
    path: '/pay/orders/tryCharge',
    tag: 'payments',
    access: 'member',
    summary: 'Pay for a plan by card (encrypted fields) or by the card on file.',
    body: tryChargeBody,
    reply: chargeReply,
    failures: [401, 403, 404, 409],
  }),
  createPayment: route({
    id: 'createPayment',
    method: 'POST',
    path: '/pay/orders/:provider/createPayment',
    tag: 'payments',
    access: 'member',
    summary: "Order a plan and pay for it on the provider's own page: go to `_links.checkout.href`.",
    params: z.strictObject({ provider }),
    body: createPaymentBody,
    reply: pageReply,
    failures: [401, 403, 404, 409],
  }),
  checkTransactionStatus: route({
    id: 'checkTransactionStatus',
    method: 'POST',
    path: '/pay/orders/:provider/checkTransactionStatus',
    tag: 'payments',
    access: 'member',
    summary:
      "What came of an order after the provider's page; send what its return page brought. Without `reference`: the newest.",
    params: z.strictObject({ provider }),
    body: checkStatusBody,
    reply: statusReply,
    failures: [401, 404],
  }),
  checkPayment: route({
    id: 'checkPayment',
    method: 'POST',
    path: '/pay/orders/:provider/checkPayment',
    tag: 'payments',
    access: 'member',
    summary: 'The same as checkTransactionStatus.',
    params: z.strictObject({ provider }),
    body: checkStatusBody,
    reply: statusReply,
    failures: [401, 404],
  }),
  intent: route({
    id: 'intent',
    method: 'POST',
    path: '/pay/orders/:provider/intent',
    tag: 'payments',
    access: 'member',
    summary: "The same as createPayment, with the provider's number of the payment as `InstanceId`.",
    params: z.strictObject({ provider }),
    body: createPaymentBody,
    reply: z.extend(pageReply, { InstanceId: z.nullable(z.string()) }),
    failures: [401, 403, 404, 409],
  }),
  orderOk: route({
    id: 'orderOk',
    method: 'POST',
    path: '/pay/orders/client/:provider/orderOk',
    tag: 'payments',
    access: 'member',
    summary:
      "For clients in which the provider itself says that the member approved an order: what came of it. `response.id` is the provider's, of an order that `createPayment` made; nothing else of `response` counts.",
    params: z.strictObject({ provider }),
    body: z.strictObject({
      request: z.strictObject({
        clickid: trackerId,
        rateplan: z.optional(orderFields.rateplan),
        country: orderFields.country,
        descriptor: orderFields.descriptor,
        payment_system: z.optional(text(60)),
        city: orderFields.city,
        domain: orderFields.domain,
        email: orderFields.email,
      }),
      response: z.strictObject({
        id: z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/)),
        card: z.optional(z.strictObject({ tokenId: z.optional(text(255)) })),
        cardholderName: z.optional(line(120)),
        email: orderFields.email,
      }),
    }),
    reply: statusReply,
    failures: [401, 404],
  }),
  walletOrder: route({
    id: 'walletOrder',
    method: 'POST',
    path: '/pay/orders/:provider/paymentData',
    tag: 'payments',
    access: 'member',
    summary:
      'Pay for a plan with a wallet of the device (`googlepay`, `applepay`): the order, and what the wallet handed over.',
    params: z.strictObject({ provider }),
    body: z.strictObject({
      request: z.strictObject({
        ...orderFields,
        payment_system: z.optional(text(60)),
        paySource: z.optional(text(60)),
      }),
      /** The wallet script's answer: Google's PaymentData or Apple's payment. */
      response: z.record(z.string().check(z.maxLength(64)), z.unknown()),
    }),
    reply: chargeReply,
    failures: [401, 403, 404, 409],
  }),
  validateMerchant: route({
    id: 'validateMerchant',
    method: 'POST',
    path: '/pay/validate-merchant',
    tag: 'payments',
    access: 'member',
    summary: "Apple Pay's merchant validation: asks the address that Apple named for the session that its sheet needs.",
    body: z.strictObject({ validationURL: z.string().check(z.minLength(1), z.maxLength(512)) }),
    /** Apple's merchant session, unchanged. */
    reply: z.strictObject({ data: z.record(z.string(), z.unknown()) }),
    failures: [401, 404],
  }),
  cards: route({
    id: 'cards',
    method: 'GET',
    path: '/pay/cards/list/:trackerId',
    tag: 'payments',
    access: 'member',
    summary: "The member's stored cards, newest first.",
    params: z.strictObject({ trackerId }),
    reply: z.strictObject({
      cards: z.array(
        z.strictObject({
          id: z.uuid(),
          brand: z.string(),
          /** Name of the card's network, or of the payment system where an account is stored; the same in every language. */
          label: z.string(),
          /** Empty for an account. */
          last4: z.string(),
          time,
          /** Without it the running plan cannot renew: the member is asked to pay when it is due. */
          paysRenewals: z.boolean(),
        }),
      ),
    }),
    failures: [401, 404],
  }),
  removeCard: route({
    id: 'removeCard',
    method: 'DELETE',
    path: '/pay/cards/:id',
    tag: 'payments',
    access: 'member',
    summary: 'Remove a stored card, here and at the payment provider.',
    params: z.strictObject({ id: z.uuid() }),
    reply: z.strictObject({ status: z.literal('ok') }),
    failures: [401, 404],
  }),
  unsubUser: route({
    id: 'unsubUser',
    method: 'POST',
    path: '/pay/orders/unsubUser',
    tag: 'payments',
    access: 'member',
    summary: 'Cancel the running subscription: it stays until its end and is not charged again.',
    body: z.strictObject({ clickid: trackerId }),
    reply: z.strictObject({ status: z.literal('ok'), endsAt: z.nullable(time) }),
    failures: [401, 404, 409],
  }),
  resumeUser: route({
    id: 'resumeUser',
    method: 'POST',
    path: '/pay/orders/resumeUser',
    tag: 'payments',
    access: 'member',
    summary: 'Take a cancellation back while the paid term runs.',
    body: z.strictObject({ clickid: trackerId }),
    reply: z.strictObject({ status: z.literal('ok'), renewsAt: time }),
    failures: [401, 404, 409],
  }),
  orders: route({
    id: 'orders',
    method: 'GET',
    path: '/pay/orders/list/:trackerId',
    tag: 'payments',
    access: 'member',
    summary: "The member's plan as it stands and their newest 50 orders, newest first.",
    params: z.strictObject({ trackerId }),
    reply: z.strictObject({ subscription: z.nullable(subscriptionView), orders: z.array(orderView) }),
    failures: [401, 404],
  }),
  withdrawal: route({
    id: 'withdrawal',
    method: 'GET',
    path: '/pay/orders/withdrawal/:trackerId',
    tag: 'payments',
    access: 'member',
    summary: 'The orders that can be withdrawn from now, with what comes back.',
    params: z.strictObject({ trackerId }),
    reply: z.strictObject({ orders: z.array(withdrawalView) }),
    failures: [401, 404],
  }),
  withdraw: route({
    id: 'withdraw',
    method: 'POST',
    path: '/pay/orders/withdraw',
    tag: 'payments',
    access: 'member',
    summary: 'Withdraw from an order within 14 days: once, with a pro rata refund. Asked again it answers the same.',
    body: z.strictObject({ clickid: trackerId, reference: z.uuid().check(z.toLowerCase()) }),
    reply: z.strictObject({
      status: z.literal('ok'),
      reference: z.uuid(),
      refund: amount,
      currency,
      crediti: credits,
      premiumLevel,
      creditiTotali: credits,
    }),
    failures: [401, 404, 409],
  }),
} as const
