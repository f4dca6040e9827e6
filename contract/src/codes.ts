/** Signup codes of the specification's section 8, sent as `code` and as the suffix of `message` (rule 1.4). */
export const signupCodes = {
  emailExists: '1000',
  invalidCredentials: '1001',
  alreadyRegistered: '1003',
  invalidEmail: '1004',
  forbiddenEmail: '1005',
  redirect: '1006',
  tooManyAttempts: '1007',
  accountDisabled: '1008',
  welcomeAlreadySent: '1009',
} as const

/** Form message keys, in the order in which the sign-up form reports them (section 5). */
export const formCodes = [
  'errore_email',
  'errore_password',
  'eta',
  'errore_citta',
  'errore_sono',
  'errore_cerco',
  'errore_terms',
] as const
export type FormCode = (typeof formCodes)[number]

/** Hooks: the popups that say what would let a member go on. */
export const hookCodes = ['fine_crediti', 'file_like', 'paginazione', 'blurred', 'cambia_regione'] as const
export type HookCode = (typeof hookCodes)[number]

/** The payment systems that a flow may name in `sistemi_pagamento`. Addresses use the same names. */
export const paymentSystems = ['adyen', 'googlepay', 'applepay', 'paypal', 'mollie', 'trustpay', 'stripe'] as const

/** What a member reads when a payment does not go through (section 8). */
export const paymentCodes = [
  'invalid_cvc',
  'insufficient_funds',
  'lost_or_stolen',
  'invalid_expiry_month',
  'invalid_expiry_year',
  'expired_card',
  'card_already_declined',
  'change_method',
  'processing_error',
  'card_declined',
  'warning',
  'invalid_number',
  'blacklisted',
  'retry',
  'authentication_required',
  'generic',
  /** Ours: the payer left the provider's page, or it was closed before anything was paid. Nothing failed. */
  'cancelled',
  'not_completed',
  /** Ours: paid although another order had taken its place; refunded unless it is kept. */
  'paid_twice',
  /** Ours: paid when the account had been closed; refunded unless it is open again and the order is kept. */
  'paid_after_closing',
  /** The same two where it cannot be kept, or no longer: it is refunded, or was. */
  'paid_twice_refunded',
  'paid_after_closing_refunded',
  'pending',
  'success',
] as const
export type WirePaymentCode = (typeof paymentCodes)[number]

/**
 * How an order is paid, as far as the words about its outcome differ: a card that is typed or stored, one in a wallet, an
 * account with the provider, a page with several methods, a transfer from the member's bank.
 */
export const paidByKinds = ['card', 'wallet', 'account', 'page', 'transfer'] as const
export type PaidByKind = (typeof paidByKinds)[number]

/** The methods that a provider's page may have, besides an account with the provider. `other` stands for any others. */
export const pageMethods = [
  'card',
  'bancomat',
  'bancontact',
  'bizum',
  'blik',
  'eps',
  'ideal',
  'klarna',
  'mbway',
  'multibanco',
  'satispay',
  'swish',
  'twint',
  'transfer',
  'other',
] as const
export type PageMethod = (typeof pageMethods)[number]

/** Kinds of scam that a message may be suspected of. The reader is warned before they answer. */
export const scamKinds = ['money', 'gift_card', 'investment', 'code'] as const
export type ScamKind = (typeof scamKinds)[number]

/** Reactions that a member may give a message. */
export const messageReactions = ['heart', 'laugh', 'wow', 'sad', 'thumbs_up', 'fire'] as const
export type MessageReaction = (typeof messageReactions)[number]

/** System conversations, which take no messages from members (section 2, /chats/{id}). */
export const systemConversations = ['000000', '111111', 'admin'] as const
