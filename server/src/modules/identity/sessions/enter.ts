import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import type { Tries } from '../sign-in/tries.ts'
import { mostPerMember, quietMs, rememberedSince, type Trace } from './known-browsers.ts'
import type { SessionRow } from './sessions.ts'

export interface Entering {
  readonly session: SessionRow
  /** The browser's hash, as `known-browsers.ts` stores it. */
  readonly deviceHash: Buffer
  readonly trace: Trace
  /** The password hash that was verified: it must still be the member's. */
  readonly passwordHash: string | null
  readonly tries: Tries
  readonly at: Date
}

/**
 * Starts a session after a correct password in a single statement: clears the counters, records the browser, inserts
 * the session.
 * @returns false, with nothing changed, where more is needed: an email about a new browser, an account that is not
 * open, a password changed meanwhile
 */
export async function enter(
  executor: Executor,
  { session, deviceHash, trace, passwordHash, tries, at }: Entering,
): Promise<boolean> {
  const memberId = session.member_id
  const { rows } = await sql<{ entered: boolean }>`
    with member as (
      update members m set last_active_at = ${at}
      where m.id = ${memberId} and m.state = 'active' and m.password_hash is not distinct from ${passwordHash}::text
        and (m.email_confirmed_at is null
          or exists (select from member_devices d where d.member_id = ${memberId}
            and (d.device_hash = ${deviceHash} and d.last_seen_at > ${rememberedSince(at)} or d.notified_at > ${new Date(at.getTime() - quietMs)})))
      returning m.id),
    tries as (delete from limit_counters where bucket = any(${tries.buckets}::text[]) and exists (select from member)),
    guesses as (delete from password_guesses where address_hash = ${tries.address}::bytea and exists (select from member)),
    seen as (
      insert into member_devices as d (member_id, device_hash, first_seen_at, last_seen_at, brand_id, browser_hash, network)
      select id, ${deviceHash}, ${at}, ${at}, ${trace.brandId}, ${trace.browserHash}, ${trace.network}::cidr from member
      on conflict (member_id, device_hash) do update set last_seen_at = excluded.last_seen_at,
        brand_id = excluded.brand_id, browser_hash = excluded.browser_hash, network = excluded.network,
        notified_at = case when d.last_seen_at > ${rememberedSince(at)} then d.notified_at end
      returning xmax = 0 as is_new),
    removed as (
      delete from member_devices where member_id = ${memberId} and exists (select from seen where is_new) and device_hash in (
        select device_hash from member_devices where member_id = ${memberId} and device_hash <> ${deviceHash}
        order by last_seen_at desc offset ${mostPerMember - 1})),
    opened as (
      insert into sessions (token_hash, id, member_id, brand_id, device, created_at, last_seen_at, expires_at)
      select ${session.token_hash}, ${session.id}, id, ${session.brand_id}, ${session.device}, ${session.created_at}::timestamptz,
        ${session.last_seen_at}::timestamptz, ${session.expires_at}::timestamptz from member
      returning id)
    select exists (select from opened) as entered`.execute(executor)
  return rows[0]?.entered === true
}
