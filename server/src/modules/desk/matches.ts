import { normaliseEmail, orderIdTail } from '@incontro/contract'
import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import { isUuid } from '#platform/ids.ts'
import { phoneNumberOf } from '#modules/members/index.ts'
import { limit, type Match } from './match.ts'
import { byName } from './name-search.ts'
import { byNetwork, networkIn } from './network-search.ts'

/** Where a search looks: `country` is the one whose phone numbers are written without a prefix. */
export interface Place {
  readonly brandId: string
  readonly country: string
}

/** Members, by what the text can be. Nothing is sought twice: an address is no name, and a network no phone number. */
export async function matchesOf(tx: Executor, { brandId, country }: Place, query: string): Promise<readonly Match[]> {
  if (query === '') return []
  if (query.includes('@')) return byEmail(tx, brandId, query)
  if (isUuid(query)) return [...(await byOrder(tx, brandId, query)), { member_id: query, matched: 'id' }]
  const network = networkIn(query)
  if (network) return byNetwork(tx, brandId, network)
  if (/^[0-9a-f]{32}$/i.test(query)) return byDevice(tx, brandId, query)
  const phone = phoneNumberOf(query, country)
  const [tracked, ordered, called] = [
    await byTrackerId(tx, brandId, query),
    await byOrderNumber(tx, brandId, query),
    phone === undefined ? [] : await byPhone(tx, brandId, phone),
  ]
  const found = [...tracked, ...ordered, ...called]
  // A number is never a name; a short word may be both the number of an order and a name.
  return tracked.length > 0 || called.length > 0 || /^[\d\s()+./-]+$/.test(query)
    ? found
    : [...found, ...(await byName(tx, brandId, query))]
}

async function byEmail(tx: Executor, brandId: string, query: string): Promise<Match[]> {
  const rows = await tx
    .selectFrom('member_emails')
    .select('member_id')
    .where('brand_id', '=', brandId)
    .where('email', '=', normaliseEmail(query))
    .execute()
  return rows.map((row) => ({ ...row, matched: 'email' }))
}

async function byOrder(tx: Executor, brandId: string, id: string): Promise<Match[]> {
  const rows = await tx
    .selectFrom('payment_attempts')
    .select('member_id')
    .where('id', '=', id)
    .where('brand_id', '=', brandId)
    .execute()
  return rows.map((row) => ({ ...row, matched: 'order' }))
}

/** By the number that members read, of which the end of the id is made. */
async function byOrderNumber(tx: Executor, brandId: string, query: string): Promise<Match[]> {
  const tail = orderIdTail(query)
  if (tail === undefined) return []
  const { rows } = await sql<{ member_id: string }>`
    select member_id from payment_attempts where brand_id = ${brandId} and right(id::text, 10) = ${tail} limit ${limit}`.execute(
    tx,
  )
  return rows.map((row) => ({ ...row, matched: 'order' }))
}

async function byTrackerId(tx: Executor, brandId: string, query: string): Promise<Match[]> {
  const rows = await tx
    .selectFrom('member_clickids')
    .select('member_id')
    .where('brand_id', '=', brandId)
    .where('clickid', '=', query)
    .execute()
  return rows.map((row) => ({ ...row, matched: 'trackerId' }))
}

async function byPhone(tx: Executor, brandId: string, number: string): Promise<Match[]> {
  const { rows } = await sql<{ member_id: string }>`
    select p.member_id from phone_numbers p join members m on m.id = p.member_id and m.brand_id = ${brandId}
    where p.number = ${number} limit ${limit}`.execute(tx)
  return rows.map((row) => ({ ...row, matched: 'phone' }))
}

/** By a browser as the file names it, those who used it last first. */
async function byDevice(tx: Executor, brandId: string, hex: string): Promise<Match[]> {
  const { rows } = await sql<{ member_id: string }>`
    select member_id from member_devices where browser_hash = ${Buffer.from(hex, 'hex')} and brand_id = ${brandId}
    order by last_seen_at desc limit ${limit}`.execute(tx)
  return rows.map((row) => ({ ...row, matched: 'device' }))
}
