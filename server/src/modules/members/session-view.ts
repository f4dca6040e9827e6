import { readableEmail } from '#platform/mail/email-address.ts'
import { genderToWire, type Gender } from '@incontro/contract'
import type { Session } from '@incontro/contract/domain'
import { sql } from 'kysely'
import type { Principal } from '#platform/caller.ts'
import type { Executor } from '#platform/database/database.ts'
import { toFlowSettings, type Flow, type Flows } from '#modules/flows/index.ts'
import { listingOf, toLists } from './genders.ts'
import { photoIsOpen } from './onboarding.ts'
import { keptPlace, searchPlace } from './search-settings.ts'

/** Base of photo URLs. */
export interface PhotoUrls {
  url(photoId: string, variant: 'card' | 'avatar' | 'full'): string
}

interface Row {
  id: string
  brand_id: string
  clickid: string
  email: string
  screen_name: string
  name_missing: boolean
  age: number
  gender: Gender
  listed_in_both: boolean
  seeks: Gender
  seeks_both: boolean
  country: string
  region: string | null
  city: string | null
  region_id: number | null
  city_id: number | null
  search_region: string | null
  search_city: string | null
  search_region_id: number | null
  search_city_id: number | null
  whole_country: boolean | null
  left_region_id: number | null
  source: string
  flow_id: string
  level: 0 | 1 | 2
  email_confirmed_at: Date | null
  state: string
  photos: { readonly id: string; readonly main: boolean }[]
  card_on_file: boolean
  gift_open: boolean
  photo_open: boolean
  sample: boolean | null
  messages: number
  icebreakers: number
  likes: number
}

/** Credits that pay for messages: icebreakers only pay for first ones, and level 2 pays nothing. */
export const creditTotal = (level: number, messages: number): number => (level === 2 ? 0 : messages)

/**
 * Credits one message costs a member: 1 at level 0, the flow's price at level 1, nothing at level 2, nor for whom the flow
 * lets write free (rule 4.2). Listed in both searches, one writes free only where both genders do.
 */
export function messageCost(
  flow: Flow,
  { level, gender, listedInBoth }: Pick<Principal, 'level' | 'gender' | 'listedInBoth'>,
): number {
  const isFree = listedInBoth
    ? (['man', 'woman'] as const).every((one) => flow.freeWritingFor.includes(one))
    : flow.freeWritingFor.includes(gender)
  if (level === 2 || isFree) return 0
  return level === 1 ? flow.messageCost : 1
}

/** The member's session view for their own browser. Undefined for an unknown id. */
export async function sessionViewOf(
  executor: Executor,
  deps: { flows: Flows; photos: PhotoUrls },
  memberId: string,
): Promise<Session | undefined> {
  const { rows } = await sql<Row>`
    select m.id, m.brand_id, m.clickid, m.email, shown_name(m.screen_name, m.locale) as screen_name, m.screen_name is null as name_missing, (m.age_stated + extract(year from age(m.age_stated_on)))::int as age, m.gender, m.listed_in_both, m.seeks, m.seeks_both,
      m.country, r.name as region, c.name as city, m.region_id, m.city_id,
      s.region_id as search_region_id, s.city_id as search_city_id, s.whole_country, s.left_region_id, sr.name as search_region, sc.name as search_city, m.source, m.flow_id, m.level, m.email_confirmed_at, m.state, m.sample,
      coalesce((select json_agg(json_build_object('id', p.id, 'main', p.is_default) order by p.position, p.id) from member_photos p
        where p.member_id = m.id and p.removed_at is null and p.state <> 'refused'), '[]') as photos,
      exists (select from card_tokens t where t.member_id = m.id and t.removed_at is null) as card_on_file,
      m.welcome_gift_shown_at is null as gift_open, ${photoIsOpen} as photo_open, w.messages, w.icebreakers, w.likes
    from members m
    join wallets w on w.member_id = m.id
    left join geo_regions r on r.id = m.region_id
    left join geo_cities c on c.id = m.city_id
    left join search_settings s on s.member_id = m.id
    left join geo_regions sr on sr.id = s.region_id
    left join geo_cities sc on sc.id = s.city_id
    where m.id = ${memberId}`.execute(executor)
  const row = rows[0]
  if (!row) return undefined
  return toSessionView(row, deps.flows.of(row.brand_id, row.flow_id), deps.photos)
}

/** By name, under the rule of `searchPlace`; the whole country has none. */
function searchPlaceOf(row: Row, flow: Flow): Pick<Session, 'searchRegion' | 'searchCity'> {
  const home = { regionId: row.region_id, cityId: row.city_id }
  return searchPlace(flow, row.level, home, { place: keptPlace(row), leftRegionId: row.left_region_id }) === home
    ? { searchRegion: row.region ?? '', searchCity: row.city ?? '' }
    : { searchRegion: row.search_region ?? '', searchCity: row.search_city ?? '' }
}

function toSessionView(row: Row, flow: Flow, photos: PhotoUrls): Session {
  return {
    clickid: row.clickid,
    memberId: row.id,
    email: readableEmail(row.email),
    memberName: row.screen_name,
    age: row.age,
    ownGender: genderToWire(row.gender),
    seeks: genderToWire(row.seeks),
    ...toLists(listingOf(row)),
    country: row.country,
    region: row.region ?? '',
    city: row.city ?? '',
    ...searchPlaceOf(row, flow),
    source: row.source,
    flowId: flow.id,
    flow: toFlowSettings(flow),
    premiumLevel: row.level,
    messageCredits: row.messages,
    icebreakerCredits: row.icebreakers,
    likeCredits: row.likes,
    totalCredits: creditTotal(row.level, row.messages),
    messageCost: messageCost(flow, { ...row, listedInBoth: row.listed_in_both }),
    emailConfirmed: row.email_confirmed_at !== null,
    accountActive: row.state === 'active',
    useCardOnFile: row.card_on_file,
    photos: row.photos.map(({ id, main }) => ({ path: photos.url(id, 'avatar'), name: id, isDefault: main })),
    giftMessages: row.gift_open ? flow.welcomeGift : 0,
    sample: row.sample === true,
    nameMissing: row.name_missing,
    asksForPhoto: flow.photoOptional && row.photos.length === 0 && row.photo_open,
  }
}
