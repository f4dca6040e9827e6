import type { I18n } from '@lingui/core'
import type { AccountKind, EmailProps } from '../email.ts'
import type { EmailWords, Writing } from './email-words.ts'

/** The emails about an account's life. */
export const accountTexts: { readonly [K in AccountKind]: (i18n: I18n, p: EmailProps[K], w: Writing) => EmailWords } = {
  'confirm-new-email': (i18n, _, w) => ({
    subject: i18n._('Conferma il tuo nuovo indirizzo su {title}', { title: w.title }),
    heading: i18n._('È questo il tuo nuovo indirizzo?'),
    lines: [
      i18n._(
        'Hai chiesto di usare questo indirizzo per il tuo profilo su {title}. Finché non lo confermi resta valido quello di prima.',
        { title: w.title },
      ),
    ],
    button: i18n._('Usa questo indirizzo'),
    after: i18n._(
      'Il link vale 24 ore e si usa una volta. Se non l’hai chiesto tu, ignora questa email: non cambia nulla.',
    ),
  }),
  'email-changed': (i18n, p, w) => ({
    subject: i18n._('L’indirizzo del tuo profilo su {title} è cambiato', { title: w.title }),
    heading: i18n._('Il tuo indirizzo è cambiato'),
    lines: [
      i18n._(
        'D’ora in poi entri su {title} e ricevi le nostre email con {newEmail}. A questo indirizzo non scriviamo più.',
        { title: w.title, newEmail: p.newEmail },
      ),
      i18n._(
        'Se l’hai chiesto tu, non devi fare nulla. Se non l’hai chiesto tu, annulla il cambio: torna questo indirizzo, chiudiamo tutti gli accessi, togliamo password, passkey e account collegati e ti mandiamo un link per sceglierne una nuova.',
      ),
    ],
    button: i18n._('Non l’ho chiesto io: annulla'),
    after: i18n._(
      'Il link vale 7 giorni e si usa una volta. Fino ad allora nessun altro può registrare questo indirizzo.',
    ),
  }),
  'new-device': (i18n, p, w) => ({
    subject: i18n._('Nuovo accesso al tuo profilo su {title}', { title: w.title }),
    heading: i18n._('Accesso da un browser nuovo'),
    lines: [
      i18n._('{moment} qualcuno è entrato nel tuo profilo su {title} con {browser}.', {
        moment: w.moment(p.at, 'On'),
        title: w.title,
        browser: browserWords(i18n, p),
      }),
      i18n._(
        'Se sei tu, va tutto bene. Se non sei tu, scegli subito una nuova password: chiude tutti gli accessi aperti. Da Profilo → Dove hai fatto l’accesso puoi anche chiuderli uno per uno.',
      ),
    ],
    button: newPassword(i18n),
    after: i18n._('Se cancelli i cookie o usi una finestra anonima, il tuo browser ci sembra nuovo.'),
  }),
  'password-guesses': (i18n, p, w) => ({
    subject: i18n._('Qualcuno prova ad accedere al tuo profilo su {title}', { title: w.title }),
    heading: i18n._('Tentativi di accesso con password sbagliate'),
    lines: [
      i18n._(
        'Fino {moment} qualcuno ha provato più volte ad accedere al tuo profilo su {title} con una password sbagliata. Non è riuscito a entrare: da ora ogni tentativo da un browser che non conosciamo costa molto tempo.',
        { moment: w.moment(p.at, 'to'), title: w.title },
      ),
      i18n._(
        'Se sei tu e non ricordi la password, scegline una nuova. Se non sei tu e la tua password è lunga e la usi solo qui, non devi fare nulla. Dai browser con cui hai già fatto l’accesso entri come sempre.',
      ),
    ],
    button: newPassword(i18n),
    after: i18n._('Te ne scriviamo al massimo una volta al giorno.'),
  }),
  'account-disabled': (i18n, p, w) => ({
    subject: i18n._('Il tuo profilo su {title} è disattivato', { title: w.title }),
    heading: i18n._('Il tuo profilo è disattivato'),
    lines: [
      p.by === 'member'
        ? i18n._(
            'Come hai chiesto, il tuo profilo su {title} non si vede più da nessuna parte e tutti gli accessi sono chiusi. Lo conserviamo com’è.',
            { title: w.title },
          )
        : i18n._(
            'L’assistenza di {title} ha disattivato il tuo profilo: non si vede più e tutti gli accessi sono chiusi.',
            { title: w.title },
          ) + (p.reason === null ? '' : ` ${i18n._('Motivo: {reason}', { reason: p.reason })}`),
      ...(p.planEndsAt === null
        ? []
        : [
            i18n._(
              'Il piano non si rinnova più: non paghi altro. Il tempo già pagato corre fino {date} e lo ritrovi se il profilo riapre prima.',
              { date: w.date(p.planEndsAt, 'to') },
            ),
          ]),
      p.by === 'member'
        ? i18n._('Per riaprirlo, o se non l’hai chiesto tu, scrivi a {support} da questo indirizzo.', {
            support: w.support,
          })
        : i18n._('Se pensi che ci siamo sbagliati, scrivi a {support}: rilegge il caso un’altra persona.', {
            support: w.support,
          }),
    ],
  }),
  'account-restored': (i18n, _, w) => ({
    subject: i18n._('Il tuo profilo su {title} è di nuovo attivo', { title: w.title }),
    heading: i18n._('Che bello riaverti qui'),
    lines: [
      i18n._('Il tuo profilo su {title} è di nuovo visibile, con le chat e i crediti di prima.', { title: w.title }),
      i18n._('Se non l’hai chiesto tu, scegli subito una nuova password e scrivici.'),
    ],
    button: i18n._('Accedi'),
  }),
  'deletion-started': (i18n, p, w) => ({
    subject: i18n._('Il tuo profilo su {title} sarà eliminato {date}', {
      title: w.title,
      date: w.date(p.erasedOn, 'on'),
    }),
    heading: i18n._('Hai chiesto di eliminare il profilo'),
    lines: [
      i18n._(
        'Il tuo profilo su {title} non si vede più. {date} eliminiamo profilo, testi, preferenze e crediti e togliamo il tuo nome dai messaggi: dopo non si può tornare indietro.',
        { title: w.title, date: w.date(p.erasedOn, 'On') },
      ),
      ...(p.planEndsAt === null
        ? []
        : [
            i18n._('Il piano non si rinnova più: non paghi altro. Il tempo già pagato corre fino {date}.', {
              date: w.date(p.planEndsAt, 'to'),
            }),
          ]),
      i18n._('Se cambi idea, o se non l’hai chiesto tu, fino a quel giorno puoi tenerlo.'),
    ],
    button: i18n._('Tieni il profilo'),
    after: i18n._('Il link vale fino a quel giorno e si usa una volta. Puoi anche accedere con la tua password.'),
  }),
  'absence-reminder': (i18n, p, w) => ({
    subject: i18n._('Il tuo profilo su {title} si chiude {date}', { title: w.title, date: w.date(p.endsOn, 'on') }),
    heading: i18n._('Vuoi tenere il tuo profilo?'),
    lines: [
      i18n._(
        'Non accedi a {title} da molto tempo. Per non conservare i tuoi dati senza motivo, {date} chiudiamo il profilo e 30 giorni dopo lo eliminiamo, con testi e foto.',
        { title: w.title, date: w.date(p.endsOn, 'on') },
      ),
      i18n._('Per tenerlo basta accedere una volta prima di quel giorno.'),
      i18n._('Se non ti serve più, non devi fare nulla.'),
    ],
    button: i18n._('Accedi'),
    after: i18n._('Se non ricordi la password, dalla stessa pagina ne scegli una nuova.'),
  }),
  'ended-by-absence': (i18n, p, w) => ({
    subject: i18n._('Il tuo profilo su {title} sarà eliminato {date}', {
      title: w.title,
      date: w.date(p.erasedOn, 'on'),
    }),
    heading: i18n._('Abbiamo chiuso il tuo profilo'),
    lines: [
      i18n._(
        'Non accedi a {title} da molto tempo, quindi il tuo profilo non si vede più. {date} lo eliminiamo e togliamo il tuo nome dai messaggi: dopo non si può tornare indietro.',
        { title: w.title, date: w.date(p.erasedOn, 'On') },
      ),
      i18n._('Fino a quel giorno puoi riaverlo con tutto quello che c’era.'),
    ],
    button: i18n._('Tieni il profilo'),
    after: i18n._('Il link vale fino a quel giorno e si usa una volta. Puoi anche accedere con la tua password.'),
  }),
  deleted: (i18n, _, w) => ({
    subject: i18n._('Il tuo profilo su {title} è stato eliminato', { title: w.title }),
    heading: i18n._('Il tuo profilo non c’è più'),
    lines: [
      i18n._(
        'Abbiamo eliminato il tuo profilo su {title}: testi, preferenze e accessi. I messaggi che hai scritto restano a chi li ha ricevuti, senza il tuo nome. Dei pagamenti resta ciò che la legge ci obbliga a conservare, separato da te.',
        { title: w.title },
      ),
      i18n._('Questa è l’ultima email: ora dimentichiamo anche questo indirizzo. Buona fortuna.'),
    ],
  }),
}

const newPassword = (i18n: I18n): string =>
  i18n._({ id: 'Scegli una nuova password (pulsante)', message: 'Scegli una nuova password' })

const browserWords = (i18n: I18n, { browser, system }: EmailProps['new-device']): string => {
  const name = browser ?? i18n._('un browser che non conosciamo')
  return system === null ? name : `${name} (${system})`
}
