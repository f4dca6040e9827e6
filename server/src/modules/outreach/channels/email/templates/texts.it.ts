import { planTexts } from './plan-texts.it.ts'
import type { EmailTexts } from './texts.ts'

export const texts: EmailTexts = {
  plan: planTexts,
  'confirm-email': {
    subject: (title) => `Conferma il tuo indirizzo su ${title}`,
    heading: (title) => `Il tuo profilo su ${title} è quasi pronto`,
    lines: () => ['Manca un passo: conferma che questo indirizzo è tuo. Poi puoi scrivere e ricevere risposte.'],
    button: 'Conferma l’indirizzo',
    after:
      'Il link vale 24 ore e si usa una volta. Se l’iscrizione non è tua, ignora questa email: senza conferma non succede nulla.',
  },
  'registered-again': {
    subject: (title) => `Sei già su ${title}: conferma l’indirizzo`,
    heading: () => 'Questo indirizzo è già iscritto',
    lines: (title) => [
      `Qualcuno ha provato a iscriversi di nuovo a ${title} con questo indirizzo, che non è ancora confermato. Se sei tu, conferma qui: il profilo di prima è pronto.`,
    ],
    button: 'Conferma l’indirizzo',
    after: 'Il link vale 24 ore e si usa una volta. Se non sei tu, ignora questa email.',
  },
  'reset-password': {
    subject: (title) => `Scegli una nuova password per ${title}`,
    heading: () => 'Scegli una nuova password',
    lines: () => [
      'Abbiamo ricevuto la richiesta di cambiare la password del tuo profilo. Con il pulsante ne scegli una nuova; dopo, gli altri dispositivi vengono scollegati.',
    ],
    button: 'Scegli la password',
    after:
      'Il link vale 2 ore e si usa una volta. Se non l’hai chiesto tu, ignora questa email: la password resta quella di prima.',
  },
  welcome: {
    subject: (title) => `Ci sei: il tuo profilo su ${title} è aperto`,
    heading: () => 'Che bello averti qui',
    lines: () => [
      'Il tuo indirizzo è confermato: da adesso le altre persone possono trovarti.',
      'Comincia da due righe su di te e su che cosa cerchi, così chi ti legge sa di che cosa parlarti.',
      'Poi un primo ciao. Non serve la frase perfetta: basta una domanda su qualcosa che hai letto in un profilo.',
    ],
    button: 'Completa il profilo',
    after:
      'Il pulsante ti fa entrare senza password, per questo non inoltrare questa email. Vale 3 giorni e si usa una volta; dopo accedi come sempre.',
  },
  'sign-in-link': {
    subject: (title) => `Il tuo nuovo link per entrare su ${title}`,
    heading: () => 'Entra con un clic',
    lines: () => ['Il link di prima non valeva più e ne hai chiesto uno nuovo: eccolo. La password non serve.'],
    button: 'Entra',
    after:
      'Il link vale 3 giorni e si usa una volta. Se non l’hai chiesto tu, ignora questa email: senza aprirlo non entra nessuno.',
  },
  'passkey-added': {
    subject: (title) => `Nuova passkey per il tuo profilo su ${title}`,
    heading: () => 'Hai aggiunto una passkey',
    lines: (title) => [
      `Da adesso puoi entrare su ${title} con l’impronta, il volto o il PIN del tuo dispositivo, senza password.`,
    ],
    button: 'Vedi le tue passkey',
    after: 'Non l’hai aggiunta tu? Rimuovila subito dal profilo, cambia la password e scrivi all’assistenza.',
  },
  'passkey-removed': {
    subject: (title) => `Passkey rimossa dal tuo profilo su ${title}`,
    heading: () => 'Hai rimosso una passkey',
    lines: (title) => [
      `Con quella passkey non si entra più su ${title}. Gli altri modi di accedere restano come prima.`,
    ],
    button: 'Vedi le tue passkey',
    after:
      'Non l’hai rimossa tu? Cambia la password, controlla dal profilo dove hai fatto l’accesso e scrivi all’assistenza.',
  },
  'google-linked': {
    subject: (title) => `Account Google collegato al tuo profilo su ${title}`,
    heading: () => 'Hai collegato un account Google',
    lines: (title) => [
      `Da adesso puoi entrare su ${title} anche con il tuo account Google. Gli altri modi di accedere restano come prima.`,
    ],
    button: 'Vedi nel profilo',
    after: 'Non l’hai fatto tu? Scollegalo subito dal profilo, cambia la password e scrivi all’assistenza.',
  },
  'google-unlinked': {
    subject: (title) => `Account Google scollegato dal tuo profilo su ${title}`,
    heading: () => 'Hai scollegato l’account Google',
    lines: (title) => [
      `Con quell’account Google non si entra più su ${title}. Gli altri modi di accedere restano come prima.`,
    ],
    button: 'Vedi nel profilo',
    after:
      'Non l’hai fatto tu? Cambia la password, controlla dal profilo dove hai fatto l’accesso e scrivi all’assistenza.',
  },
  'new-message': {
    subject: (title) => `Un messaggio ti aspetta su ${title}`,
    heading: () => 'Un messaggio ti aspetta',
    lines: () => ['Una persona ti ha scritto. Per riservatezza qui non mostriamo chi è né che cosa dice.'],
    button: 'Apri le chat',
    after: 'Su questa conversazione non ti scriviamo più finché non la apri.',
  },
  'report-upheld': {
    subject: (title) => `Abbiamo letto la tua segnalazione su ${title}`,
    heading: () => 'Grazie per la segnalazione',
    lines: () => [
      'Una persona ha letto quello che ci hai segnalato e ti ha dato ragione: quel comportamento è contrario alle nostre regole e siamo intervenuti.',
      'Per riservatezza non diciamo che cosa abbiamo deciso verso l’altra persona, e lei non sa chi l’ha segnalata.',
    ],
    button: 'Torna alle chat',
    after: 'Se pensi che ci siamo sbagliati, rispondi a questa email: rilegge il caso un’altra persona.',
  },
  'report-dismissed': {
    subject: (title) => `Abbiamo letto la tua segnalazione su ${title}`,
    heading: () => 'Grazie per la segnalazione',
    lines: () => [
      'Una persona ha letto quello che ci hai segnalato e non ha trovato nulla di contrario alle nostre regole: il profilo resta com’è.',
      'Puoi bloccare chi non vuoi incontrare: non vi vedrete più e non potrà scriverti.',
    ],
    button: 'Torna alle chat',
    after: 'Se pensi che ci siamo sbagliati, rispondi a questa email: rilegge il caso un’altra persona.',
  },
  receipt: {
    subject: (title, plan) => `Ricevuta ${title}: ${plan}`,
    heading: 'La tua ricevuta',
    intro: (title) => `Grazie. Questa email conferma il tuo acquisto su ${title}: conservala.`,
    plan: 'Acquisto',
    credits: 'Crediti',
    total: 'Totale pagato',
    vat: (rate) => `IVA ${rate} compresa`,
    paidAt: 'Data',
    card: 'Carta',
    statement: 'Sull’estratto conto',
    order: 'Ordine',
    validUntil: 'Valido fino al',
    renewal: 'Rinnovo',
    renews: (date, total, days) =>
      `Si rinnova automaticamente il ${date} a ${total}, finché non lo disdici. Ti scriviamo ${days} giorni prima di ogni rinnovo; senza avviso non addebitiamo.`,
    shortTerm: (days) =>
      `La durata è più breve del preavviso di ${days} giorni: questa email vale come avviso del prossimo rinnovo.`,
    ends: (date) => `Non si rinnova: finisce da solo il ${date}.`,
    once: 'Pagamento unico, nessun rinnovo. I crediti non scadono.',
    cancel: 'Disdici in due clic da Profilo → Disdici il piano: resta attivo fino alla fine del periodo pagato.',
    withdrawal: 'Ripensamento',
    withdraw: (date, email) =>
      `Puoi recedere fino al ${date}, senza dare spiegazioni, dal Profilo o scrivendo a ${email}. Se lo hai già usato, tratteniamo solo la parte usata.`,
  },
  frame: {
    copyLink: 'Se il pulsante non funziona, copia questo indirizzo nel browser:',
    because: (title) => `Ricevi questa email perché il tuo indirizzo è stato usato su ${title}.`,
    notified: (title) => `Ricevi questa email perché hai attivo l’avviso dei nuovi messaggi su ${title}.`,
    unsubscribe: 'Non inviarmi più questi avvisi',
    questions: 'Domande? Scrivi a',
    vatNumber: 'Partita IVA',
  },
}
