import * as z from 'zod/mini'

/** The fields read of TrustPay's messages. Its numbers are sometimes strings. */

const id = z.pipe(
  z.union([z.number(), z.string()]).check(z.refine((value) => /^\d{1,18}$/.test(String(value)))),
  z.transform(String),
)
const Amount = z.object({
  Amount: z.pipe(
    z.union([z.number(), z.string()]).check(z.refine((value) => /^\d{1,9}(\.\d{1,2})?$/.test(String(value)))),
    z.transform(Number),
  ),
  Currency: z.string(),
})
export type Amount = z.infer<typeof Amount>

const Reason = z.optional(
  z.nullable(z.object({ Reason: z.optional(z.nullable(z.object({ Code: z.optional(z.nullable(z.string())) }))) })),
)

const ResultInfo = z.optional(
  z.nullable(z.object({ ResultCode: z.pipe(z.union([z.number(), z.string()]), z.transform(Number)) })),
)

export const Created = z.object({
  PaymentRequestId: id,
  GatewayUrl: z.url({ protocol: /^https?$/ }),
})

export const Payment = z.object({
  PaymentInformation: z.object({
    Status: z.enum(['Paid', 'Authorized', 'Rejected', 'Authorizing', 'Pending']),
    StatusReasonInformation: Reason,
    References: z.object({ PaymentRequestId: id, MerchantReference: z.optional(z.nullable(z.string())) }),
    Amount: z.optional(Amount),
  }),
})
export type Payment = z.infer<typeof Payment>

export const Payout = z.object({ PaymentRequestId: z.optional(z.nullable(id)), ResultInfo })

export const Failure = z.object({ ResultInfo })

export const Notification = z.object({
  PaymentInformation: z.object({
    CreditDebitIndicator: z.enum(['CRDT', 'DBIT']),
    References: z.object({
      MerchantReference: z.optional(z.nullable(z.string())),
      PaymentId: z.optional(z.nullable(id)),
      PaymentRequestId: z.optional(z.nullable(id)),
    }),
    Status: z.string().check(z.regex(/^[A-Za-z]{1,32}$/)),
    Amount,
    StatusReasonInformation: Reason,
  }),
  Signature: z.string(),
})
export type Notification = z.infer<typeof Notification>
