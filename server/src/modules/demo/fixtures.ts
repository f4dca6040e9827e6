import type { Gender, GenderWord, Locale } from '@incontro/contract'
import type { Geo } from '#modules/geo/index.ts'
import { createRng, type Rng, sampleId } from './rng.ts'
import names from './data/names.json' with { type: 'json' }
import places from './data/places.json' with { type: 'json' }
import profiles from './data/profiles.json' with { type: 'json' }
import type { HairTone } from './portraits/palette.ts'

/** A fictitious member before they are inserted. */
export interface SampleMember {
  readonly number: number
  readonly id: string
  readonly photoId: string
  readonly brandId: string
  readonly email: string
  /** Whether one can sign in as them. */
  readonly login: boolean
  readonly memberName: string
  readonly gender: Gender
  readonly listedInBoth: boolean
  readonly seeks: Gender
  readonly seeksBoth: boolean
  readonly genderWord: GenderWord | null
  readonly hidesGenderWord: boolean
  readonly age: number
  readonly country: Country
  readonly regionId: number
  readonly cityId: number
  readonly locale: Locale
  readonly about: string
  readonly lookingFor: string
  readonly hair: HairTone
  readonly heightCm: number
  readonly level: 0 | 1 | 2
  readonly lastActiveAt: Date
  readonly createdAt: Date
}

export type Country = keyof typeof places
const localeOf: Readonly<Record<Country, Locale>> = { IT: 'it', ES: 'es', FR: 'fr', GB: 'en' }

interface Group {
  readonly brandId: string
  readonly country: Country
  readonly people: number
  /** How many of the largest regions they live in; in all without a number. */
  readonly regions?: number
}

/**
 * 2,000 members in the pools of three brands, and sixty in each other: in few regions, so that a visitor meets some in
 * these, and an empty region elsewhere.
 */
const groups: readonly Group[] = [
  { brandId: 'local', country: 'IT', people: 800 },
  { brandId: 'local', country: 'ES', people: 150 },
  { brandId: 'local', country: 'FR', people: 130 },
  { brandId: 'local', country: 'GB', people: 120 },
  { brandId: 'battito', country: 'IT', people: 400 },
  { brandId: 'cercame', country: 'ES', people: 400 },
  { brandId: 'dolceluna', country: 'IT', people: 60, regions: 5 },
  { brandId: 'vicino', country: 'IT', people: 60, regions: 5 },
  { brandId: 'brisa', country: 'ES', people: 60, regions: 5 },
  { brandId: 'amarelle', country: 'FR', people: 60, regions: 5 },
  { brandId: 'heartline', country: 'GB', people: 60, regions: 5 },
]

/** The first two of a brand are logins. Both live in one region, so that they find each other. */
const leads: Readonly<
  Record<
    string,
    { readonly country: Country; readonly region: string; readonly city: string; readonly people: readonly Lead[] }
  >
> = {
  local: {
    country: 'IT',
    region: 'Lombardia',
    city: 'Milano',
    people: [
      { name: 'Marco', gender: 'man', age: 36 },
      { name: 'Giulia', gender: 'woman', age: 33 },
    ],
  },
  battito: {
    country: 'IT',
    region: 'Lazio',
    city: 'Roma',
    people: [
      { name: 'Luca', gender: 'man', age: 41 },
      { name: 'Sofia', gender: 'woman', age: 38 },
    ],
  },
  cercame: {
    country: 'ES',
    region: 'Comunidad de Madrid',
    city: 'Madrid',
    people: [
      { name: 'Pablo', gender: 'man', age: 37 },
      { name: 'Lucía', gender: 'woman', age: 34 },
    ],
  },
}
interface Lead {
  readonly name: string
  readonly gender: Gender
  readonly age: number
}

export interface LoginFixture {
  readonly id: string
  readonly brandId: string
  readonly gender: Gender
  readonly email: string
}

/** The logins; the domain of their address is the brand's. */
export function loginFixtures(domainOf: (brandId: string) => string): readonly LoginFixture[] {
  return Object.entries(leads).flatMap(([brandId, { people }]) =>
    people.map(({ name, gender }) => ({
      id: sampleId('member', `${brandId} ${name}`),
      brandId,
      gender,
      email: `${name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()}@demo.${domainOf(brandId)}`,
    })),
  )
}

export interface FixtureInput {
  readonly seed: string
  readonly geo: Pick<Geo, 'regionByName' | 'cityByName'>
  readonly domainOf: (brandId: string) => string
  readonly now: Date
}

