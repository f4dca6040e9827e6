import type { WirePaymentCode } from '@incontro/contract'
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
  Wallet,
} from 'lucide-react'

/** The payer's next step: correct the input, try again, use another method, contact support, wait, continue. */
export type NextStep = 'correct' | 'again' | 'other' | 'contact' | 'wait' | 'continue'

export interface PaymentOutcome {
  readonly title: MessageDescriptor
  readonly text: MessageDescriptor
  readonly icon: LucideIcon
  readonly next: NextStep
}

const expired: PaymentOutcome = {
  title: msg`La carta è scaduta`,
  text: msg`Controlla la scadenza, oppure usa un’altra carta. Non abbiamo addebitato nulla.`,
  icon: CalendarX2,
  next: 'correct',
}

/**
 * The meaning of each payment outcome for the payer (spec section 8): what happened, what was charged, what to do next.
 */
export const paymentOutcomes: Readonly<Record<WirePaymentCode, PaymentOutcome>> = {
  success: {
    title: msg`Pagamento riuscito`,
    text: msg`È tutto pronto: puoi continuare a scrivere.`,
    icon: CircleCheck,
    next: 'continue',
  },
  pending: {
    title: msg`La banca ci mette un po’`,
    text: msg`I crediti arrivano automaticamente appena la banca approva. Non serve pagare di nuovo.`,
    icon: Clock,
    next: 'wait',
  },
  invalid_cvc: {
    title: msg`Il CVV non è giusto`,
    text: msg`Sono le tre cifre sul retro della carta, quattro sul fronte con American Express. Riscrivile: il resto è ancora al suo posto. Non abbiamo addebitato nulla.`,
    icon: CreditCard,
    next: 'correct',
  },
  insufficient_funds: {
    title: msg`Fondi insufficienti`,
    text: msg`Prova con un’altra carta, o più tardi con questa. Non abbiamo addebitato nulla.`,
    icon: Wallet,
    next: 'other',
  },
  lost_or_stolen: {
    title: msg`La banca ha bloccato questa carta`,
    text: msg`Risulta smarrita o rubata. Chiama la banca, o usa un’altra carta. Non abbiamo addebitato nulla.`,
    icon: ShieldAlert,
    next: 'other',
  },
  invalid_expiry_month: expired,
  invalid_expiry_year: expired,
  expired_card: expired,
  card_already_declined: {
    title: msg`Questa carta è già stata rifiutata`,
    text: msg`Riprovare con la stessa non serve: usane un’altra. Non abbiamo addebitato nulla.`,
    icon: CreditCard,
    next: 'other',
  },
  change_method: {
    title: msg`Troppi tentativi con questo metodo`,
    text: msg`Per proteggerti l’abbiamo fermato per un’ora. Usa un altro metodo. Non abbiamo addebitato nulla.`,
    icon: Ban,
    next: 'other',
  },
  processing_error: {
    title: msg`Il pagamento non è passato`,
    text: msg`Qualcosa si è interrotto durante il pagamento. Riprova, o usa un’altra carta. Non abbiamo addebitato nulla.`,
    icon: RotateCw,
    next: 'again',
  },
  card_declined: {
    title: msg`La banca ha rifiutato la carta`,
    text: msg`Non ci dice perché. Prova con un’altra carta, o chiedi alla banca. Non abbiamo addebitato nulla.`,
    icon: CircleX,
    next: 'other',
  },
  warning: {
    title: msg`La verifica della banca non è riuscita`,
    text: msg`Riprova e conferma nella pagina o nell’app della banca. Non abbiamo addebitato nulla.`,
    icon: ShieldAlert,
    next: 'again',
  },
  invalid_number: {
    title: msg`Il numero della carta non è giusto`,
    text: msg`Controlla le cifre e riprova. Non abbiamo addebitato nulla.`,
    icon: CreditCard,
    next: 'correct',
  },
  blacklisted: {
    title: msg`Con questi dati non possiamo accettare il pagamento`,
    text: msg`Scrivi all’assistenza: risponde una persona. Non abbiamo addebitato nulla.`,
    icon: Ban,
    next: 'contact',
  },
  retry: {
    title: msg`Riprova tra un momento`,
    text: msg`La banca non ha risposto come doveva. Non abbiamo addebitato nulla.`,
    icon: RotateCw,
    next: 'again',
  },
  authentication_required: {
    title: msg`La banca vuole una conferma`,
    text: msg`Riprova e conferma il pagamento con la tua banca. Non abbiamo addebitato nulla.`,
    icon: ShieldAlert,
    next: 'again',
  },
  generic: {
    title: msg`Il pagamento non è riuscito`,
    text: msg`Riprova, o usa un’altra carta. Non abbiamo addebitato nulla.`,
    icon: CircleX,
    next: 'again',
  },
}

/** The catalogue's entry for a code from the URL, which is untrusted. */
export const outcomeNamed = (code: string | null): PaymentOutcome =>
  code !== null && Object.hasOwn(paymentOutcomes, code) && code !== 'success' && code !== 'pending'
    ? paymentOutcomes[code as WirePaymentCode]
    : paymentOutcomes.generic
