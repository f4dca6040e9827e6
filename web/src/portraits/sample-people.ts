import type { CardPerson } from '../components/profile-card.tsx'
import davide from './davide.svg'
import elena from './elena.svg'
import francesca from './francesca.svg'
import giulia from './giulia.svg'
import luca from './luca.svg'
import martina from './martina.svg'
import noemi from './noemi.svg'

const person = (id: string, screenName: string, age: number, city: string, default_photo: string | null, more: Partial<CardPerson> = {}): CardPerson =>
  ({ id, screenName, age, city, default_photo, online: false, verified: false, sample: true, ...more })

/** Illustrations, not people: drawn for the project (CC0), always shown with their tag. */
export const samplePeople = {
  martina: person('martina', 'Martina', 34, 'Roma', martina),
  luca: person('luca', 'Luca', 36, 'Roma', luca),
  giulia: person('giulia', 'Giulia', 29, 'Roma', giulia, { online: true, verified: true }),
  francesca: person('francesca', 'Francesca', 26, 'Roma', francesca),
  davide: person('davide', 'Davide', 30, 'Rieti', davide),
  elena: person('elena', 'Elena', 38, 'Frascati', elena, { online: true, verified: true }),
  noemi: person('noemi', 'Noemi', 28, 'Roma', noemi, { online: true, verified: true }),
  withoutPhoto: person('anna', 'Anna', 41, 'Latina', null),
}
