import type { I18n } from '@lingui/core'
import type { EmailProps, PlanKind } from '../email.ts'
import type { EmailWords, Writing } from './email-words.ts'

/** The emails about a plan: sentences made from what happened, and a button where there is something to do. */
export const planTexts: { readonly [K in PlanKind]: (i18n: I18n, p: EmailProps[K], w: Writing) => EmailWords } = {
  'renewal-notice': (i18n, p, w) => ({
    subject: i18n._('{title}: il tuo piano si rinnova {date}', { title: w.title, date: w.date(p.renewsAt, 'on') }),
    heading: i18n._('Il tuo piano sta per rinnovarsi'),
    lines: [
      i18n._('“{plan}” si rinnova {date} e quel giorno addebitiamo {total} con il metodo che paga i rinnovi.', {
        plan: w.plan(p.plan),
        date: w.date(p.renewsAt, 'on'),
        total: w.money(p.total, p.currency),
      }),
      ...(p.cardExpires ? [cardLine(i18n, w.month(p.cardExpires))] : []),
      i18n._(
        'Se vuoi tenerlo non devi fare nulla. Se non lo vuoi più, disdici in due clic da Piano e acquisti prima di quella data: resta attivo fino alla fine e non paghi altro.',
      ),
    ],
    button: i18n._('Vedi o disdici il piano'),
  }),
  'card-expiring': (i18n, p, w) => ({
    subject: i18n._('{title}: la tua carta scade prima del rinnovo', { title: w.title }),
    heading: i18n._('La carta che paga i rinnovi sta per scadere'),
    lines: [
      i18n._('“{plan}” si rinnova {date} a {total}.', {
        plan: w.plan(p.plan),
        date: w.date(p.renewsAt, 'on'),
        total: w.money(p.total, p.currency),
      }),
      cardLine(i18n, w.month(p.cardExpires)),
    ],
    button: i18n._('Vedi il tuo piano'),
  }),
  'renewal-failed': (i18n, p, w) => ({
    subject: i18n._('{title}: il rinnovo non è andato a buon fine', { title: w.title }),
    heading: i18n._('Il rinnovo non è stato pagato'),
    lines: [
      p.authentication
        ? i18n._('Per rinnovare “{plan}” la tua banca vuole la tua conferma: il pagamento di {total} va fatto da te.', {
            plan: w.plan(p.plan),
            total: w.money(p.total, p.currency),
          })
        : p.otherMethod === true
          ? i18n._(
              'Il metodo che paga i rinnovi di “{plan}” è stato rifiutato: per {total} ci serve un’altra carta o un altro metodo. Non è stato addebitato nulla.',
              { total: w.money(p.total, p.currency), plan: w.plan(p.plan) },
            )
          : i18n._('Il pagamento di {total} per “{plan}” non è stato accettato. Non è stato addebitato nulla.', {
              total: w.money(p.total, p.currency),
              plan: w.plan(p.plan),
            }),
      i18n._('Il piano resta attivo fino {date}.', { date: w.date(p.graceUntil, 'to') }),
      p.nextTry === null
        ? i18n._(
            'Non riproviamo da soli: se vuoi tenerlo, paga dal sito entro quella data. Altrimenti finisce e non paghi nulla.',
          )
        : i18n._(
            'Riproviamo {date}. Puoi anche pagare dal sito con un altro metodo, oppure disdire da Piano e acquisti.',
            {
              date: w.date(p.nextTry, 'on'),
            },
          ),
    ],
    button: i18n._('Paga dal sito'),
  }),
  'plan-ended': (i18n, p, w) => ({
    subject: i18n._('{title}: il tuo piano è finito', { title: w.title }),
    heading: i18n._('Il tuo piano è finito'),
    lines: [
      p.reason === 'declined'
        ? i18n._(
            'Il pagamento del rinnovo di “{plan}” è stato rifiutato. Non è stato addebitato nulla e non riproviamo.',
            {
              plan: w.plan(p.plan),
            },
          )
        : p.reason === 'unpaid'
          ? i18n._('Il rinnovo di “{plan}” non è stato pagato. Non è stato addebitato nulla e non riproviamo.', {
              plan: w.plan(p.plan),
            })
          : i18n._(
              '“{plan}” è arrivato alla fine. Non potendo confermare che l’avviso di rinnovo ti sia arrivato in tempo, non abbiamo addebitato nulla.',
              { plan: w.plan(p.plan) },
            ),
      i18n._('Profilo, chat e crediti restano tuoi.'),
    ],
    button: i18n._('Vedi i piani'),
  }),
  'order-unpaid': (i18n, p, w) => ({
    subject: i18n._('{title}: il tuo ordine non è stato pagato', { title: w.title }),
    heading: i18n._('Il pagamento non è andato a buon fine'),
    lines: [
      i18n._('La banca non ha approvato il pagamento di {total} per “{plan}” che era in attesa.', {
        total: w.money(p.total, p.currency),
        plan: w.plan(p.plan),
      }),
      i18n._('Non è stato addebitato nulla e non riproviamo. Se vuoi, ordina di nuovo con un altro metodo.'),
    ],
    button: i18n._('Vedi i piani'),
  }),
  'order-paid-twice': (i18n, p, w) => ({
    subject: i18n._('{title}: un pagamento che non serviva', { title: w.title }),
    heading: i18n._('Abbiamo ricevuto un pagamento in più'),
    lines: [
      i18n._(
        'Sono arrivati {total} per un ordine di “{plan}” che risultava già chiuso o sostituito da un altro. Per ora non ha aggiunto nulla al tuo profilo.',
        { total: w.money(p.total, p.currency), plan: w.plan(p.plan) },
      ),
      p.keepUntil === null
        ? i18n._('Te li rimborsiamo per intero, sullo stesso metodo di pagamento. Non devi fare nulla.')
        : i18n._(
            'Se non ci dici altro te li rimborsiamo per intero, sullo stesso metodo di pagamento, {moment}. Se invece vuoi tenere anche questo acquisto, sceglilo prima di allora da Piano e acquisti.',
            { moment: w.moment(p.keepUntil, 'on') },
          ),
    ],
    button: i18n._('Vedi i tuoi ordini'),
  }),
  'payment-disputed': (i18n, p, w) => ({
    subject:
      p.outcome === 'open'
        ? i18n._('{title}: un tuo pagamento è contestato', { title: w.title })
        : i18n._('{title}: la contestazione è decisa', { title: w.title }),
    heading:
      p.outcome === 'open' ? i18n._('Un pagamento è contestato') : i18n._('La contestazione del pagamento è decisa'),
    lines: disputeLines(i18n, p, w),
    button: i18n._('Scrivi all’assistenza'),
  }),
  'plan-cancelled': (i18n, p, w) => ({
    subject: i18n._('{title}: hai disdetto il piano', { title: w.title }),
    heading: i18n._('Piano disdetto'),
    lines: [
      i18n._('“{plan}” resta attivo fino {date}, poi non paghi più nulla.', {
        plan: w.plan(p.plan),
        date: w.date(p.endsAt, 'to'),
      }),
      i18n._(
        'Fino a quel giorno puoi cambiare idea da Piano e acquisti. Profilo, chat e crediti restano tuoi anche dopo.',
      ),
    ],
    button: i18n._('Apri il profilo'),
  }),
  'plan-resumed': (i18n, p, w) => ({
    subject: i18n._('{title}: il tuo piano si rinnova di nuovo', { title: w.title }),
    heading: i18n._('Il piano continua'),
    lines: [
      i18n._('Hai annullato la disdetta: “{plan}” si rinnova {date} a {total}.', {
        plan: w.plan(p.plan),
        date: w.date(p.renewsAt, 'on'),
        total: w.money(p.total, p.currency),
      }),
      i18n._(
        'Puoi disdire di nuovo in due clic da Piano e acquisti. Se non l’hai chiesto tu, fallo subito e scrivici.',
      ),
    ],
    button: i18n._('Apri il profilo'),
  }),
  'plan-change': (i18n, p, w) => ({
    subject: i18n._('{title}: il tuo piano cambia {date}', { title: w.title, date: w.date(p.startsAt, 'on') }),
    heading: i18n._('Il tuo piano cambierà'),
    lines: [
      i18n._(
        '{date} “{before}” finisce e comincia “{plan}”: quel giorno addebitiamo {total} con il metodo che paga i rinnovi. Fino ad allora non cambia nulla.',
        {
          date: w.date(p.startsAt, 'On'),
          before: w.plan(p.before),
          plan: w.plan(p.plan),
          total: w.money(p.total, p.currency),
        },
      ),
      i18n._(
        'Prima di quel giorno puoi annullare il cambio o disdire, in due clic da Piano e acquisti. Se non l’hai chiesto tu, fallo subito e scrivici.',
      ),
    ],
    button: i18n._('Apri il profilo'),
  }),
  'plan-change-undone': (i18n, p, w) => ({
    subject: i18n._('{title}: il tuo piano resta com’è', { title: w.title }),
    heading: i18n._('Il tuo piano resta com’è'),
    lines: [
      i18n._('Hai annullato il cambio: “{plan}” si rinnova {date} a {total}.', {
        plan: w.plan(p.plan),
        date: w.date(p.renewsAt, 'on'),
        total: w.money(p.total, p.currency),
      }),
      i18n._('Puoi disdire in due clic da Piano e acquisti. Se non l’hai chiesto tu, fallo subito e scrivici.'),
    ],
    button: i18n._('Apri il profilo'),
  }),
  withdrawal: (i18n, p, w) => ({
    subject: i18n._('{title}: ricevuta del tuo recesso', { title: w.title }),
    heading: i18n._('Recesso ricevuto'),
    lines: [
      i18n._('{date} hai esercitato il recesso da “{plan}”, pagato {paid}. Ordine: {order}.', {
        date: w.date(p.receivedAt, 'On'),
        plan: p.plan,
        paid: w.money(p.paid, p.currency),
        order: p.order,
      }),
      i18n._(
        'Rimborsiamo {refund} sul metodo con cui hai pagato, entro 14 giorni. La banca può metterci qualche giorno a mostrarlo.',
        { refund: w.money(p.refund, p.currency) },
      ),
      ...(p.credits > 0
        ? [
            i18n._(
              '{credits, plural, one {Abbiamo ripreso # credito non usato.} other {Abbiamo ripreso # crediti non usati.}}',
              { credits: p.credits },
            ),
          ]
        : []),
      ...(p.planEnds
        ? [i18n._('Il tempo non usato di questo ordine è finito e non ci saranno altri addebiti per esso.')]
        : []),
      ...(p.restoredUntil === undefined
        ? []
        : [
            i18n._('Il tempo del piano di prima che non avevi usato torna: vale fino {date}, senza rinnovo.', {
              date: w.date(p.restoredUntil, 'to'),
            }),
          ]),
      i18n._('Domande? Scrivi a {support}. Conserva questa email.', { support: w.support }),
    ],
  }),
}

