import type { I18n } from '@lingui/core'
import type { ActionKind } from '../email.ts'
import type { EmailWords } from './email-words.ts'

/** The emails that consist of a heading, some lines, a button and a closing line. */
export const actionTexts: Readonly<Record<ActionKind, (i18n: I18n, title: string) => Required<EmailWords>>> = {
  'confirm-email': (i18n, title) => ({
    subject: i18n._('Conferma il tuo indirizzo su {title}', { title }),
    heading: i18n._('Il tuo profilo su {title} è quasi pronto', { title }),
    lines: [i18n._('Manca un passo: conferma che questo indirizzo è tuo. Poi puoi scrivere e ricevere risposte.')],
    button: i18n._('Conferma l’indirizzo'),
    after: i18n._(
      'Il link vale 24 ore e si usa una volta. Se l’iscrizione non è tua, ignora questa email: senza conferma non succede nulla.',
    ),
  }),
  'registered-again': (i18n, title) => ({
    subject: i18n._('Sei già su {title}: conferma l’indirizzo', { title }),
    heading: i18n._('Questo indirizzo è già iscritto'),
    lines: [
      i18n._(
        'Qualcuno ha provato a iscriversi di nuovo a {title} con questo indirizzo, che non è ancora confermato. Se sei tu, conferma qui: il profilo di prima è pronto.',
        { title },
      ),
    ],
    button: i18n._('Conferma l’indirizzo'),
    after: i18n._('Il link vale 24 ore e si usa una volta. Se non sei tu, ignora questa email.'),
  }),
  'reset-password': (i18n, title) => ({
    subject: i18n._('Scegli una nuova password per {title}', { title }),
    heading: i18n._('Scegli una nuova password'),
    lines: [
      i18n._(
        'Abbiamo ricevuto la richiesta di cambiare la password del tuo profilo. Con il pulsante ne scegli una nuova; dopo, gli altri dispositivi vengono scollegati.',
      ),
    ],
    button: i18n._('Scegli la password'),
    after: i18n._(
      'Il link vale 2 ore e si usa una volta. Se non l’hai chiesto tu, ignora questa email: la password resta quella di prima.',
    ),
  }),
  welcome: (i18n, title) => ({
    subject: i18n._('Ci sei: il tuo profilo su {title} è aperto', { title }),
    heading: i18n._('Che bello averti qui'),
    lines: [
      i18n._('Il tuo indirizzo è confermato: da adesso le altre persone possono trovarti.'),
      i18n._('Comincia da due righe su di te e su che cosa cerchi, così chi ti legge sa di che cosa parlarti.'),
      i18n._(
        'Poi un primo ciao. Non serve la frase perfetta: basta una domanda su qualcosa che hai letto in un profilo.',
      ),
    ],
    button: i18n._('Completa il profilo'),
    after: i18n._(
      'Il pulsante ti fa entrare senza password, per questo non inoltrare questa email. Vale 3 giorni e si usa una volta; dopo accedi come sempre.',
    ),
  }),
  'sign-in-link': (i18n, title) => ({
    subject: i18n._('Il tuo nuovo link per entrare su {title}', { title }),
    heading: i18n._('Entra con un clic'),
    lines: [i18n._('Il link di prima non valeva più e ne hai chiesto uno nuovo: eccolo. La password non serve.')],
    button: i18n._('Entra'),
    after: i18n._(
      'Il link vale 3 giorni e si usa una volta. Se non l’hai chiesto tu, ignora questa email: senza aprirlo non entra nessuno.',
    ),
  }),
  'passkey-added': (i18n, title) => ({
    subject: i18n._('Nuova passkey per il tuo profilo su {title}', { title }),
    heading: i18n._('Hai aggiunto una passkey'),
    lines: [
      i18n._(
        'Da adesso puoi entrare su {title} con l’impronta, il volto o il PIN del tuo dispositivo, senza password.',
        { title },
      ),
    ],
    button: i18n._('Vedi le tue passkey'),
    after: i18n._('Non l’hai aggiunta tu? Rimuovila subito dal profilo, cambia la password e scrivi all’assistenza.'),
  }),
  'passkey-removed': (i18n, title) => ({
    subject: i18n._('Passkey rimossa dal tuo profilo su {title}', { title }),
    heading: i18n._('Hai rimosso una passkey'),
    lines: [
      i18n._('Con quella passkey non si entra più su {title}. Gli altri modi di accedere restano come prima.', {
        title,
      }),
    ],
    button: i18n._('Vedi le tue passkey'),
    after: i18n._(
      'Non l’hai rimossa tu? Cambia la password, controlla dal profilo dove hai fatto l’accesso e scrivi all’assistenza.',
    ),
  }),
  'google-linked': (i18n, title) => ({
    subject: i18n._('Account Google collegato al tuo profilo su {title}', { title }),
    heading: i18n._('Hai collegato un account Google'),
    lines: [
      i18n._(
        'Da adesso puoi entrare su {title} anche con il tuo account Google. Gli altri modi di accedere restano come prima.',
        { title },
      ),
    ],
    button: i18n._('Vedi nel profilo'),
    after: i18n._('Non l’hai fatto tu? Scollegalo subito dal profilo, cambia la password e scrivi all’assistenza.'),
  }),
  'google-unlinked': (i18n, title) => ({
    subject: i18n._('Account Google scollegato dal tuo profilo su {title}', { title }),
    heading: i18n._('Hai scollegato l’account Google'),
    lines: [
      i18n._('Con quell’account Google non si entra più su {title}. Gli altri modi di accedere restano come prima.', {
        title,
      }),
    ],
    button: i18n._('Vedi nel profilo'),
    after: i18n._(
      'Non l’hai fatto tu? Cambia la password, controlla dal profilo dove hai fatto l’accesso e scrivi all’assistenza.',
    ),
  }),
  'export-ready': (i18n, title) => ({
    subject: i18n._('I tuoi dati di {title} sono pronti', { title }),
    heading: i18n._('L’archivio con i tuoi dati è pronto'),
    lines: [
      i18n._('Contiene il profilo, le chat, le attività, gli ordini e le foto. Lo scarichi dal profilo, per 7 giorni.'),
    ],
    button: i18n._('Vai ai tuoi dati'),
    after: i18n._(
      'Per scaricarlo chiediamo di nuovo la password. Se non l’hai chiesto tu, cambia la password e scollega gli altri dispositivi.',
    ),
  }),
  'new-message': (i18n, title) => ({
    subject: i18n._('Un messaggio ti aspetta su {title}', { title }),
    heading: i18n._('Un messaggio ti aspetta'),
    lines: [i18n._('Una persona ti ha scritto. Per riservatezza qui non mostriamo chi è né che cosa dice.')],
    button: i18n._('Apri le chat'),
    after: i18n._('Su questa conversazione non ti scriviamo più finché non la apri.'),
  }),
  'report-upheld': (i18n, title) => ({
    subject: i18n._('Abbiamo letto la tua segnalazione su {title}', { title }),
    heading: i18n._('Grazie per la segnalazione'),
    lines: [
      i18n._(
        'Una persona ha letto quello che ci hai segnalato e ti ha dato ragione: quel comportamento è contrario alle nostre regole e siamo intervenuti.',
      ),
      i18n._(
        'Per riservatezza non diciamo che cosa abbiamo deciso verso l’altra persona, e lei non sa chi l’ha segnalata.',
      ),
    ],
    button: i18n._('Torna alle chat'),
    after: i18n._('Se pensi che ci siamo sbagliati, rispondi a questa email: rilegge il caso un’altra persona.'),
  }),
  'photo-verified': (i18n, title) => ({
    subject: i18n._('La tua foto su {title} è verificata', { title }),
    heading: i18n._('La tua foto è verificata'),
    lines: [
      i18n._(
        'Una persona ha confrontato il tuo gesto con la foto principale: da ora il profilo lo dice a chi lo guarda.',
      ),
    ],
    button: i18n._('Vai alle tue foto'),
    after: i18n._(
      'L’immagine con il gesto è stata eliminata. Se cambi la foto principale, il segno di verifica va via.',
    ),
  }),
  'verification-refused': (i18n, title) => ({
    subject: i18n._('Non abbiamo potuto verificare la tua foto su {title}', { title }),
    heading: i18n._('La foto non è verificata'),
    lines: [
      i18n._(
        'Una persona ha confrontato il tuo gesto con la foto principale e non ha potuto confermarla. Il motivo è accanto alle tue foto.',
      ),
    ],
    button: i18n._('Leggi il motivo'),
    after: i18n._(
      'L’immagine con il gesto è stata eliminata. Puoi riprovare con un altro gesto, oppure rispondere a questa email: la riguarda una persona diversa.',
    ),
  }),
  'report-dismissed': (i18n, title) => ({
    subject: i18n._('Abbiamo letto la tua segnalazione su {title}', { title }),
    heading: i18n._('Grazie per la segnalazione'),
    lines: [
      i18n._(
        'Una persona ha letto quello che ci hai segnalato e non ha trovato nulla di contrario alle nostre regole: il profilo resta com’è.',
      ),
      i18n._('Puoi bloccare chi non vuoi incontrare: non vi vedrete più e non potrà scriverti.'),
    ],
    button: i18n._('Torna alle chat'),
    after: i18n._('Se pensi che ci siamo sbagliati, rispondi a questa email: rilegge il caso un’altra persona.'),
  }),
}
