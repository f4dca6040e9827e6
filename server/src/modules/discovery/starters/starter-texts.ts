import type { I18n } from '@lingui/core'
import type { InterestId } from '@incontro/contract'
import type { Starter } from './starters.ts'

/** The words of a starter, which the member may change before sending them. No word depends on anybody's gender. */
export function starterText(i18n: I18n, starter: Starter): string {
  switch (starter.kind) {
    case 'answer':
      return i18n._('“{answer}”: tell me more?', { answer: starter.answer })
    case 'interest':
      return interestQuestions(i18n)[starter.id]
    case 'town':
      return i18n._('Same town, {city}: where’s your favourite spot?', { city: starter.city })
    case 'intent':
      return i18n._('It looks like we’re after the same thing: how do you picture it?')
  }
}

/** A question between two who have chosen the same interest. It says nothing else of them. */
const interestQuestions = (i18n: I18n): Record<InterestId, string> => ({
  cinema: i18n._('I like films too: which one would you recommend?'),
  series: i18n._('I like series too: what are you watching?'),
  reading: i18n._('I like reading too: what’s on your bedside table?'),
  concerts: i18n._('I like concerts too: what was your last one?'),
  theatre: i18n._('I like the theatre too: what would you see again?'),
  art: i18n._('I like museums too: which one would you recommend?'),
  photography: i18n._('I like photography too: what do you photograph most?'),
  cooking: i18n._('I like cooking too: what’s your best dish?'),
  wine: i18n._('I like wine too: red, white or sparkling?'),
  'eating-out': i18n._('I like eating out too: where would you send me?'),
  travel: i18n._('I like travelling too: where are you off to next?'),
  'day-trips': i18n._('I like day trips too: where would you go on Sunday?'),
  sea: i18n._('I like the sea too: sandy beach or rocks?'),
  mountains: i18n._('I like the mountains too: summer or winter?'),
  hiking: i18n._('I like walking too: what’s your favourite trail?'),
  running: i18n._('I like running too: early morning or evening?'),
  gym: i18n._('I like the gym too: which exercise do you avoid?'),
  yoga: i18n._('I like yoga too: how long have you been doing it?'),
  swimming: i18n._('I like swimming too: pool or open water?'),
  cycling: i18n._('I like cycling too: city, road or gravel?'),
  football: i18n._('I like football too: who do you support?'),
  tennis: i18n._('I like tennis and padel too: which do you prefer?'),
  dancing: i18n._('I like dancing too: what music gets you up?'),
  motorbikes: i18n._('I like motorbikes too: what was your best ride?'),
  dogs: i18n._('I like dogs too: do you have one?'),
  cats: i18n._('I like cats too: do you have one?'),
  nature: i18n._('I like nature too: where do you go for fresh air?'),
  gardening: i18n._('I like gardening too: what do you grow?'),
  making: i18n._('I like making things too: what did you build last?'),
  'board-games': i18n._('I like board games too: which one would you bring?'),
  'video-games': i18n._('I like video games too: what are you playing?'),
  technology: i18n._('I like technology too: what are you curious about?'),
  science: i18n._('I like science too: which discovery fascinates you?'),
  history: i18n._('I like history too: which era would you visit?'),
  languages: i18n._('I like languages too: which one would you learn next?'),
  writing: i18n._('I like writing too: what do you write?'),
  volunteering: i18n._('I like volunteering too: what do you do?'),
  family: i18n._('Family matters to me too: is yours a big one?'),
  spirituality: i18n._('I’m interested in spirituality too: what drew you to it?'),
  fashion: i18n._('I like fashion too: how would you describe your style?'),
  karaoke: i18n._('I like karaoke too: what’s your song?'),
})
