import type { EmailTexts } from './texts.ts'

export const planTexts: EmailTexts['plan'] = {
  'renewal-notice': {
    subject: (p, w) => `${w.title}: il tuo piano si rinnova il ${w.date(p.renewsAt)}`,
    heading: () => 'Il tuo piano sta per rinnovarsi',
    lines: (p, w) => [
      `“${p.plan}” si rinnova il ${w.date(p.renewsAt)} e quel giorno addebitiamo ${w.money(p.total, p.currency)} sulla carta che hai usato.`,
      'Se vuoi tenerlo non devi fare nulla. Se non lo vuoi più, disdici in due clic dal Profilo prima di quella data: resta attivo fino alla fine e non paghi altro.',
    ],
    button: 'Vedi o disdici il piano',
  },
  'renewal-failed': {
    subject: (_, w) => `${w.title}: il rinnovo non è andato a buon fine`,
    heading: () => 'Il rinnovo non è stato pagato',
    lines: (p, w) => [
      p.authentication
        ? `Per rinnovare “${p.plan}” la tua banca vuole la tua conferma: il pagamento di ${w.money(p.total, p.currency)} va fatto da te.`
        : `La carta non ha accettato il pagamento di ${w.money(p.total, p.currency)} per “${p.plan}”. Non è stato addebitato nulla.`,
      `Il piano resta attivo fino al ${w.date(p.graceUntil)}.`,
      p.nextTry === null
        ? 'Non riproviamo da soli: se vuoi tenerlo, paga dal sito entro quella data. Altrimenti finisce e non paghi nulla.'
        : `Riproviamo il ${w.date(p.nextTry)}. Puoi anche pagare dal sito con un’altra carta, oppure disdire dal Profilo.`,
    ],
    button: 'Paga dal sito',
  },
  'plan-ended': {
    subject: (_, w) => `${w.title}: il tuo piano è finito`,
    heading: () => 'Il tuo piano è finito',
    lines: (p) => [
      p.reason === 'declined'
        ? `La carta ha rifiutato il rinnovo di “${p.plan}”. Non è stato addebitato nulla e non riproviamo.`
        : p.reason === 'unpaid'
          ? `Il rinnovo di “${p.plan}” non è stato pagato. Non è stato addebitato nulla e non riproviamo.`
          : `“${p.plan}” è arrivato alla fine. Non potendo confermare che l’avviso di rinnovo ti sia arrivato in tempo, non abbiamo addebitato nulla.`,
      'Profilo, chat e crediti restano tuoi.',
    ],
    button: 'Vedi i piani',
  },
  'plan-cancelled': {
    subject: (_, w) => `${w.title}: hai disdetto il piano`,
    heading: () => 'Piano disdetto',
    lines: (p, w) => [
      `“${p.plan}” resta attivo fino al ${w.date(p.endsAt)}, poi non paghi più nulla.`,
      'Fino a quel giorno puoi cambiare idea dal Profilo. Profilo, chat e crediti restano tuoi anche dopo.',
    ],
    button: 'Apri il profilo',
  },
  'plan-resumed': {
    subject: (_, w) => `${w.title}: il tuo piano si rinnova di nuovo`,
    heading: () => 'Il piano continua',
    lines: (p, w) => [
      `Hai annullato la disdetta: “${p.plan}” si rinnova il ${w.date(p.renewsAt)} a ${w.money(p.total, p.currency)}.`,
      'Puoi disdire di nuovo in due clic dal Profilo. Se non l’hai chiesto tu, fallo subito e scrivici.',
    ],
    button: 'Apri il profilo',
  },
  withdrawal: {
    subject: (_, w) => `${w.title}: ricevuta del tuo recesso`,
    heading: () => 'Recesso ricevuto',
    lines: (p, w) => [
      `Il ${w.date(p.receivedAt)} hai esercitato il recesso da “${p.plan}”, pagato ${w.money(p.paid, p.currency)}. Ordine: ${p.order}.`,
      `Rimborsiamo ${w.money(p.refund, p.currency)} sulla carta usata, entro 14 giorni. La banca può metterci qualche giorno a mostrarlo.`,
      ...(p.credits > 0 ? [`Abbiamo ripreso ${p.credits} crediti non usati.`] : []),
      ...(p.planEnds ? ['Il tempo non usato di questo ordine è finito e non ci saranno altri addebiti per esso.'] : []),
      `Domande? Scrivi a ${w.support}. Conserva questa email.`,
    ],
    button: '',
  },
}
