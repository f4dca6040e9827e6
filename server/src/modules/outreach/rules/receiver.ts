import { type Digest, type Locale, type NoticeChannel, type NoticeEvent, timeZoneOf } from '@incontro/contract'
import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import { lastActiveOf } from '#modules/members/index.ts'
import type { AddressKeys } from '../outcomes/addresses.ts'
import { mayWrite } from '../preferences/suppressions.ts'
import type { Addressee, Channels } from './channel.ts'
import { decide, type Decision } from './decide.ts'
import { type QuietHours, usualQuietHours } from './quiet-hours.ts'
import type { Subject } from './subject.ts'
import { ruleOf } from './table.ts'

/** A member with what they have chosen. */
export interface Receiver {
  readonly to: Addressee
  readonly isActive: boolean
  readonly lastActiveAt: Date
  readonly quiet: QuietHours | null
  readonly timeZone: string
  readonly pausedUntil: Date | null
  readonly digest: Digest
  readonly discreet: boolean
  /** By event and channel, where they have chosen. */
  readonly choices: Readonly<Record<string, boolean>>
}

interface Row {
  readonly brand_id: string
  readonly email: string
  readonly is_confirmed: boolean
  readonly locale: Locale
  readonly country: string
  readonly is_active: boolean
  readonly last_active_at: Date
  readonly has_settings: boolean
  readonly quiet_from: number | null
  readonly quiet_until: number | null
  readonly time_zone: string | null
  readonly paused_until: Date | null
  readonly digest: Digest | null
  readonly discreet: boolean | null
  readonly choices: Record<string, boolean> | null
}

/** Undefined for a member who was erased. */
export async function receiverOf(executor: Executor, memberId: string): Promise<Receiver | undefined> {
  const { rows } = await sql<Row>`
    select m.brand_id, m.email, m.email_confirmed_at is not null as is_confirmed, m.locale, m.country,
      m.state = 'active' and m.sample is null as is_active, ${sql.raw(lastActiveOf('m'))} as last_active_at,
      s.member_id is not null as has_settings, s.quiet_from, s.quiet_until, s.time_zone, s.paused_until, s.digest, s.discreet,
      (select jsonb_object_agg(k.event || ' ' || k.channel, k.enabled) from notification_choices k where k.member_id = m.id) as choices
    from members m left join notification_settings s on s.member_id = m.id
    where m.id = ${memberId}`.execute(executor)
  const row = rows[0]
  if (!row) return undefined
  return {
    to: {
      memberId,
      brandId: row.brand_id,
      email: row.email,
      isConfirmed: row.is_confirmed,
      locale: row.locale,
    },
    isActive: row.is_active,
    lastActiveAt: row.last_active_at,
    quiet: quietOf(row),
    timeZone: row.time_zone ?? timeZoneOf(row.country),
    pausedUntil: row.paused_until,
    digest: row.digest ?? 'off',
    discreet: row.discreet ?? false,
    choices: row.choices ?? {},
  }
}

/** A member's quiet hours: the usual ones until they have chosen. */
export function quietOf({
  has_settings: hasSettings,
  quiet_from: from,
  quiet_until: until,
}: Pick<Row, 'has_settings' | 'quiet_from' | 'quiet_until'>): QuietHours | null {
  if (!hasSettings) return usualQuietHours
  return from === null || until === null ? null : { from, until }
}

/** The member's choice, or else the rule's. */
export const isChosen = ({ choices }: Receiver, event: NoticeEvent, channel: NoticeChannel): boolean =>
  choices[`${event} ${channel}`] ?? ruleOf(event, channel)?.isOn ?? false

/**
 * What becomes of a notice on a channel. Whether the channel reaches the member is asked only before it is used: most
 * looks at a mail find that it waits.
 */
export async function decideFor(
  tx: Executor,
  deps: AddressKeys & { readonly channels: Channels },
  channel: NoticeChannel,
  { event, state, happenedAt }: Pick<Subject, 'event' | 'state' | 'happenedAt'>,
  receiver: Receiver & { readonly now: Date },
): Promise<Decision> {
  const decision = decide(event, channel, {
    ...receiver,
    happenedAt,
    subject: state,
    isOn: isChosen(receiver, event, channel),
  })
  if (decision.kind === 'wait' || decision.kind === 'drop') return decision
  return (await reaches(tx, deps, channel, receiver.to)) ? decision : { kind: 'drop', why: 'unreached' }
}

async function reaches(
  tx: Executor,
  deps: AddressKeys & { readonly channels: Channels },
  channel: NoticeChannel,
  to: Addressee,
): Promise<boolean> {
  const list = { brandId: to.brandId, memberId: to.memberId, address: to.email, list: 'notices' } as const
  if (channel === 'email' && !(await mayWrite(tx, deps, list))) return false
  return deps.channels[channel].reaches(tx, to)
}