/** All members of the demo, equal for equal seeds; only their times depend on `now`. */
export function memberFixtures({ seed, geo, domainOf, now }: FixtureInput): SampleMember[] {
  const logins = new Map(loginFixtures(domainOf).map((login) => [login.email, login]))
  const everybody: SampleMember[] = []
  const known = new Set<string>()
  for (const [brandId, { country, region, city, people }] of Object.entries(leads)) {
    for (const { name, gender, age } of people) {
      const rng = createRng(`${seed} lead ${brandId} ${name}`)
      const login = [...logins.values()].find(
        (candidate) => candidate.brandId === brandId && candidate.gender === gender,
      )
      if (!login) throw new Error(`no login for ${name}`)
      const person = drawPerson(rng, {
        number: everybody.length + 1,
        brandId,
        country,
        place: placeIn(geo, country, region, city),
        now,
        gender,
        age,
        memberName: name,
      })
      known.add(callOf(person))
      everybody.push({
        ...person,
        id: login.id,
        email: login.email,
        login: true,
        level: 0,
        seeks: opposite(gender),
        lastActiveAt: daysBefore(now, 0.2),
        createdAt: daysBefore(now, 40),
      })
    }
  }
  for (const group of groups) {
    const regions = shareOut(
      group,
      group.people -
        everybody.filter((member) => member.brandId === group.brandId && member.country === group.country).length,
    )
    for (const { region, cities, people } of regions) {
      // Start with the logins of the region.
      const inRegion = new Map(
        leads[group.brandId]?.region === region ? leads[group.brandId]?.people.map(({ name }) => [name, 1]) : [],
      )
      for (let at = 0; at < people; at += 1) {
        const number = everybody.length + 1
        const rng = createRng(`${seed} ${number}`)
        // The first city of a region is the largest; half of its members live there.
        const city = rng.chance(0.5) ? cities[0] : rng.pick(cities)
        const person = nameOfTheirOwn(
          drawPerson(rng, {
            number,
            brandId: group.brandId,
            country: group.country,
            place: placeIn(geo, group.country, region, city ?? ''),
            now,
          }),
          known,
          inRegion,
        )
        known.add(callOf(person))
        inRegion.set(person.memberName, (inRegion.get(person.memberName) ?? 0) + 1)
        everybody.push(person)
      }
    }
  }
  return everybody
}

/** Name and age as a card shows them: two equal ones in a brand would look like one person. */
const callOf = ({ brandId, memberName, age }: SampleMember): string => `${brandId} ${memberName} ${age}`

/**
 * A page of the list shows one region: picks, starting from the drawn name, one that is unused in the region, or used
 * least, and unused in the brand at this age.
 */
function nameOfTheirOwn(
  person: SampleMember,
  known: ReadonlySet<string>,
  inRegion: ReadonlyMap<string, number>,
): SampleMember {
  const list = names[person.country][person.gender]
  const from = list.indexOf(person.memberName)
  const [renamed] = list
    .map((_, step) => ({ ...person, memberName: list[(from + step) % list.length] ?? '' }))
    .filter((candidate) => !known.has(callOf(candidate)))
    .toSorted((one, other) => (inRegion.get(one.memberName) ?? 0) - (inRegion.get(other.memberName) ?? 0))
  if (!renamed) throw new Error(`the demo has too few names for people of ${person.age} in ${person.country}`)
  return renamed
}

/** A fifth is spread evenly, so that no region is empty, the rest by weight. */
function shareOut(
  { country, regions: most }: Group,
  people: number,
): { region: string; cities: string[]; people: number }[] {
  const regions = Object.entries(places[country])
    .map(([region, [weight, ...cities]]) => ({ region, weight: weight as number, cities: cities as string[] }))
    .slice(0, most)
  const base = Math.max(1, Math.floor((people * 0.2) / regions.length))
  const rest = people - base * regions.length
  const sum = regions.reduce((total, { weight }) => total + weight, 0)
  const shares = regions.map(({ region, cities, weight }) => ({
    region,
    cities,
    people: base + Math.floor((rest * weight) / sum),
  }))
  const biggest = shares[0]
  if (biggest) biggest.people += people - shares.reduce((total, share) => total + share.people, 0)
  return shares
}

interface Place {
  readonly regionId: number
  readonly cityId: number
}

function placeIn(geo: FixtureInput['geo'], country: string, region: string, city: string): Place {
  const found = geo.regionByName(country, region)
  const town = found && geo.cityByName(country, found.id, city)
  if (!found || !town)
    throw new Error(`the demo speaks of ${city} in ${region}, ${country}, which the geography does not have`)
  return { regionId: found.id, cityId: town.id }
}

interface Given {
  readonly number: number
  readonly brandId: string
  readonly country: Country
  readonly place: Place
  readonly now: Date
  readonly gender?: Gender
  readonly age?: number
  readonly memberName?: string
}

