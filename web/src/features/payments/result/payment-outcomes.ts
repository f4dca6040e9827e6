import type { PaidByKind, WirePaymentCode } from '@incontro/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import {
  Ban,
  CalendarX2,
  CircleCheck,
  CircleX,
  Clock,
  CreditCard,
  type LucideIcon,
  RotateCw,
  ShieldAlert,
  Undo2,
  Wallet,
} from 'lucide-react'

/** The payer's next step: correct the input, try again, use another method, contact support, go on with the order, wait, continue. */
export type NextStep = 'correct' | 'again' | 'other' | 'contact' | 'resume' | 'wait' | 'continue'

export interface PaymentOutcome {
  readonly title: MessageDescriptor
  /** With the name of the wallet or account as `{label}`, if there is one. */
  readonly text: MessageDescriptor
  readonly icon: LucideIcon
  readonly next: NextStep
}

/** What of an outcome reads differently for some methods. */
type Variant = Partial<Pick<PaymentOutcome, 'title' | 'text' | 'next'>>
type Variants = Partial<Record<PaidByKind, Variant>>
interface Row extends PaymentOutcome {
  readonly by?: Variants
}

/** Stands for the name of the wallet or account, which is filled in when the text is shown. */
const label = ''
const declined = msg`The payment was declined`
const otherMethod = msg`Use another method. Nothing was charged.`

/** The same for every method but a typed card, with words of their own for a wallet and for an account. */
const exceptCard = (title: MessageDescriptor, text: MessageDescriptor, own: Variant = {}): Variants => ({
  wallet: {
    title,
    text: msg`Choose another card in ${label}, or another method. Nothing was charged.`,
    next: 'other',
    ...own,
  },
  account: { title, text, next: 'other' },
  page: { title, text, next: 'other' },
  transfer: { title, text, next: 'other' },
})

const expired: Row = {
  title: msg`The card has expired`,
  text: msg`Check the expiry date or use another card. Nothing was charged.`,
  icon: CalendarX2,
  next: 'correct',
  by: exceptCard(declined, msg`The method you chose has expired. Use another one. Nothing was charged.`, {
    title: msg`The card has expired`,
  }),
}

