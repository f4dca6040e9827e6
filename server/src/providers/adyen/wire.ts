import * as z from 'zod/mini'

/** The fields we read of Adyen's answers (Checkout API v72). Unknown fields are dropped. */
const Amount = z.object({ value: z.int(), currency: z.string() })

/** Mostly strings; other values are not read, and no reason to refuse the rest. */
const AdditionalData = z._default(
  z.pipe(
    z.record(z.string(), z.unknown()),
    z.transform((data): Record<string, string> =>
      Object.fromEntries(
        Object.entries(data).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      ),
    ),
  ),
  {},
)

export const PaymentAnswer = z.object({
  resultCode: z.string(),
  pspReference: z.optional(z.string()),
  merchantReference: z.optional(z.string()),
  amount: z.optional(Amount),
  refusalReason: z.optional(z.string()),
  refusalReasonCode: z.optional(z.string()),
  paymentMethod: z.optional(z.object({ brand: z.optional(z.string()) })),
  additionalData: AdditionalData,
  action: z.optional(
    z.object({
      type: z.string(),
      url: z.optional(z.string()),
      method: z.optional(z.string()),
      data: z.optional(z.record(z.string(), z.string())),
    }),
  ),
})
export type PaymentAnswer = z.infer<typeof PaymentAnswer>

export const ServiceError = z.object({ errorCode: z._default(z.string(), '') })

export const ModificationAnswer = z.object({ pspReference: z.string() })

export const CardKeyAnswer = z.object({ publicKey: z.string().check(z.regex(/^[0-9A-Fa-f]+\|[0-9A-Fa-f]+$/)) })

/** One item of a standard notification (Webhooks v1). */
export const NotificationItem = z.object({
  additionalData: AdditionalData,
  amount: Amount,
  eventCode: z.string(),
  eventDate: z.string(),
  merchantAccountCode: z.string(),
  merchantReference: z._default(z.string(), ''),
  originalReference: z.optional(z.string()),
  paymentMethod: z.optional(z.string()),
  pspReference: z.string(),
  reason: z.optional(z.nullable(z.string())),
  success: z.enum(['true', 'false']),
})
export type NotificationItem = z.infer<typeof NotificationItem>

export const Notification = z.object({
  notificationItems: z.array(z.object({ NotificationRequestItem: NotificationItem })).check(z.minLength(1)),
})