function disputeLines(i18n: I18n, p: EmailProps['payment-disputed'], w: Writing): readonly string[] {
  const payment = { total: w.money(p.total, p.currency), plan: w.plan(p.plan) }
  switch (p.outcome) {
    case 'open':
      return [
        i18n._('La tua banca contesta il pagamento di {total} per “{plan}”.', payment),
        i18n._(
          'Finché non è deciso, quello che di quell’acquisto non hai ancora usato resta sospeso e il piano non si rinnova.',
        ),
        i18n._('Se è un errore, chiedi alla banca di ritirare la contestazione. Se non l’hai aperta tu, scrivici.'),
      ]
    case 'won':
      return [
        i18n._('La contestazione del pagamento di {total} per “{plan}” è chiusa: il pagamento resta valido.', payment),
        i18n._('Quello che era sospeso è di nuovo tuo. Il piano non si rinnova automaticamente.'),
      ]
    case 'lost':
      return [
        i18n._('La contestazione del pagamento di {total} per “{plan}” è stata accolta dalla banca.', payment),
        i18n._('Quello che era sospeso non torna. Profilo, chat e gli altri crediti restano tuoi.'),
      ]
  }
}

const cardLine = (i18n: I18n, month: string): string =>
  i18n._(
    'La carta che lo paga vale fino a {month}: al rinnovo la banca potrebbe rifiutarla. In quel caso il piano resta attivo ancora qualche giorno, nei quali puoi pagare con un’altra carta.',
    { month },
  )