function drawPerson(rng: Rng, given: Given): SampleMember {
  const { number, brandId, country, place, now } = given
  const gender = given.gender ?? (rng.chance(0.55) ? 'woman' : 'man')
  const age = given.age ?? drawAge(rng)
  const locale = localeOf[country]
  const more = given.gender ? onlyOne : drawMore(createRng(`${number} more`), gender)
  const isNew = rng.chance(0.08)
  const createdAt = daysBefore(now, isNew ? 0.2 + rng.next() * 6 : 8 + rng.next() * 700)
  const lastActiveAt = rng.chance(0.06)
    ? new Date(now.getTime() - rng.between(0, 90) * 1000)
    : daysBefore(now, 0.004 + 29.5 * rng.next() ** 2.2)
  return {
    number,
    id: sampleId('member', String(number)),
    photoId: sampleId('photo', String(number)),
    brandId,
    email: `sample-${String(number).padStart(6, '0')}@sample.invalid`,
    login: false,
    memberName: given.memberName ?? rng.pick(names[country][gender]),
    gender,
    seeks: rng.chance(0.05) ? gender : opposite(gender),
    ...more,
    age,
    country,
    regionId: place.regionId,
    cityId: place.cityId,
    locale,
    ...drawWords(rng, locale, gender, more.genderWord),
    hair: drawHair(rng, gender, age),
    heightCm: gender === 'woman' ? rng.between(154, 180) : rng.between(165, 195),
    // Most can be read by all; some are free members, whose messages are blurred to free readers.
    level: rng.chance(0.68) ? 2 : rng.chance(0.3) ? 1 : 0,
    lastActiveAt: lastActiveAt < createdAt ? createdAt : lastActiveAt,
    createdAt,
  }
}

type More = Pick<SampleMember, 'listedInBoth' | 'seeksBoth' | 'genderWord' | 'hidesGenderWord'>
const onlyOne: More = { listedInBoth: false, seeksBoth: false, genderWord: null, hidesGenderWord: false }

/** What a gender and one sought do not say (rule 13.9): of one in thirty-three a word, and a few seek both. */
function drawMore(rng: Rng, gender: Gender): More {
  const seeksBoth = rng.chance(0.03)
  if (!rng.chance(0.03)) return { ...onlyOne, seeksBoth }
  const trans = gender === 'woman' ? 'trans_woman' : 'trans_man'
  const genderWord = rng.pick<GenderWord>(['nonbinary', 'nonbinary', 'genderfluid', 'agender', 'questioning', trans])
  return {
    genderWord,
    hidesGenderWord: rng.chance(0.25),
    listedInBoth: genderWord !== trans && rng.chance(0.7),
    seeksBoth: seeksBoth || rng.chance(0.5),
  }
}

const opposite = (gender: Gender): Gender => (gender === 'woman' ? 'man' : 'woman')
const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000)

/** 19 to 70, most of them around 40. */
const drawAge = (rng: Rng): number =>
  Math.min(70, 19 + Math.floor(((rng.next() + rng.next() + rng.next()) / 3) ** 1.25 * 56))

function drawHair(rng: Rng, gender: Gender, age: number): HairTone {
  if (age > 50 && rng.chance((age - 46) / 30)) return 'grey'
  if (gender === 'woman' && rng.chance(0.05)) return 'dyed'
  return rng.pick(['brown', 'brown', 'brown', 'brown', 'black', 'black', 'dark blond', 'dark blond', 'blond', 'red'])
}

/** Phrases have `{her|his}` where the word follows the gender; who has a word of their own says none of these. */
function drawWords(
  rng: Rng,
  locale: Locale,
  gender: Gender,
  word: GenderWord | null,
): { about: string; lookingFor: string } {
  const all = profiles[locale]
  const mine = (phrases: readonly string[]) => (word === null ? phrases : phrases.filter((one) => !one.includes('{')))
  const list = { ...all, who: mine(all.who), detail: mine(all.detail) }
  const say = (phrases: readonly string[]): string =>
    phrases
      .filter(Boolean)
      .join(' ')
      .replace(/\{([^|}]*)\|([^}]*)\}/g, (_, woman: string, man: string) => (gender === 'woman' ? woman : man))
  const likes = rng.some(list.likes, rng.chance(0.35) ? 2 : 1)
  const about = rng.chance(0.12)
    ? [...likes, rng.pick(list.detail)]
    : [rng.pick(list.who), ...likes, rng.chance(0.6) ? rng.pick(list.detail) : '']
  return { about: say(about), lookingFor: say([rng.pick(list.looking), rng.pick(list.closing)]) }
}
