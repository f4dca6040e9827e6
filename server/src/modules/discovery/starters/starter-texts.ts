import type { I18n } from '@lingui/core'
import type { InterestId } from '@incontro/contract'
import type { Starter } from './starters.ts'

/** The words of a starter, which the member may change before sending them. No word depends on anybody's gender. */
export function starterText(i18n: I18n, starter: Starter): string {
  switch (starter.kind) {
    case 'answer':
      return i18n._('«{answer}»: mi racconti di più?', { answer: starter.answer })
    case 'interest':
      return interestQuestions(i18n)[starter.id]
    case 'town':
      return i18n._('Stessa città, {city}: qual è il tuo posto del cuore?', { city: starter.city })
    case 'intent':
      return i18n._('A quanto pare cerchiamo la stessa cosa: tu come la immagini?')
  }
}

/** A question between two who have chosen the same interest. It says nothing else of them. */
const interestQuestions = (i18n: I18n): Record<InterestId, string> => ({
  cinema: i18n._('Anche a me piace il cinema: che film mi consigli?'),
  series: i18n._('Anche a me piacciono le serie: che cosa stai guardando?'),
  reading: i18n._('Anche a me piace leggere: che libro hai sul comodino?'),
  concerts: i18n._('Anche a me piacciono i concerti: l’ultimo che hai visto?'),
  theatre: i18n._('Anche a me piace il teatro: che cosa rivedresti?'),
  art: i18n._('Anche a me piacciono i musei: quale mi consigli?'),
  photography: i18n._('Anche a me piace la fotografia: che cosa fotografi di più?'),
  cooking: i18n._('Anche a me piace cucinare: qual è il tuo piatto forte?'),
  wine: i18n._('Anche a me piace il vino: rosso, bianco o bollicine?'),
  'eating-out': i18n._('Anche a me piace mangiare fuori: che posto mi consigli?'),
  travel: i18n._('Anche a me piace viaggiare: qual è la tua prossima meta?'),
  'day-trips': i18n._('Anche a me piacciono le gite: dove andresti domenica?'),
  sea: i18n._('Anche a me piace il mare: spiaggia o scogli?'),
  mountains: i18n._('Anche a me piace la montagna: meglio d’estate o d’inverno?'),
  hiking: i18n._('Anche a me piace camminare: qual è il tuo sentiero preferito?'),
  running: i18n._('Anche a me piace correre: mattina presto o sera?'),
  gym: i18n._('Anche a me piace la palestra: quale esercizio eviti?'),
  yoga: i18n._('Anche a me piace lo yoga: da quanto lo pratichi?'),
  swimming: i18n._('Anche a me piace nuotare: piscina o mare aperto?'),
  cycling: i18n._('Anche a me piace la bicicletta: città, strada o sterrato?'),
  football: i18n._('Anche a me piace il calcio: per chi fai il tifo?'),
  tennis: i18n._('Anche a me piacciono tennis e padel: quale dei due preferisci?'),
  dancing: i18n._('Anche a me piace ballare: che musica ti fa alzare?'),
  motorbikes: i18n._('Anche a me piacciono le moto: il giro più bello che hai fatto?'),
  dogs: i18n._('Anche a me piacciono i cani: ne hai uno?'),
  cats: i18n._('Anche a me piacciono i gatti: ne hai uno?'),
  nature: i18n._('Anche a me piace la natura: dove vai a respirare?'),
  gardening: i18n._('Anche a me piace il giardinaggio: che cosa coltivi?'),
  making: i18n._('Anche a me piace il fai da te: l’ultima cosa che hai costruito?'),
  'board-games': i18n._('Anche a me piacciono i giochi da tavolo: quale porteresti?'),
  'video-games': i18n._('Anche a me piacciono i videogiochi: a che cosa giochi adesso?'),
  technology: i18n._('Anche a me piace la tecnologia: che cosa ti incuriosisce adesso?'),
  science: i18n._('Anche a me piace la scienza: quale scoperta ti affascina?'),
  history: i18n._('Anche a me piace la storia: in quale epoca faresti un giro?'),
  languages: i18n._('Anche a me piacciono le lingue: quale vorresti imparare?'),
  writing: i18n._('Anche a me piace scrivere: che cosa scrivi?'),
  volunteering: i18n._('Anche a me piace il volontariato: di che cosa ti occupi?'),
  family: i18n._('Anche per me la famiglia conta: siete in tanti?'),
  spirituality: i18n._('Anche a me interessa la spiritualità: che cosa ti ha avvicinato?'),
  fashion: i18n._('Anche a me piace la moda: come descriveresti il tuo stile?'),
  karaoke: i18n._('Anche a me piace il karaoke: qual è la tua canzone?'),
})
