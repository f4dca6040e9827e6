import type { AccountTexts } from './account-texts.ts'

export const accountTexts: AccountTexts = {
  'confirm-new-email': {
    subject: (_, w) => `Conferma il tuo nuovo indirizzo su ${w.title}`,
    heading: () => 'È questo il tuo nuovo indirizzo?',
    lines: (_, w) => [
      `Hai chiesto di usare questo indirizzo per il tuo profilo su ${w.title}. Finché non lo confermi resta valido quello di prima.`,
    ],
    button: 'Usa questo indirizzo',
    after: 'Il link vale 24 ore e si usa una volta. Se non l’hai chiesto tu, ignora questa email: non cambia nulla.',
  },
  'email-changed': {
    subject: (_, w) => `L’indirizzo del tuo profilo su ${w.title} è cambiato`,
    heading: () => 'Il tuo indirizzo è cambiato',
    lines: (p, w) => [
      `D’ora in poi entri su ${w.title} e ricevi le nostre email con ${p.newEmail}. A questo indirizzo non scriviamo più.`,
      'Se l’hai chiesto tu, non devi fare nulla. Se non l’hai chiesto tu, annulla il cambio: torna questo indirizzo, chiudiamo tutti gli accessi, togliamo password, passkey e account collegati e ti mandiamo un link per sceglierne una nuova.',
    ],
    button: 'Non l’ho chiesto io: annulla',
    after: 'Il link vale 7 giorni e si usa una volta. Fino ad allora nessun altro può registrare questo indirizzo.',
  },
  'new-device': {
    subject: (_, w) => `Nuovo accesso al tuo profilo su ${w.title}`,
    heading: () => 'Accesso da un browser nuovo',
    lines: (p, w) => [
      `Il ${w.moment(p.at)} qualcuno è entrato nel tuo profilo su ${w.title} con ${p.browser ?? 'un browser che non conosciamo'}${p.system === null ? '' : ` (${p.system})`}.`,
      'Se sei tu, va tutto bene. Se non sei tu, scegli subito una nuova password: chiude tutti gli accessi aperti. Da Profilo → Dove hai fatto l’accesso puoi anche chiuderli uno per uno.',
    ],
    button: 'Scegli una nuova password',
    after: 'Se cancelli i cookie o usi una finestra anonima, il tuo browser ci sembra nuovo.',
  },
  'password-guesses': {
    subject: (_, w) => `Qualcuno prova ad accedere al tuo profilo su ${w.title}`,
    heading: () => 'Tentativi di accesso con password sbagliate',
    lines: (p, w) => [
      `Fino al ${w.moment(p.at)} qualcuno ha provato più volte ad accedere al tuo profilo su ${w.title} con una password sbagliata. Non è riuscito a entrare: da ora ogni tentativo da un browser che non conosciamo costa molto tempo.`,
      'Se sei tu e non ricordi la password, scegline una nuova. Se non sei tu e la tua password è lunga e la usi solo qui, non devi fare nulla. Dai browser con cui hai già fatto l’accesso entri come sempre.',
    ],
    button: 'Scegli una nuova password',
    after: 'Te ne scriviamo al massimo una volta al giorno.',
  },
  'account-disabled': {
    subject: (_, w) => `Il tuo profilo su ${w.title} è disattivato`,
    heading: () => 'Il tuo profilo è disattivato',
    lines: (p, w) => [
      p.by === 'member'
        ? `Come hai chiesto, il tuo profilo su ${w.title} non si vede più da nessuna parte e tutti gli accessi sono chiusi. Lo conserviamo com’è.`
        : `L’assistenza di ${w.title} ha disattivato il tuo profilo: non si vede più e tutti gli accessi sono chiusi.${p.reason === null ? '' : ` Motivo: ${p.reason}`}`,
      ...(p.planEndsAt === null
        ? []
        : [
            `Il piano non si rinnova più: non paghi altro. Il tempo già pagato corre fino al ${w.date(p.planEndsAt)} e lo ritrovi se il profilo riapre prima.`,
          ]),
      p.by === 'member'
        ? `Per riaprirlo, o se non l’hai chiesto tu, scrivi a ${w.support} da questo indirizzo.`
        : `Se pensi che ci siamo sbagliati, scrivi a ${w.support}: rilegge il caso un’altra persona.`,
    ],
    button: '',
    after: '',
  },
  'account-restored': {
    subject: (_, w) => `Il tuo profilo su ${w.title} è di nuovo attivo`,
    heading: () => 'Che bello riaverti qui',
    lines: (_, w) => [
      `Il tuo profilo su ${w.title} è di nuovo visibile, con le chat e i crediti di prima.`,
      'Se non l’hai chiesto tu, scegli subito una nuova password e scrivici.',
    ],
    button: 'Accedi',
    after: '',
  },
  'deletion-started': {
    subject: (p, w) => `Il tuo profilo su ${w.title} sarà eliminato il ${w.date(p.erasedOn)}`,
    heading: () => 'Hai chiesto di eliminare il profilo',
    lines: (p, w) => [
      `Il tuo profilo su ${w.title} non si vede più. Il ${w.date(p.erasedOn)} eliminiamo profilo, testi, preferenze e crediti e togliamo il tuo nome dai messaggi: dopo non si può tornare indietro.`,
      ...(p.planEndsAt === null
        ? []
        : [`Il piano non si rinnova più: non paghi altro. Il tempo già pagato corre fino al ${w.date(p.planEndsAt)}.`]),
      'Se cambi idea, o se non l’hai chiesto tu, fino a quel giorno puoi tenerlo.',
    ],
    button: 'Tieni il profilo',
    after: 'Il link vale fino a quel giorno e si usa una volta. Puoi anche accedere con la tua password.',
  },
  deleted: {
    subject: (_, w) => `Il tuo profilo su ${w.title} è stato eliminato`,
    heading: () => 'Il tuo profilo non c’è più',
    lines: (_, w) => [
      `Abbiamo eliminato il tuo profilo su ${w.title}: testi, preferenze e accessi. I messaggi che hai scritto restano a chi li ha ricevuti, senza il tuo nome. Dei pagamenti resta ciò che la legge ci obbliga a conservare, separato da te.`,
      'Questa è l’ultima email: ora dimentichiamo anche questo indirizzo. Buona fortuna.',
    ],
    button: '',
    after: '',
  },
}
