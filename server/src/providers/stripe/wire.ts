import * as z from 'zod/mini'

/** The fields read of Stripe's resources. */

/** Manual entries in the dashboard may have other metadata. */
const Metadata = z._default(z.record(z.string(), z.string()), {})

const CardError = z.object({
  code: z.optional(z.nullable(z.string())),
  decline_code: z.optional(z.nullable(z.string())),
})
export type CardError = z.infer<typeof CardError>

const BalanceTransaction = z.object({ fee: z.int(), currency: z.string() })

const Charge = z.object({
  amount_refunded: z.optional(z.int()),
  balance_transaction: z.optional(z.nullable(z.union([z.string(), BalanceTransaction]))),
  payment_method_details: z.optional(
    z.nullable(
      z.object({
        card: z.optional(
          z.nullable(
            z.object({
              brand: z.optional(z.nullable(z.string())),
              last4: z.optional(z.nullable(z.string())),
              exp_month: z.optional(z.nullable(z.number())),
              exp_year: z.optional(z.nullable(z.number())),
              fingerprint: z.optional(z.nullable(z.string())),
            }),
          ),
        ),
      }),
    ),
  ),
})

export const Intent = z.object({
  id: z.string().check(z.regex(/^pi_/)),
  object: z.literal('payment_intent'),
  status: z.string(),
  amount: z.int(),
  amount_received: z._default(z.int(), 0),
  currency: z.string(),
  customer: z.optional(z.nullable(z.string())),
  payment_method: z.optional(z.nullable(z.string())),
  setup_future_usage: z.optional(z.nullable(z.string())),
  metadata: Metadata,
  last_payment_error: z.optional(z.nullable(CardError)),
  latest_charge: z.optional(z.nullable(z.union([z.string(), Charge]))),
})
export type Intent = z.infer<typeof Intent>

export const Session = z.object({
  id: z.string().check(z.regex(/^cs_/)),
  object: z.literal('checkout.session'),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  amount_total: z.nullable(z.int()),
  currency: z.nullable(z.string()),
  client_reference_id: z.nullable(z.string()),
  metadata: Metadata,
  url: z.nullable(z.url({ protocol: /^https?$/ })),
  payment_intent: z.nullable(z.union([z.string(), Intent])),
})
export type Session = z.infer<typeof Session>

export const Refund = z.object({
  id: z.string().check(z.regex(/^re_/)),
  object: z.literal('refund'),
  status: z.nullable(z.string()),
  amount: z.int(),
  currency: z.string(),
  payment_intent: z.nullable(z.string()),
  metadata: Metadata,
})
export type Refund = z.infer<typeof Refund>

export const Refunds = z.object({ object: z.literal('list'), data: z.array(Refund) })

export const Dispute = z.object({
  id: z.string(),
  object: z.literal('dispute'),
  status: z.string(),
  amount: z.int(),
  currency: z.string(),
  payment_intent: z.nullable(z.string()),
  reason: z.optional(z.nullable(z.string())),
  evidence_details: z.optional(
    z.object({ due_by: z.optional(z.nullable(z.int())), submission_count: z.optional(z.int()) }),
  ),
})
export type Dispute = z.infer<typeof Dispute>

export const Failure = z.object({
  error: z.object({
    type: z.string(),
    message: z.optional(z.string()),
    code: z.optional(z.nullable(z.string())),
    decline_code: z.optional(z.nullable(z.string())),
    payment_intent: z.optional(z.nullable(Intent)),
  }),
})

export const Event = z.object({
  id: z.string().check(z.regex(/^evt_/)),
  object: z.literal('event'),
  type: z.string(),
  created: z.int(),
  data: z.object({ object: z.unknown() }),
})
export type Event = z.infer<typeof Event>