/** What each outcome means to the payer (section 8): what happened, what was charged, what to do next. */
const rows: Readonly<Record<WirePaymentCode, Row>> = {
  success: {
    title: msg`Payment successful`,
    text: msg`All set: you can keep writing.`,
    icon: CircleCheck,
    next: 'continue',
  },
  pending: {
    title: msg`The bank is taking its time`,
    text: msg`Your purchase starts automatically once the bank approves. There’s no need to pay again.`,
    icon: Clock,
    next: 'wait',
    by: {
      account: {
        title: msg`Confirmation is taking a while`,
        text: msg`Your purchase starts automatically as soon as ${label} confirms. There’s no need to pay again.`,
      },
      page: {
        title: msg`Confirmation is taking a while`,
        text: msg`Your purchase starts automatically as soon as the payment is confirmed. There’s no need to pay again.`,
      },
      transfer: {
        title: msg`The transfer is taking a while`,
        text: msg`Your purchase starts automatically as soon as the transfer does. There’s no need to pay again.`,
      },
    },
  },
  cancelled: {
    title: msg`You cancelled the payment`,
    text: msg`Nothing was charged. Your order is just as you left it.`,
    icon: Undo2,
    next: 'resume',
  },
  not_completed: {
    title: msg`The payment wasn’t completed`,
    text: msg`It closed before it was finished, and we’ve charged nothing.`,
    icon: Undo2,
    next: 'resume',
  },
  invalid_cvc: {
    title: msg`The CVV isn’t right`,
    text: msg`It’s the three digits on the back of the card, or four on the front with American Express. Type it again: the rest is still in place. We haven’t charged anything.`,
    icon: CreditCard,
    next: 'correct',
    by: exceptCard(declined, otherMethod),
  },
  insufficient_funds: {
    title: msg`Insufficient funds`,
    text: msg`Try another card, or this one later. Nothing was charged.`,
    icon: Wallet,
    next: 'other',
    by: {
      wallet: { text: msg`Choose another card in ${label}, or another method. Nothing was charged.` },
      account: {
        text: msg`${label} couldn’t take the amount. Change how you pay there, or use another method. Nothing was charged.`,
      },
      page: { text: msg`Try another method, or this one later. Nothing was charged.` },
      transfer: {
        text: msg`The account doesn’t have enough funds. Try another method, or try later. Nothing was charged.`,
      },
    },
  },
  lost_or_stolen: {
    title: msg`The bank has blocked this card`,
    text: msg`It’s been reported lost or stolen. Call your bank or use another card. Nothing was charged.`,
    icon: ShieldAlert,
    next: 'other',
    by: {
      ...exceptCard(declined, msg`That method is blocked. Ask your bank, or use another one. Nothing was charged.`, {
        title: msg`The bank has blocked this card`,
      }),
      account: { title: declined, text: otherMethod },
    },
  },
  invalid_expiry_month: expired,
  invalid_expiry_year: expired,
  expired_card: expired,
  card_already_declined: {
    title: msg`This card has already been declined`,
    text: msg`Trying the same one again won’t help: use another. Nothing was charged.`,
    icon: CreditCard,
    next: 'other',
    by: exceptCard(
      msg`This method has already been declined`,
      msg`Trying the same one again won’t help. Use another. Nothing was charged.`,
      { title: msg`This card has already been declined` },
    ),
  },
  change_method: {
    title: msg`Too many attempts with this method`,
    text: msg`To protect you, we’ve stopped it for an hour. Use another method. We haven’t charged anything.`,
    icon: Ban,
    next: 'other',
  },
  processing_error: {
    title: msg`The payment didn’t go through`,
    text: msg`Something was interrupted during the payment. Try again, or use another method. Nothing was charged.`,
    icon: RotateCw,
    next: 'again',
  },
  card_declined: {
    title: msg`The bank declined the card`,
    text: msg`It doesn’t tell us why. Try another card or ask your bank. Nothing was charged.`,
    icon: CircleX,
    next: 'other',
    by: {
      wallet: { text: msg`Choose another card in ${label}, or another method. Nothing was charged.` },
      account: {
        title: msg`${label} declined the payment`,
        text: msg`We aren’t told why. Try another method, or ask ${label}. Nothing was charged.`,
      },
      page: {
        title: declined,
        text: msg`We aren’t told why. Try another method. Nothing was charged.`,
      },
      transfer: {
        title: msg`The bank declined the transfer`,
        text: msg`We aren’t told why. Try another method, or ask your bank. Nothing was charged.`,
      },
    },
  },
  warning: {
    title: msg`The bank’s check didn’t succeed`,
    text: msg`Try again and confirm on the bank’s page or in its app. Nothing was charged.`,
    icon: ShieldAlert,
    next: 'again',
    by: {
      account: {
        title: msg`It couldn’t be confirmed`,
        text: msg`Try again and confirm the payment with ${label}. Nothing was charged.`,
      },
    },
  },
  invalid_number: {
    title: msg`The card number isn’t right`,
    text: msg`Check the digits and try again. Nothing was charged.`,
    icon: CreditCard,
    next: 'correct',
    by: {
      ...exceptCard(declined, otherMethod),
      transfer: {
        title: msg`The account details aren’t right`,
        text: msg`The bank doesn’t recognise the account. Try again, or use another method. Nothing was charged.`,
        next: 'again',
      },
    },
  },
  blacklisted: {
    title: msg`We can’t accept the payment with these details`,
    text: msg`Write to support: a real person answers. Nothing was charged.`,
    icon: Ban,
    next: 'contact',
  },
  retry: {
    title: msg`Try again in a moment`,
    text: msg`The bank didn’t answer as it should. Nothing was charged.`,
    icon: RotateCw,
    next: 'again',
    by: {
      account: { text: msg`${label} didn’t respond as it should. Nothing was charged.` },
      page: { text: msg`The payment service didn’t respond as it should. Nothing was charged.` },
    },
  },
  authentication_required: {
    title: msg`The bank wants a confirmation`,
    text: msg`Try again and confirm the payment with your bank. Nothing was charged.`,
    icon: ShieldAlert,
    next: 'again',
    by: {
      account: {
        title: msg`You need to confirm`,
        text: msg`Try again and confirm the payment with ${label}. Nothing was charged.`,
      },
    },
  },
  paid_twice: {
    title: msg`This payment is an extra one`,
    text: msg`The order was already closed or replaced. We’ll refund it in full automatically; if you want to keep it, choose that under your orders under Plan and purchases.`,
    icon: Undo2,
    next: 'wait',
  },
  paid_after_closing: {
    title: msg`Your account was closed when this was paid`,
    text: msg`The payment has added nothing to your profile. We’ll refund it in full automatically; if you want to keep the purchase, choose that under your orders under Plan and purchases.`,
    icon: Undo2,
    next: 'wait',
  },
  paid_twice_refunded: {
    title: msg`This payment is an extra one`,
    text: msg`The order was already closed or replaced. The payment is refunded in full automatically: you don’t have to do anything.`,
    icon: Undo2,
    next: 'wait',
  },
  paid_after_closing_refunded: {
    title: msg`Your account was closed when this was paid`,
    text: msg`The payment has added nothing to your profile. It’s refunded in full automatically: you don’t have to do anything.`,
    icon: Undo2,
    next: 'wait',
  },
  generic: {
    title: msg`The payment failed`,
    text: msg`Try again, or use another method. Nothing was charged.`,
    icon: CircleX,
    next: 'again',
  },
}

/** The outcome's texts for a payer who paid this way. */
export const outcomeOf = (code: WirePaymentCode, kind: PaidByKind): PaymentOutcome => {
  const { by, ...outcome } = rows[code]
  return { ...outcome, ...by?.[kind] }
}

/** The outcome of a code from the URL, which is untrusted; it does not say how it was paid. */
export const outcomeNamed = (code: string | null): PaymentOutcome =>
  outcomeOf(
    code !== null && Object.hasOwn(rows, code) && code !== 'success' && code !== 'pending'
      ? (code as WirePaymentCode)
      : 'generic',
    'page',
  )
