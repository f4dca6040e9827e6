/** The fields of PayPal's requests that the stand-in supports; any other field is an error. */

export interface Amount {
  readonly currency_code: string
  readonly value: string
}
export interface OrderBody {
  readonly intent: 'CAPTURE'
  readonly purchase_units: readonly [
    {
      readonly reference_id?: string
      readonly custom_id?: string
      readonly invoice_id?: string
      readonly description?: string
      readonly soft_descriptor?: string
      readonly amount: Amount
    },
  ]
  readonly payment_source: {
    readonly paypal: {
      readonly vault_id?: string
      readonly attributes?: { readonly vault?: { readonly store_in_vault?: string } }
      readonly experience_context?: {
        readonly locale?: string
        readonly return_url?: string
        readonly cancel_url?: string
      }
    }
  }
}
export interface RefundBody {
  readonly amount?: Amount
  readonly custom_id?: string
}
export interface EvidenceBody {
  readonly evidences: readonly [{ readonly evidence_type: string; readonly notes: string }]
}
export interface VerifyBody {
  readonly webhook_id: string
  readonly transmission_id: string
  readonly transmission_time: string
  readonly transmission_sig: string
  readonly webhook_event: object
}

const amount = {
  type: 'object',
  required: ['currency_code', 'value'],
  additionalProperties: false,
  properties: {
    currency_code: { type: 'string', pattern: '^[A-Z]{3}$' },
    value: { type: 'string', pattern: '^\\d{1,8}(\\.\\d{1,3})?$' },
  },
}
const line = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength })
const exact = (required: readonly string[], properties: object) => ({
  type: 'object',
  required,
  additionalProperties: false,
  properties,
})

const vault = exact(['usage_type'], {
  store_in_vault: { const: 'ON_SUCCESS' },
  usage_type: { enum: ['MERCHANT', 'PLATFORM'] },
  usage_pattern: { enum: ['IMMEDIATE', 'DEFERRED', 'RECURRING_PREPAID', 'RECURRING_POSTPAID'] },
  customer_type: { enum: ['CONSUMER', 'BUSINESS'] },
  description: line(128),
  permit_multiple_payment_tokens: { type: 'boolean' },
})
const page = exact([], {
  brand_name: line(127),
  locale: { type: 'string', pattern: '^[a-z]{2}-[A-Z]{2}$' },
  shipping_preference: { enum: ['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS'] },
  landing_page: { enum: ['LOGIN', 'GUEST_CHECKOUT', 'NO_PREFERENCE'] },
  user_action: { enum: ['CONTINUE', 'PAY_NOW'] },
  payment_method_preference: { enum: ['UNRESTRICTED', 'IMMEDIATE_PAYMENT_REQUIRED'] },
  return_url: { type: 'string', format: 'uri' },
  cancel_url: { type: 'string', format: 'uri' },
})

export const orderSchema = exact(['intent', 'purchase_units', 'payment_source'], {
  intent: { const: 'CAPTURE' },
  purchase_units: {
    type: 'array',
    minItems: 1,
    maxItems: 1,
    items: exact(['amount'], {
      reference_id: line(256),
      custom_id: line(127),
      invoice_id: line(127),
      description: line(127),
      soft_descriptor: line(22),
      amount,
    }),
  },
  payment_source: exact(['paypal'], {
    paypal: exact([], { vault_id: line(255), attributes: exact([], { vault }), experience_context: page }),
  }),
})

export const refundSchema = {
  ...exact([], { amount, custom_id: line(127), invoice_id: line(127), note_to_payer: line(255) }),
  type: ['object', 'null'],
}

export const verifySchema = exact(
  ['auth_algo', 'cert_url', 'transmission_id', 'transmission_sig', 'transmission_time', 'webhook_id', 'webhook_event'],
  {
    auth_algo: { type: 'string', maxLength: 100, pattern: '^[a-zA-Z0-9]+$' },
    cert_url: { type: 'string', maxLength: 500, format: 'uri' },
    transmission_id: { type: 'string', maxLength: 50, pattern: '^(?!\\d+$)\\w+\\S+' },
    transmission_sig: { type: 'string', maxLength: 500, pattern: '^(?!\\d+$)\\w+\\S+' },
    transmission_time: { type: 'string', maxLength: 100, format: 'date-time' },
    webhook_id: { type: 'string', maxLength: 50, pattern: '^[a-zA-Z0-9]+$' },
    webhook_event: { type: 'object' },
  },
)

export const evidenceSchema = exact(['evidences'], {
  evidences: {
    type: 'array',
    minItems: 1,
    maxItems: 1,
    items: exact(['evidence_type', 'notes'], { evidence_type: { const: 'OTHER' }, notes: line(2000) }),
  },
})
export const acceptSchema = exact(['note'], { note: line(2000), accept_claim_type: { const: 'REFUND' } })
