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
const declined = msg`Il pagamento è stato rifiutato`
const otherMethod = msg`Usa un altro metodo. Non abbiamo addebitato nulla.`

/** The same for every method but a typed card, with words of their own for a wallet and for an account. */
const exceptCard = (title: MessageDescriptor, text: MessageDescriptor, own: Variant = {}): Variants => ({
  wallet: {
    title,
    text: msg`Scegli un’altra carta in ${label}, o un altro metodo. Non abbiamo addebitato nulla.`,
    next: 'other',
    ...own,
  },
  account: { title, text, next: 'other' },
  page: { title, text, next: 'other' },
  transfer: { title, text, next: 'other' },
})

const expired: Row = {
  title: msg`La carta è scaduta`,
  text: msg`Controlla la scadenza, oppure usa un’altra carta. Non abbiamo addebitato nulla.`,
  icon: CalendarX2,
  next: 'correct',
  by: exceptCard(declined, msg`Il metodo che hai scelto è scaduto. Usane un altro. Non abbiamo addebitato nulla.`, {
    title: msg`La carta è scaduta`,
  }),
}

/** What each outcome means to the payer (spec section 8): what happened, what was charged, what to do next. */
const rows: Readonly<Record<WirePaymentCode, Row>> = {
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
    by: {
      account: {
        title: msg`La conferma ci mette un po’`,
        text: msg`I crediti arrivano automaticamente appena ${label} conferma. Non serve pagare di nuovo.`,
      },
      page: {
        title: msg`La conferma ci mette un po’`,
        text: msg`I crediti arrivano automaticamente appena il pagamento è confermato. Non serve pagare di nuovo.`,
      },
      transfer: {
        title: msg`Il bonifico ci mette un po’`,
        text: msg`I crediti arrivano automaticamente appena arriva il bonifico. Non serve pagare di nuovo.`,
      },
    },
  },
  cancelled: {
    title: msg`Hai annullato il pagamento`,
    text: msg`Non abbiamo addebitato nulla. Il tuo ordine è come l’hai lasciato.`,
    icon: Undo2,
    next: 'resume',
  },
  not_completed: {
    title: msg`Il pagamento non è stato concluso`,
    text: msg`Si è chiuso prima della fine, e non abbiamo addebitato nulla.`,
    icon: Undo2,
    next: 'resume',
  },
  invalid_cvc: {
    title: msg`Il CVV non è giusto`,
    text: msg`Sono le tre cifre sul retro della carta, quattro sul fronte con American Express. Riscrivile: il resto è ancora al suo posto. Non abbiamo addebitato nulla.`,
    icon: CreditCard,
    next: 'correct',
    by: exceptCard(declined, otherMethod),
  },
  insufficient_funds: {
    title: msg`Fondi insufficienti`,
    text: msg`Prova con un’altra carta, o più tardi con questa. Non abbiamo addebitato nulla.`,
    icon: Wallet,
    next: 'other',
    by: {
      wallet: { text: msg`Scegli un’altra carta in ${label}, o un altro metodo. Non abbiamo addebitato nulla.` },
      account: {
        text: msg`${label} non ha potuto prelevare l’importo. Cambia il modo in cui paghi lì, o usa un altro metodo. Non abbiamo addebitato nulla.`,
      },
      page: { text: msg`Prova con un altro metodo, o più tardi con questo. Non abbiamo addebitato nulla.` },
      transfer: {
        text: msg`Il conto non ha fondi sufficienti. Prova con un altro metodo, o più tardi. Non abbiamo addebitato nulla.`,
      },
    },
  },
  lost_or_stolen: {
    title: msg`La banca ha bloccato questa carta`,
    text: msg`Risulta smarrita o rubata. Chiama la banca, o usa un’altra carta. Non abbiamo addebitato nulla.`,
    icon: ShieldAlert,
    next: 'other',
    by: {
      ...exceptCard(
        declined,
        msg`Quel metodo risulta bloccato. Chiedi alla banca, o usane un altro. Non abbiamo addebitato nulla.`,
        {
          title: msg`La banca ha bloccato questa carta`,
        },
      ),
      account: { title: declined, text: otherMethod },
    },
  },
  invalid_expiry_month: expired,
  invalid_expiry_year: expired,
  expired_card: expired,
  card_already_declined: {
    title: msg`Questa carta è già stata rifiutata`,
    text: msg`Riprovare con la stessa non serve: usane un’altra. Non abbiamo addebitato nulla.`,
    icon: CreditCard,
    next: 'other',
    by: exceptCard(
      msg`Questo metodo è già stato rifiutato`,
      msg`Riprovare con lo stesso non serve: usane un altro. Non abbiamo addebitato nulla.`,
      { title: msg`Questa carta è già stata rifiutata` },
    ),
  },
  change_method: {
    title: msg`Troppi tentativi con questo metodo`,
    text: msg`Per proteggerti l’abbiamo fermato per un’ora. Usa un altro metodo. Non abbiamo addebitato nulla.`,
    icon: Ban,
    next: 'other',
  },
  processing_error: {
    title: msg`Il pagamento non è passato`,
    text: msg`Qualcosa si è interrotto durante il pagamento. Riprova, o usa un altro metodo. Non abbiamo addebitato nulla.`,
    icon: RotateCw,
    next: 'again',
  },
  card_declined: {
    title: msg`La banca ha rifiutato la carta`,
    text: msg`Non ci dice perché. Prova con un’altra carta, o chiedi alla banca. Non abbiamo addebitato nulla.`,
    icon: CircleX,
    next: 'other',
    by: {
      wallet: { text: msg`Scegli un’altra carta in ${label}, o un altro metodo. Non abbiamo addebitato nulla.` },
      account: {
        title: msg`${label} ha rifiutato il pagamento`,
        text: msg`Non ci dice perché. Prova con un altro metodo, o chiedi a ${label}. Non abbiamo addebitato nulla.`,
      },
      page: {
        title: declined,
        text: msg`Non ci dicono perché. Prova con un altro metodo. Non abbiamo addebitato nulla.`,
      },
      transfer: {
        title: msg`La banca ha rifiutato il bonifico`,
        text: msg`Non ci dice perché. Prova con un altro metodo, o chiedi alla banca. Non abbiamo addebitato nulla.`,
      },
    },
  },
  warning: {
    title: msg`La verifica della banca non è riuscita`,
    text: msg`Riprova e conferma nella pagina o nell’app della banca. Non abbiamo addebitato nulla.`,
    icon: ShieldAlert,
    next: 'again',
    by: {
      account: {
        title: msg`La conferma non è riuscita`,
        text: msg`Riprova e conferma il pagamento con ${label}. Non abbiamo addebitato nulla.`,
      },
    },
  },
  invalid_number: {
    title: msg`Il numero della carta non è giusto`,
    text: msg`Controlla le cifre e riprova. Non abbiamo addebitato nulla.`,
    icon: CreditCard,
    next: 'correct',
    by: {
      ...exceptCard(declined, otherMethod),
      transfer: {
        title: msg`Il conto non è giusto`,
        text: msg`La banca non riconosce il conto. Riprova, o usa un altro metodo. Non abbiamo addebitato nulla.`,
        next: 'again',
      },
    },
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
    by: {
      account: { text: msg`${label} non ha risposto come doveva. Non abbiamo addebitato nulla.` },
      page: { text: msg`Il servizio di pagamento non ha risposto come doveva. Non abbiamo addebitato nulla.` },
    },
  },
  authentication_required: {
    title: msg`La banca vuole una conferma`,
    text: msg`Riprova e conferma il pagamento con la tua banca. Non abbiamo addebitato nulla.`,
    icon: ShieldAlert,
    next: 'again',
    by: {
      account: {
        title: msg`Serve una tua conferma`,
        text: msg`Riprova e conferma il pagamento con ${label}. Non abbiamo addebitato nulla.`,
      },
    },
  },
  paid_twice: {
    title: msg`Questo pagamento è arrivato in più`,
    text: msg`L’ordine era già chiuso o sostituito. Lo rimborsiamo per intero da soli; se vuoi tenerlo, sceglilo tra i tuoi ordini in Piano e acquisti.`,
    icon: Undo2,
    next: 'wait',
  },
  generic: {
    title: msg`Il pagamento non è riuscito`,
    text: msg`Riprova, o usa un altro metodo. Non abbiamo addebitato nulla.`,
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
