import * as z from 'zod/mini'
import { isAmountOf } from '#modules/payments/port.ts'

/** The fields read of PayPal's resources. */

const Amount = z
  .object({ currency_code: z.string(), value: z.string() })
  .check(z.refine(({ currency_code: currency, value }) => isAmountOf(value, currency)))
export type Amount = z.infer<typeof Amount>

const Link = z.object({ href: z.url({ protocol: /^https?$/ }), rel: z.string() })
const LinkList = z._default(z.array(Link), [])

const id = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/))
const text = z.optional(z.nullable(z.string()))

export const Capture = z.object({
  id,
  status: z.enum(['COMPLETED', 'DECLINED', 'PARTIALLY_REFUNDED', 'PENDING', 'REFUNDED', 'FAILED']),
  amount: Amount,
  invoice_id: text,
  seller_receivable_breakdown: z.optional(z.object({ paypal_fee: z.optional(Amount) })),
  supplementary_data: z.optional(z.object({ related_ids: z.optional(z.object({ order_id: text })) })),
})
export type Capture = z.infer<typeof Capture>

const Vault = z.object({ id: z.optional(z.string()), status: z.optional(z.string()) })

export const Order = z.object({
  id,
  status: z.enum(['CREATED', 'SAVED', 'APPROVED', 'VOIDED', 'COMPLETED', 'PAYER_ACTION_REQUIRED']),
  purchase_units: z
    .array(
      z.object({
        reference_id: text,
        custom_id: text,
        amount: Amount,
        payments: z.optional(z.object({ captures: z.optional(z.array(Capture)) })),
      }),
    )
    .check(z.length(1)),
  payment_source: z.optional(
    z.object({
      paypal: z.optional(z.object({ attributes: z.optional(z.object({ vault: z.optional(Vault) })) })),
    }),
  ),
  links: LinkList,
})
export type Order = z.infer<typeof Order>

export const Refund = z.object({
  id,
  status: z.enum(['CANCELLED', 'FAILED', 'PENDING', 'COMPLETED']),
  amount: Amount,
  custom_id: text,
  links: LinkList,
})
export type Refund = z.infer<typeof Refund>

/** The answer to what was done with a dispute. */
export const Links = z.object({ links: z.array(z.unknown()) })

export const DisputeState = z.object({ status: z.string() })

export const Dispute = z.object({
  dispute_id: z.optional(z.string().check(z.maxLength(255))),
  reason: z.optional(z.string()),
  seller_response_due_date: z.optional(z.string()),
  status: z.string(),
  dispute_amount: z.optional(Amount),
  dispute_outcome: z.optional(z.object({ outcome_code: text })),
  disputed_transactions: z.array(z.object({ seller_transaction_id: z.string(), invoice_number: text })),
})

export type Dispute = z.infer<typeof Dispute>

export const Kept = z.object({ metadata: z.object({ order_id: id }) })

export const Failure = z.object({ name: z.string(), details: z._default(z.array(z.object({ issue: z.string() })), []) })

export const Verification = z.object({ verification_status: z.enum(['SUCCESS', 'FAILURE']) })

export const Event = z.object({
  id: z.string().check(z.regex(/^[\w-]{1,80}$/)),
  event_type: z.string(),
  create_time: z.string(),
  resource: z.looseObject({}),
})
export type Event = z.infer<typeof Event>
