/** The scripted answers; the first topic whose words are in the question applies. */
const topics: readonly (readonly [words: RegExp, answer: string])[] = [
  [
    /foto|photo|picture/i,
    'Una foto funziona quando si vede bene il viso, con luce naturale e senza filtri pesanti. Una in primo piano e una in cui fai qualcosa che ti piace bastano per cominciare.',
  ],
  [
    /scriv|messaggio|ciao|message/i,
    'Parti da qualcosa che hai letto nel profilo: una domanda breve e precisa riceve più risposte di un complimento. Per esempio: «Ho visto che cammini in montagna: qual è il posto che consigli a chi comincia?»',
  ],
  [
    /credit|piano|pagare|abbonament|plan/i,
    'Con un pacchetto di messaggi o con un piano puoi continuare a scrivere; quanto costa un messaggio lo vedi sempre sotto il campo in cui scrivi. Per domande sul tuo conto rivolgiti all’assistenza: io non vedo il tuo account.',
  ],
  [
    /truff|sicur|soldi|scam|safe/i,
    'Non mandare soldi né documenti a chi non conosci, e resta qui finché non ti fidi. Se qualcosa non ti torna, apri il menu della persona: puoi segnalarla o bloccarla.',
  ],
]

const otherwise =
  'Sono un programma, non una persona, e rispondo a domande su come funziona il servizio: profilo, foto, ricerca, messaggi, sicurezza. Di che cosa hai bisogno?'

export const answerTo = (question: string): string => topics.find(([words]) => words.test(question))?.[1] ?? otherwise
