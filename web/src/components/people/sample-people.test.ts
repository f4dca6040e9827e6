import { expect, it } from 'vitest'
import { samplePeople, samplesOf } from './sample-people.ts'

const shown = (country: string, forms: boolean) =>
  samplesOf(country, forms).map(({ memberName, age, city }) => `${memberName} ${age} ${city}`)

it.each([
  [
    'IT',
    ['Martina 34 Roma', 'Luca 36 Roma', 'Giulia 29 Roma'],
    ['Francesca 26 Roma', 'Davide 30 Rieti', 'Elena 38 Frascati'],
  ],
  [
    'ES',
    ['Inés 28 Alcalá', 'Davide 30 Madrid', 'Lucía 30 Madrid'],
    ['Francesca 26 Madrid', 'Luca 36 Madrid', 'Elena 38 Getafe'],
  ],
  [
    'FR',
    ['Aurélie 33 Lyon', 'Hugo 35 Lyon', 'Camille 31 Paris'],
    ['Béatrice 30 Paris', 'Davide 30 Paris', 'Elena 38 Versailles'],
  ],
  [
    'GB',
    ['Martina 34 London', 'James 35 London', 'Emma 30 London'],
    ['Beatrice 30 Leeds', 'Luca 36 Leeds', 'Elena 38 London'],
  ],
])('a brand of %s shows people of its country', (country, home, forms) => {
  expect([shown(country, false), shown(country, true)]).toEqual([home, forms])
})

it('Ireland has the people of Great Britain, and any other country those of Italy', () => {
  for (const forms of [false, true]) {
    expect(samplesOf('IE', forms)).toBe(samplesOf('GB', forms))
    expect(samplesOf('DE', forms)).toBe(samplesOf('IT', forms))
  }
})

it('each is marked as a sample, with a portrait of their own', () => {
  const all = ['IT', 'ES', 'FR', 'GB'].flatMap((country) => [false, true].flatMap((forms) => samplesOf(country, forms)))
  for (const one of [...all, ...Object.values(samplePeople)]) {
    expect(one).toMatchObject({ id: one.memberName.toLowerCase(), sample: true })
    const name = one.memberName.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
    if (one.photo !== null) expect(one.photo).toContain(name)
  }
  expect(Object.values(samplePeople).filter(({ photo }) => photo === null)).toEqual([samplePeople.withoutPhoto])
  expect(samplePeople.noemi).toMatchObject({ online: true, verified: true })
})
