import { deviceOf, type Locale } from '@incontro/contract'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Site } from '#platform/caller.ts'
import type { Database, Executor } from '#platform/database/database.ts'
import { type BatchOptions, deleteInBatches } from '#platform/database/delete-in-batches.ts'
import { keyedHash, type Keys, newToken } from '#platform/ids.ts'
import { blockOf } from '#platform/secrets/networks.ts'
import type { IdentityDeps } from '../deps.ts'

/** A random number that survives the session. The browser is not fingerprinted, and scripts cannot read the cookie. */
export const deviceCookie = '__Host-device'
const rememberedDays = 180
const day = 86_400_000
/** At most one email per period, in milliseconds, however often the member signs in. */
export const quietMs = 3_600_000
export const mostPerMember = 50

interface Entry {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly site: Site
}
interface Entering {
  readonly memberId: string
  readonly email: string
  readonly emailConfirmed: boolean
  readonly locale: string
}

/** The browser's number, if it has a valid one. */
export function browserOf(request: FastifyRequest): string | undefined {
  const cookie = request.cookies[deviceCookie]
  return cookie !== undefined && /^[A-Za-z0-9_-]{43}$/.test(cookie) ? cookie : undefined
}

/** A browser last seen before this counts as new. */
export const rememberedSince = (at: Date): Date => new Date(at.getTime() - rememberedDays * day)

/** By what a member’s browser is recognised. */
export const deviceHash = (memberId: string, device: string): Buffer =>
  createHash('sha256').update(`${memberId} ${device}`).digest()

/** What staff find a browser and a network of sign-ins by (decision 057). */
export interface Trace {
  readonly brandId: string
  /** The same for two members of a brand who use one browser: keyed, so that it is worth nothing elsewhere. */
  readonly browserHash: Buffer
  readonly network: string | null
}

export const traceOf = (keys: Keys, brandId: string, device: string, ip: string): Trace => ({
  brandId,
  browserHash: keyedHash(keys, `browser ${brandId} ${device}`).subarray(0, 16),
  network: blockOf(ip),
})

/** Whether the member has signed in with this browser before. */
export async function isKnownBrowser(
  executor: Executor,
  memberId: string,
  request: FastifyRequest,
  at: Date,
): Promise<boolean> {
  const device = browserOf(request)
  if (device === undefined) return false
  const known = await executor
    .selectFrom('member_devices')
    .select('device_hash')
    .where('member_id', '=', memberId)
    .where('device_hash', '=', deviceHash(memberId, device))
    .where('last_seen_at', '>', rememberedSince(at))
    .executeTakeFirst()
  return known !== undefined
}

/** The number of a request's browser, which is set if missing. */
export function keepBrowser({ request, reply }: Pick<Entry, 'request' | 'reply'>): string {
  const device = browserOf(request) ?? newToken()
  void reply.setCookie(deviceCookie, device, {
    path: '/',
    httpOnly: true,
    secure: true,
    sameSite: 'lax',
    maxAge: rememberedDays * 86_400,
  })
  return device
}

/**
 * Records the browser of a sign-in, and emails the member if it is new. The caller holds the member's row lock, so that
 * two concurrent sign-ins cause one email.
 * @param device from `keepBrowser`
 * @param newcomer the account was just created or confirmed: no email about its first browsers
 */
export async function recordBrowser(
  tx: Executor,
  deps: Pick<IdentityDeps, 'clock' | 'enqueueEmail' | 'signalKeys'>,
  entry: Entry,
  member: Entering,
  { device, newcomer }: { readonly device: string; readonly newcomer: boolean },
): Promise<void> {
  const at = deps.clock()
  const hash = deviceHash(member.memberId, device)
  const trace = traceOf(deps.signalKeys, entry.site.brandId, device, entry.request.ip)
  // An unconfirmed address may belong to a stranger.
  const mayNotify = !newcomer && member.emailConfirmed
  if (!(await remember(tx, { memberId: member.memberId, hash, trace, at, mayNotify }))) return
  const { browser, system } = deviceOf(entry.request.headers['user-agent'] ?? '')
  await deps.enqueueEmail(tx, {
    brandId: entry.site.brandId,
    memberId: member.memberId,
    kind: 'new-device',
    to: member.email,
    locale: member.locale as Locale,
    props: {
      at: at.toISOString(),
      browser: browser ?? null,
      system: system ?? null,
      link: `${entry.site.origin}/forgotPassword`,
    },
  })
}

/**
 * Records the browser in one statement: seen again, or new, in place of the oldest beyond the limit (a client without
 * cookies is a new browser each time).
 * @returns whether to notify the member: it is new, and there was no notification within the hour
 */
async function remember(
  tx: Executor,
  {
    memberId,
    hash,
    trace,
    at,
    mayNotify,
  }: { memberId: string; hash: Buffer; trace: Trace; at: Date; mayNotify: boolean },
): Promise<boolean> {
  const { rows } = await sql<{ notify: boolean }>`
    with seen as (
      update member_devices set last_seen_at = ${at}, brand_id = ${trace.brandId}, browser_hash = ${trace.browserHash}, network = ${trace.network}::cidr
      where member_id = ${memberId} and device_hash = ${hash} and last_seen_at > ${rememberedSince(at)} returning 1),
    noted as (
      insert into member_devices (member_id, device_hash, first_seen_at, last_seen_at, brand_id, browser_hash, network, notified_at)
      select ${memberId}, ${hash}, ${at}, ${at}, ${trace.brandId}, ${trace.browserHash}, ${trace.network}::cidr, case when ${mayNotify} and not exists (
        select from member_devices where member_id = ${memberId} and notified_at > ${new Date(at.getTime() - quietMs)}) then ${at}::timestamptz end
      where not exists (select from seen)
      on conflict (member_id, device_hash) do update set last_seen_at = excluded.last_seen_at, notified_at = excluded.notified_at,
        brand_id = excluded.brand_id, browser_hash = excluded.browser_hash, network = excluded.network returning notified_at),
    removed as (
      delete from member_devices where member_id = ${memberId} and exists (select from noted) and device_hash in (
        select device_hash from member_devices where member_id = ${memberId} and device_hash <> ${hash} order by last_seen_at desc offset ${mostPerMember - 1}))
    select exists (select from noted where notified_at is not null) as notify`.execute(tx)
  return rows[0]?.notify === true
}

/** How long it is kept from which network a browser signed in. */
const networkDays = 30
/** Rows that one statement clears. */
const mostCleared = 1000

/** Deletes browsers that were not used for half a year, and forgets the network of those that were not for a month. */
export async function sweepBrowsers(db: Database, at: Date, time?: BatchOptions): Promise<void> {
  const { until = Infinity } = time ?? {}
  const old = new Date(at.getTime() - networkDays * day)
  for (let cleared = mostCleared; cleared === mostCleared && performance.now() < until;) {
    const { numAffectedRows } = await sql`
      update member_devices set network = null where ctid = any(array(
        select ctid from member_devices where network is not null and last_seen_at <= ${old}
        order by last_seen_at limit ${sql.lit(mostCleared)}))`.execute(db)
    cleared = Number(numAffectedRows ?? 0)
  }
  const before = rememberedSince(at)
  await deleteInBatches(db, { table: 'member_devices', column: 'last_seen_at', before, inclusive: true }, time)
}
