import { byLaw, fixed, forDays, withMember, type Tables } from '#platform/database/table.ts'

export const tables = {
  card_tokens: {
    holds: 'a stored payment method at its provider',
    keep: withMember,
    erase: { step: 'payments', effect: 'deleted; jobs ask the provider to delete the card until it has answered' },
    export: { key: 'id', columns: 'card_brand last4 created_at removed_at expires_at', not: 'id connection token' },
    exact: true,
  },
  dispute_answers: {
    holds: 'evidence sent for a dispute, or the word that its loss is accepted',
    keep: byLaw('books of what was sold'),
    erase: { step: 'payments', effect: 'as their payment; the text of the evidence is removed' },
    export: {
      key: 'id',
      columns: 'attempt_id kind state body made_at',
      not: 'id brand_id reason made_by address updated_at check_at checks refusal',
    },
    exact: true,
  },
  disputes: {
    holds: 'a payment that its payer contests at the bank',
    keep: byLaw('books of what was sold'),
    erase: { step: 'payments', effect: 'as their payment' },
    export: {
      key: 'attempt_id',
      columns:
        'attempt_id state credits unused_ms used_minor currency opened_at updated_at reason due_at contested_minor contested_currency',
      not: 'brand_id settled_at provider_ref awaits_us reported_at',
    },
    exact: true,
  },
  invoice_series: {
    holds: 'the last number of a company’s invoices or credit notes of a year',
    keep: fixed,
    erase: 'names no member',
    export: { none: 'of the installation, names no member' },
    pool: 'byCompany',
    noBrand: 'of the company that sells, which may have several brands',
  },
  invoices: {
    holds: 'an invoice or credit note, as it was issued',
    keep: byLaw('books of what was sold'),
    erase: { step: 'payments', effect: 'stay as issued; they name the company, the country and the payment' },
    export: {
      key: 'issued_at',
      columns:
        'year kind number attempt_id country territory vat_per_mille total_minor vat_minor currency seller issued_at',
      not: 'company brand_id refund_id',
    },
    exact: true,
  },
  payment_attempts: {
    holds: 'an order and its payment',
    sealed: { sealed_request: { purpose: 'payment requests', values: 'open payments' } },
    keep: byLaw('books of what was sold'),
    erase: {
      step: 'payments',
      effect: 'those that took money, or are flagged, move to an anonymised payer; the rest is deleted',
    },
    export: {
      key: 'id',
      columns:
        'id provider plan_id plan amount_minor currency state refunded_minor created_at updated_at granted_at term_start term_end term_resumes_at change_of credit_minor replaced_by credited_minor withdrawn_at return_to',
      not: 'brand_id order_key flow_id flow_version code provider_ref sealed_request action subscription_id check_at checks accepts locale card_token_id flagged flagged_at further_flags site_origin renewal_of renewal_from connection replacing_until refund_due_at asking_until',
    },
    exact: true,
  },
  payment_differences: {
    holds: 'what differed between a payment and its provider’s books',
    keep: byLaw('books of what was sold'),
    erase: { step: 'payments', effect: 'as their payment, which names no one then' },
    export: { none: 'the provider’s view of the payments in payment_attempts.json' },
    exact: true,
  },
  payment_transitions: {
    holds: 'a change of state of a payment',
    keep: byLaw('books of what was sold'),
    erase: { step: 'payments', effect: 'as their payment' },
    export: { none: 'the steps of the payments in payment_attempts.json' },
    pool: 'byAttempt',
    exact: true,
  },
  payment_webhooks: {
    holds: 'an event posted by a payment provider',
    keep: forDays('received_at', 400, 'a dispute is opened within a year'),
    erase: { step: 'payments', effect: 'the stored card is removed from the body' },
    export: { none: 'what providers posted about the payments in payment_attempts.json' },
    pool: 'byPayment',
    exact: true,
    noBrand: 'as received, before anybody knows whose they are',
  },
  refunds: {
    holds: 'money on its way back; the id is the idempotency key at the provider',
    keep: byLaw('books of what was sold'),
    erase: { step: 'payments', effect: 'as their payment' },
    export: {
      key: 'id',
      columns: 'attempt_id reason amount_minor currency credits state created_at',
      not: 'id brand_id updated_at check_at checks provider_ref',
    },
    exact: true,
  },
} as const satisfies Tables
