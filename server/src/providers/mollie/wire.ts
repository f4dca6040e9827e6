import * as z from 'zod/mini'
import { isAmountOf } from '#modules/payments/port.ts'

/** The fields read of Mollie's resources. */

const Amount = z
  .object({ currency: z.string(), value: z.string() })
  .check(z.refine(({ currency, value }) => isAmountOf(value, currency)))
export type Amount = z.infer<typeof Amount>

const Link = z.object({ href: z.url({ protocol: /^https?$/ }) })

/** Our metadata are objects of strings; manual entries in the dashboard may be anything. */
const Metadata = z.pipe(
  z.unknown(),
  z.transform((data): Readonly<Record<string, string>> => {
    const texts = z.record(z.string(), z.string()).safeParse(data)
    return texts.success ? texts.data : {}
  }),
)

export const Refund = z.object({
  id: z.string(),
  status: z.string(),
  amount: Amount,
  createdAt: z.string(),
  metadata: Metadata,
})
export type Refund = z.infer<typeof Refund>

const Chargeback = z.object({
  id: z.string(),
  amount: Amount,
  createdAt: z.string(),
  reversedAt: z.optional(z.nullable(z.string())),
})
export type Chargeback = z.infer<typeof Chargeback>

export const Payment = z.object({
  id: z.string().check(z.regex(/^tr_/)),
  status: z.enum(['open', 'pending', 'authorized', 'paid', 'canceled', 'expired', 'failed']),
  amount: Amount,
  amountRefunded: z.optional(z.nullable(Amount)),
  metadata: Metadata,
  createdAt: z.string(),
  paidAt: z.optional(z.nullable(z.string())),
  customerId: z.optional(z.nullable(z.string())),
  mandateId: z.optional(z.nullable(z.string())),
  sequenceType: z.optional(z.string()),
  details: z.optional(
    z.nullable(
      z.object({
        cardNumber: z.optional(z.nullable(z.string())),
        cardLabel: z.optional(z.nullable(z.string())),
        cardFingerprint: z.optional(z.nullable(z.string())),
        failureReason: z.optional(z.nullable(z.string())),
      }),
    ),
  ),
  statusReason: z.optional(z.nullable(z.object({ code: z.string() }))),
  _links: z.object({ checkout: z.optional(z.nullable(Link)) }),
  _embedded: z.optional(
    z.object({ refunds: z._default(z.array(Refund), []), chargebacks: z._default(z.array(Chargeback), []) }),
  ),
})
export type Payment = z.infer<typeof Payment>

export const Refunds = z.object({ _embedded: z.object({ refunds: z.array(Refund) }) })

/** Only mandates have the expiry of a card; payments leave it out. */
export const MandateDetails = z.object({
  details: z.optional(z.nullable(z.object({ cardExpiryDate: z.optional(z.nullable(z.string())) }))),
})

export const Customer = z.object({ id: z.string().check(z.regex(/^cst_/)) })
