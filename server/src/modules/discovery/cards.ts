import { genderToAngel, type AngelView, type Gender } from '@incontro/contract'
import { isOnline, presenceOf, type PhotoUrls } from '../members/index.ts'
import { defaultPhotoJoin } from '../photos/index.ts'

/** The columns of a card, of `members m` with `r`, `c` and `p` joined, as the viewer `$1` sees them. */
export const cardColumns = `
  m.id, shown_name(m.screen_name, m.locale) as screen_name, (m.age_stated + extract(year from age(m.age_stated_on)))::int as age, m.gender, m.about, m.looking_for, m.hair_color,
  m.height_cm, m.weight_kg, m.last_active_at, m.created_at, m.verified_at, m.sample, r.name as region, c.name as city, p.id as photo_id,
  exists (select from reactions x where x.member_id = $1 and x.other_id = m.id and x.kind = 'like') as liked,
  exists (select from reactions y where y.member_id = m.id and y.other_id = $1 and y.kind = 'like') as liked_you`

export const cardJoins = `
  left join geo_regions r on r.id = m.region_id
  left join geo_cities c on c.id = m.city_id
  ${defaultPhotoJoin('m')}`

export interface CardRow {
  id: string
  screen_name: string
  age: number
  gender: Gender
  about: string
  looking_for: string
  hair_color: AngelView['hair_color']
  height_cm: number | null
  weight_kg: number | null
  last_active_at: Date
  created_at: Date
  verified_at: Date | null
  sample: boolean | null
  region: string | null
  city: string | null
  photo_id: string | null
  liked: boolean
  liked_you: boolean
}

/** How long a profile carries the mark of a new member. */
const newForMs = 7 * 86_400_000

/** Who looks at a card, and when. */
export interface Viewing {
  readonly photos: PhotoUrls
  readonly now: Date
  /** Of the viewer. */
  readonly timeZone: string
}

export function toAngel(row: CardRow, variant: 'card' | 'full', { photos, now, timeZone }: Viewing): AngelView {
  return {
    id: row.id,
    _id: row.id,
    screenName: row.screen_name,
    age: row.age,
    gender: genderToAngel(row.gender),
    about: row.about,
    description: row.looking_for,
    hair_color: row.hair_color,
    height: row.height_cm,
    weight: row.weight_kg,
    default_photo: row.photo_id ? photos.url(row.photo_id, variant) : null,
    city: row.city ?? '',
    region: row.region ?? '',
    online: isOnline(row.last_active_at, now),
    presence: presenceOf(row.last_active_at, now, timeZone),
    verified: row.verified_at !== null,
    liked: row.liked,
    likedYou: row.liked_you,
    isNew: now.getTime() - row.created_at.getTime() < newForMs,
    sample: row.sample === true,
  }
}
