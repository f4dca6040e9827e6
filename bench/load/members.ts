import type { Brand } from '#server/modules/brands/index.ts'
import type { Flow } from '#server/modules/flows/index.ts'
import { randomOf, type Random } from './random.ts'

/** A brand with the data of its members, and its share of all members. */
export interface Site {
  readonly brand: Pick<Brand, 'key' | 'pool' | 'country' | 'defaultLanguage' | 'currency'>
  readonly flow: Flow
}

export interface Region {
  readonly id: number
  readonly country: string
  readonly cities: readonly number[]
}

export interface World {
  readonly members: number
  readonly now: number
  /** The largest brand first. */
  readonly sites: readonly Site[]
  /** By country, the largest region first. */
  readonly regions: ReadonlyMap<string, readonly Region[]>
  readonly passwordHash: string
}

export interface MadeMember {
  readonly index: number
  readonly id: string
  readonly site: Site
  readonly gender: 'man' | 'woman'
  /** Whether the member seeks the other gender; only these members write, like and visit. */
  readonly isUsual: boolean
  readonly joined: number
  readonly active: number
  readonly level: 0 | 1
  readonly state: 'active' | 'deactivated' | 'suspended' | 'deleting'
  readonly region: Region
  readonly cityId: number | null
  readonly age: number
}

const day = 86_400_000
/** How many years ago the first member joined. */
const years = 3
/**
 * Members are created in blocks of this size. The position in the block determines brand and gender, so that the other
 * member of a conversation can be computed.
 */
const blockSize = 200
const genders = ['man', 'man', 'man', 'man', 'man', 'woman', 'woman', 'woman', 'woman', 'woman'] as const
/** The shares of the brands in twentieths, largest first: half of all members belong to the largest brand. */
const shares = [10, 4, 2, 1, 1, 1, 1]

const purposes = { id: 1, person: 2, doings: 3 } as const

export function worldOf(input: World): {
  readonly memberAt: (index: number) => MadeMember
  readonly idAt: (index: number) => string
  readonly doingsOf: (index: number) => Random
  /** Chooses a member of the same pool and the other gender; a few members are chosen far more often than the rest. */
  readonly otherMemberOf: (member: MadeMember, random: Random) => number | undefined
} {
  const siteAt = (index: number): Site => {
    let place = Math.floor((index % blockSize) / 10)
    for (const [n, share] of shares.entries()) {
      if (place < share && input.sites[n]) return input.sites[n]
      place -= share
    }
    return input.sites[0]!
  }
  const joinedAt = (index: number): number =>
    input.now - years * 365 * day * (1 - ((index + 0.5) / input.members) ** 0.6)
  const idAt = (index: number): string => randomOf(index, purposes.id).uuid(joinedAt(index))
  const blocks = Math.max(1, Math.floor(input.members / blockSize))
  const stars = Math.ceil(blocks / 25)
  const placesOf = new Map<string, number[]>()
  for (let place = 0; place < blockSize; place += 1) {
    const key = `${siteAt(place).brand.pool} ${genders[place % 10]!}`
    placesOf.set(key, [...(placesOf.get(key) ?? []), place])
  }

  const memberAt = (index: number): MadeMember => {
    const random = randomOf(index, purposes.person)
    const site = siteAt(index)
    const gender = genders[index % 10]!
    const joined = joinedAt(index)
    const since = input.now - joined
    const quiet = random.next()
    const away = (quiet < 0.08 ? day : quiet < 0.25 ? 7 * day : quiet < 0.5 ? 90 * day : since) * random.next()
    const regions = input.regions.get(site.brand.country) ?? []
    const region = regions[Math.floor(regions.length * random.next() ** 2.5)]!
    const fate = random.next()
    return {
      index,
      id: idAt(index),
      site,
      gender,
      isUsual: index % 10 !== 4 && index % 10 !== 9 ? true : random.chance(0.7),
      joined,
      active: input.now - Math.min(away, since),
      level: gender === 'man' && random.chance(0.15) ? 1 : 0,
      state: fate < 0.95 ? 'active' : fate < 0.98 ? 'deactivated' : fate < 0.99 ? 'suspended' : 'deleting',
      region,
      cityId: region.cities.length > 0 ? random.pick(region.cities) : null,
      age: 18 + Math.floor(40 * random.next() ** 1.5 + 22 * random.next() ** 3),
    }
  }
  return {
    memberAt,
    idAt,
    doingsOf: (index) => randomOf(index, purposes.doings),
    otherMemberOf: (member, random) => {
      const places = placesOf.get(`${member.site.brand.pool} ${member.gender === 'man' ? 'woman' : 'man'}`)
      if (!places) return undefined
      // One in 5,000 members is popular with everyone; popular blocks are spread over the years.
      const isStar = random.chance(0.05)
      const block = isStar ? random.below(stars) * 25 : (Math.floor(blocks * random.next() ** 2) * 7919) % blocks
      const index = block * blockSize + (isStar ? places[0]! : random.pick(places))
      return index < input.members ? index : undefined
    },
  }
}
