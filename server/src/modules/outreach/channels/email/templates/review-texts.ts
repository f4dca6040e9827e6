import type { ReviewRefusal } from '@incontro/contract'
import type { I18n } from '@lingui/core'
import type { EmailWords } from './email-words.ts'

export const publishedReview = (i18n: I18n, title: string): EmailWords => ({
  subject: i18n._('La tua recensione è su {title}', { title }),
  heading: i18n._('La tua recensione è pubblicata'),
  lines: [
    i18n._(
      'Grazie per aver raccontato com’è andata su {title}. Ora la legge chiunque apra la pagina delle recensioni, con il tuo nome sul profilo e la tua età.',
      { title },
    ),
    i18n._('Puoi cambiarla o ritirarla quando vuoi. Se la cambi, la rileggiamo prima di mostrarla di nuovo.'),
  ],
  button: i18n._('Vedi le recensioni'),
})

/** The statement of reasons: what was decided, on what ground, by whom, and what the author can do (regulation (EU) 2022/2065, article 17). */
export const refusedReview = (
  i18n: I18n,
  title: string,
  reason: ReviewRefusal,
  readIn: 'email' | 'page' = 'email',
): EmailWords => ({
  subject: i18n._('La tua recensione su {title} non è pubblicata', { title }),
  heading: i18n._('Non abbiamo pubblicato la tua recensione'),
  lines: [
    i18n._(
      'Abbiamo deciso di non mostrare la recensione che hai scritto su {title} perché {ground}. È contrario alle regole delle recensioni, che trovi dove si scrivono.',
      { title, ground: grounds(i18n)[reason] },
    ),
    i18n._(
      'L’ha letta e deciso una persona, non un programma. Il voto non c’entra: pubblichiamo anche le recensioni negative.',
    ),
    readIn === 'page'
      ? i18n._(
          'Puoi riscriverla quando vuoi. Se pensi che ci siamo sbagliati, scrivici dalla pagina dei contatti entro sei mesi: la rilegge gratis una persona diversa. Puoi anche rivolgerti a un organismo di risoluzione delle controversie o al giudice.',
        )
      : i18n._(
          'Puoi riscriverla quando vuoi. Se pensi che ci siamo sbagliati, rispondi a questa email entro sei mesi: la rilegge gratis una persona diversa. Puoi anche rivolgerti a un organismo di risoluzione delle controversie o al giudice.',
        ),
  ],
  button: i18n._('Riscrivi la recensione'),
})

/** The ground as the end of a sentence that has said “because”. */
const grounds = (i18n: I18n): Readonly<Record<ReviewRefusal, string>> => ({
  insults: i18n._('contiene insulti o minacce'),
  personal_data: i18n._('contiene dati personali o fa riconoscere un’altra persona'),
  advertising: i18n._('fa pubblicità o porta ad altri servizi'),
  unlawful: i18n._('contiene qualcosa che la legge vieta'),
  off_topic: i18n._('non parla della tua esperienza con il servizio'),
  not_own: i18n._('abbiamo elementi per credere che non racconti un’esperienza tua'),
})
