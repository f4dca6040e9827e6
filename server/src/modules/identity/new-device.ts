import { deviceOf, type Locale } from '@incontro/contract'
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Site } from '../../platform/caller.ts'
import type { Executor } from '../../platform/database.ts'
import { newToken } from '../../platform/ids.ts'
import type { IdentityDeps } from './deps.ts'

/** A random number that stays when the session ends: nothing about the browser is measured, and no script reads it. */
export const deviceCookie = '__Host-device'
const rememberedDays = 180
const day = 86_400_000
/** At most one email within this time, however often somebody signs in. */
const quietMs = 3_600_000
const mostPerMember = 50

interface Entry { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly site: Site }
interface Entering { readonly memberId: string; readonly email: string; readonly emailConfirmed: boolean; readonly locale: string }

/**
 * Remembers the browser somebody signs in with, and writes to the member when it was not seen before. The caller holds the member's
 * row, so that two sign-ins at once are one email.
 * @param newcomer the account was just made or confirmed: its first browsers are no news to anybody
 */
export async function noteDevice(tx: Executor, deps: Pick<IdentityDeps, 'clock' | 'enqueueEmail'>, entry: Entry, member: Entering, newcomer: boolean): Promise<void> {
  const at = deps.clock()
  const cookie = entry.request.cookies[deviceCookie]
  const device = cookie !== undefined && /^[A-Za-z0-9_-]{43}$/.test(cookie) ? cookie : newToken()
  void entry.reply.setCookie(deviceCookie, device, { path: '/', httpOnly: true, secure: true, sameSite: 'lax', maxAge: rememberedDays * 86_400 })
  const hash = createHash('sha256').update(`${member.memberId} ${device}`).digest()
  const seen = await tx.updateTable('member_devices').set({ last_seen_at: at }).where('member_id', '=', member.memberId).where('device_hash', '=', hash)
    .where('last_seen_at', '>', new Date(at.getTime() - rememberedDays * day)).executeTakeFirst()
  if (seen.numUpdatedRows === 1n) return
  const told = await tx.selectFrom('member_devices').select('told_at').where('member_id', '=', member.memberId)
    .where('told_at', '>', new Date(at.getTime() - quietMs)).limit(1).executeTakeFirst()
  // An address nobody confirmed may be a stranger's.
  const tell = !newcomer && member.emailConfirmed && !told
  await tx.insertInto('member_devices').values({ member_id: member.memberId, device_hash: hash, first_seen_at: at, last_seen_at: at, told_at: tell ? at : null })
    .onConflict((conflict) => conflict.columns(['member_id', 'device_hash']).doUpdateSet({ last_seen_at: at, told_at: tell ? at : null })).execute()
  await forgetOldest(tx, member.memberId)
  if (!tell) return
  const { browser, system } = deviceOf(entry.request.headers['user-agent'] ?? '')
  await deps.enqueueEmail(tx, {
    brandId: entry.site.brandId, memberId: member.memberId, kind: 'new-device', to: member.email, locale: member.locale as Locale,
    props: { at: at.toISOString(), browser: browser ?? null, system: system ?? null, link: `${entry.site.origin}/forgotPassword` },
  })
}

/** A client that keeps no cookie is a new browser each time. */
async function forgetOldest(tx: Executor, memberId: string): Promise<void> {
  await tx.deleteFrom('member_devices').where('member_id', '=', memberId).where('device_hash', 'in', (devices) =>
    devices.selectFrom('member_devices').select('device_hash').where('member_id', '=', memberId).orderBy('last_seen_at', 'desc').offset(mostPerMember)).execute()
}

/** Browsers nobody signed in from for half a year are new ones again. */
export async function sweepDevices(executor: Executor, at: Date): Promise<void> {
  await executor.deleteFrom('member_devices').where('last_seen_at', '<=', new Date(at.getTime() - rememberedDays * day)).execute()
}
