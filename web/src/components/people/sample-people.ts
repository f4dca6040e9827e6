import type { CardMember } from './profile-card.tsx'
import aurelie from './portraits/aurelie.svg'
import beatrice from './portraits/beatrice.svg'
import camille from './portraits/camille.svg'
import davide from './portraits/davide.svg'
import elena from './portraits/elena.svg'
import emma from './portraits/emma.svg'
import francesca from './portraits/francesca.svg'
import giulia from './portraits/giulia.svg'
import hugo from './portraits/hugo.svg'
import ines from './portraits/ines.svg'
import james from './portraits/james.svg'
import luca from './portraits/luca.svg'
import lucia from './portraits/lucia.svg'
import martina from './portraits/martina.svg'
import noemi from './portraits/noemi.svg'

const person = (
  memberName: string,
  age: number,
  city: string,
  photo: string | null,
  more: Partial<CardMember> = {},
): CardMember => ({
  id: memberName.toLowerCase(),
  memberName,
  age,
  city,
  photo,
  online: false,
  verified: false,
  sample: true,
  ...more,
})

/** Illustrations drawn for the project (CC0), always shown with their label. */
export const samplePeople = {
  martina: person('Martina', 34, 'Roma', martina),
  luca: person('Luca', 36, 'Roma', luca),
  giulia: person('Giulia', 29, 'Roma', giulia),
  francesca: person('Francesca', 26, 'Roma', francesca),
  davide: person('Davide', 30, 'Rieti', davide),
  elena: person('Elena', 38, 'Frascati', elena),
  noemi: person('Noemi', 28, 'Roma', noemi, { online: true, verified: true }),
  withoutPhoto: person('Anna', 41, 'Latina', null),
}

type Trio = readonly [left: CardMember, right: CardMember, front: CardMember]

const { martina: m, luca: l, giulia: g, francesca: f, davide: d, elena: e } = samplePeople
const trios: Record<string, readonly [home: Trio, forms: Trio]> = {
  IT: [
    [m, l, g],
    [f, d, e],
  ],
  ES: [
    [person('Inés', 28, 'Alcalá', ines), person('Davide', 30, 'Madrid', davide), person('Lucía', 30, 'Madrid', lucia)],
    [
      person('Francesca', 26, 'Madrid', francesca),
      person('Luca', 36, 'Madrid', luca),
      person('Elena', 38, 'Getafe', elena),
    ],
  ],
  FR: [
    [person('Aurélie', 33, 'Lyon', aurelie), person('Hugo', 35, 'Lyon', hugo), person('Camille', 31, 'Paris', camille)],
    [
      person('Béatrice', 30, 'Paris', beatrice),
      person('Davide', 30, 'Paris', davide),
      person('Elena', 38, 'Versailles', elena),
    ],
  ],
  GB: [
    [
      person('Martina', 34, 'London', martina),
      person('James', 35, 'London', james),
      person('Emma', 30, 'London', emma),
    ],
    [
      person('Beatrice', 30, 'Leeds', beatrice),
      person('Luca', 36, 'Leeds', luca),
      person('Elena', 38, 'London', elena),
    ],
  ],
}

/** The portraits on a brand's home page, or (`forms`) beside its forms. */
export const samplesOf = (country: string, forms: boolean): Trio => {
  const pair = trios[country] ?? trios[country === 'IE' ? 'GB' : 'IT']!
  return forms ? pair[1] : pair[0]
}
