import {
  type NoticeChannel,
  noticeChannels,
  type NoticeEvent,
  noticeEvents,
  type NotificationSettings,
  type routes,
} from '@incontro/contract'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Database, Executor } from '#platform/database/database.ts'
import { Failure } from '#platform/http/problem.ts'
import { type AddressKeys, isStopped } from '../outcomes/addresses.ts'
import type { Channels } from '../rules/channel.ts'
import { lookAgain } from '../rules/look.ts'
import { isTimeZone, type QuietHours } from '../rules/quiet-hours.ts'
import { isChosen, type Receiver, receiverOf } from '../rules/receiver.ts'
import { choosable, noticeRules, ruleOf } from '../rules/table.ts'
import { liftSuppression, mayWrite, type Receiver as ListReceiver, suppress } from './suppressions.ts'

export interface SettingsDeps extends AddressKeys {
  readonly db: Database
  readonly clock: () => Date
  readonly channels: Channels
}

type Change = Omit<z.infer<typeof routes.changeNotificationSettings.body>, 'token'>
type Choice = NonNullable<Change['choices']>[number]

/** Undefined for a member who was erased. */
export async function settingsOf(
  executor: Executor,
  deps: SettingsDeps,
  memberId: string,
): Promise<Omit<NotificationSettings, 'by'> | undefined> {
  const receiver = await receiverOf(executor, memberId)
  if (!receiver) return undefined
  const { to, quiet, timeZone, pausedUntil, digest, discreet } = receiver
  const list = listReceiver(receiver)
  const [notices, news, stopped] = await Promise.all([
    mayWrite(executor, deps, { ...list, list: 'notices' }),
    mayWrite(executor, deps, { ...list, list: 'promotion' }),
    isStopped(executor, deps, list),
  ])
  const isOn = (event: NoticeEvent, channel: NoticeChannel): boolean => {
    if (event === 'news') return news
    if (ruleOf(event, channel)?.fixed !== null) return true
    return isChosen(receiver, event, channel) && (channel !== 'email' || notices)
  }
  const fixedOf = (event: NoticeEvent, channel: NoticeChannel) => {
    const fixed = ruleOf(event, channel)?.fixed ?? null
    // Consents are taken back anywhere, and given where their text is.
    return fixed === 'consent' && isOn(event, channel) ? null : fixed
  }
  return {
    events: noticeEvents.map((event) => ({
      event,
      channels: noticeChannels
        .filter(
          (channel) => noticeRules[event].channels[channel] !== null && deps.channels[channel].offered(to.brandId),
        )
        .map((channel) => ({ channel, on: isOn(event, channel), fixed: fixedOf(event, channel) })),
    })),
    quiet: quiet && { from: textOfMinutes(quiet.from), until: textOfMinutes(quiet.until) },
    timeZone,
    digest,
    pausedUntil: pausedUntil && pausedUntil > deps.clock() ? pausedUntil.toISOString() : null,
    discreet,
    mail: stopped ? 'bounced' : to.isConfirmed ? 'reached' : 'unconfirmed',
  }
}

/** Changes what is given, in one transaction. @throws 409 for what is fixed, 400 for an unknown time zone */
export async function changeSettings(
  deps: SettingsDeps,
  memberId: string,
  source: 'link' | 'member',
  change: Change,
): Promise<Omit<NotificationSettings, 'by'> | undefined> {
  if (change.timeZone !== undefined && !isTimeZone(change.timeZone))
    throw new Failure(400, undefined, { field: 'timeZone', message: 'Send the IANA name of a time zone' })
  return deps.db.transaction().execute(async (tx) => {
    await sql`select from members where id = ${memberId} for no key update`.execute(tx)
    const receiver = await receiverOf(tx, memberId)
    if (!receiver) return undefined
    if (change.choices) await choose(tx, deps, receiver, change.choices, source)
    await store(tx, deps, receiver, change)
    return settingsOf(tx, deps, memberId)
  })
}

async function choose(
  tx: Executor,
  deps: SettingsDeps,
  receiver: Receiver,
  choices: readonly Choice[],
  source: 'link' | 'member',
): Promise<void> {
  const list = listReceiver(receiver)
  const at = deps.clock()
  for (const { event, channel, on } of choices) {
    const rule = ruleOf(event, channel)
    if (
      rule === null ||
      !deps.channels[channel].offered(list.brandId) ||
      (rule.fixed !== null && (rule.fixed !== 'consent' || on))
    )
      throw new Failure(409, undefined, { field: 'choices', message: `${event} by ${channel} cannot be chosen here` })
  }
  if (choices.some(({ event, on }) => event === 'news' && !on))
    await suppress(tx, deps, { ...list, list: 'promotion', source, at })
  const own = choices.filter(({ event }) => event !== 'news')
  const returns = own.some(({ channel, on }) => channel === 'email' && on)
  if (returns && !(await mayWrite(tx, deps, { ...list, list: 'notices' }))) {
    // They had left all of them, and come back for these.
    const chosen = new Set(own.filter(({ channel }) => channel === 'email').map(({ event }) => event))
    const others = choosable('email').filter((event) => !chosen.has(event))
    own.push(...others.map((event): Choice => ({ event, channel: 'email', on: false })))
    await liftSuppression(tx, deps, { ...list, list: 'notices' })
  }
  for (const { event, channel, on } of own)
    await tx
      .insertInto('notification_choices')
      .values({ member_id: list.memberId, event, channel, enabled: on, changed_at: at })
      .onConflict((conflict) =>
        conflict.columns(['member_id', 'event', 'channel']).doUpdateSet({ enabled: on, changed_at: at }),
      )
      .execute()
}

const pauseDays = { none: 0, day: 1, week: 7 } as const

async function store(tx: Executor, deps: SettingsDeps, before: Receiver, change: Change): Promise<void> {
  const { timeZone, digest, pause, discreet } = change
  const quiet = change.quiet === undefined ? before.quiet : quietOf(change.quiet)
  const at = deps.clock()
  const days = pause && pauseDays[pause]
  const given = [change.quiet, timeZone, digest, pause, discreet]
  if (given.every((value) => value === undefined)) return
  const values = {
    quiet_from: quiet?.from ?? null,
    quiet_until: quiet?.until ?? null,
    ...(timeZone !== undefined && { time_zone: timeZone }),
    ...(digest !== undefined && { digest }),
    ...(days !== undefined && { paused_until: days === 0 ? null : new Date(at.getTime() + days * 86_400_000) }),
    ...(discreet !== undefined && { discreet }),
    changed_at: at,
  }
  await tx
    .insertInto('notification_settings')
    .values({ member_id: before.to.memberId, ...values })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(values))
    .execute()
  if ([change.quiet, timeZone, digest, pause].some((value) => value !== undefined))
    await lookAgain(tx, before.to.memberId, at)
}

const listReceiver = ({ to }: Receiver): ListReceiver & { readonly memberId: string } => ({
  brandId: to.brandId,
  memberId: to.memberId,
  address: to.email,
})

const textOfMinutes = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

const minutesOf = (text: string): number => {
  const [hours, minutes] = text.split(':')
  return Number(hours) * 60 + Number(minutes)
}
const quietOf = (quiet: { readonly from: string; readonly until: string } | null): QuietHours | null =>
  quiet && { from: minutesOf(quiet.from), until: minutesOf(quiet.until) }
