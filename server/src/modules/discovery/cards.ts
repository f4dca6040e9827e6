import { genderToAngel, type Gender } from '@incontro/contract'
import { maskContacts } from '@incontro/contract/contacts'
import type { Member } from '@incontro/contract/domain'
import { isOnline, presenceOf, shownLastActive, type PhotoUrls } from '#modules/members/index.ts'
import { bandBetween, type Cell, type Geo } from '#modules/geo/index.ts'
import { defaultPhotoJoin } from '#modules/photos/index.ts'

/** What a card says of a member to everybody, for `members m` joined with its default photo `p`. */
export const factColumns = `
  shown_name(m.screen_name, m.locale) as screen_name, m.gender, m.about, m.looking_for, m.hair_color, m.height_cm, m.weight_kg, m.created_at,
  m.verified_at, m.sample, m.region_id, m.city_id, p.id as photo_id, p.thumbhash`

/** What it says today, and to viewer `$1`. */
export const viewColumns = `
  m.id, (m.age_stated + extract(year from age(m.age_stated_on)))::int as age, ${shownLastActive('m')} as last_active_at,
  exists (select from reactions x where x.member_id = $1 and x.other_id = m.id and x.kind = 'like') as liked,
  exists (select from reactions y where y.member_id = m.id and y.other_id = $1 and y.kind = 'like') as liked_you`

export const cardJoins = defaultPhotoJoin('m')

export interface CardFacts {
  screen_name: string
  gender: Gender
  about: string
  looking_for: string
  hair_color: Member['hairColor']
  height_cm: number | null
  weight_kg: number | null
  created_at: Date
  verified_at: Date | null
  sample: boolean | null
  region_id: number | null
  city_id: number | null
  photo_id: string | null
  thumbhash: Buffer | null
}

/** As others read it: contact details are covered, as in the messages of members who have not answered each other. */
export const asOthersRead = <Row extends Pick<CardFacts, 'screen_name' | 'about' | 'looking_for'>>(row: Row): Row => ({
  ...row,
  screen_name: maskContacts(row.screen_name),
  about: maskContacts(row.about),
  looking_for: maskContacts(row.looking_for),
})

export interface CardView {
  id: string
  age: number
  /** Null if they hide it. */
  last_active_at: Date | null
  liked: boolean
  liked_you: boolean
}

export type CardRow = CardFacts & CardView

/** How long a profile is marked as new. */
const newForMs = 7 * 86_400_000

/** The viewer of a card, and the time. */
export interface Viewing {
  /** Names of places, in memory: saves joins. */
  readonly places: Pick<Geo, 'regionName' | 'cityName' | 'cellOf'>
  /** Where the viewer lives. */
  readonly cell: Cell | null
  readonly photos: PhotoUrls
  readonly now: Date
  /** Of the viewer. */
  readonly timeZone: string
}

export function toMemberCard(
  row: CardRow,
  variant: 'card' | 'full',
  { places, cell, photos, now, timeZone }: Viewing,
): Member {
  const theirs = places.cellOf(row.city_id)
  return {
    id: row.id,
    _id: row.id,
    memberName: row.screen_name,
    age: row.age,
    gender: genderToAngel(row.gender),
    about: row.about,
    description: row.looking_for,
    hairColor: row.hair_color,
    height: row.height_cm,
    weight: row.weight_kg,
    photo: row.photo_id ? photos.url(row.photo_id, variant) : null,
    thumbhash: row.thumbhash?.toString('base64') ?? null,
    city: places.cityName(row.city_id),
    region: places.regionName(row.region_id),
    distance: cell && theirs && bandBetween(cell, theirs),
    online: isOnline(row.last_active_at, now),
    presence: presenceOf(row.last_active_at, now, timeZone),
    verified: row.verified_at !== null,
    verifiedAt: row.verified_at?.toISOString() ?? null,
    liked: row.liked,
    likedYou: row.liked_you,
    isNew: now.getTime() - row.created_at.getTime() < newForMs,
    sample: row.sample === true,
  }
}
