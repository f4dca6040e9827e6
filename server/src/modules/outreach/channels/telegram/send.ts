import type { Locale } from '@incontro/contract'
import { sql } from 'kysely'
import type { Brands } from '#modules/brands/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Keys } from '#platform/ids.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/process/log.ts'
import { i18nFor } from '#platform/text/i18n.ts'
import type { BotMessage, BotOutcome, TelegramBot } from '../../port.ts'
import { type AgainDeps, askAgain } from '../../rules/ask-again.ts'
import type { DueNotice, QueuedNotice } from '../../rules/channel.ts'
import { endedReason, finishDelivery } from '../finish-delivery.ts'
import { payloadOf } from '../push/payload.ts'
import { chatIdOf, endChat } from './links.ts'

export interface TelegramDeps {
  readonly db: Database
  readonly brands: Pick<Brands, 'byKey' | 'list'>
  /** The brand's bot; undefined if it has none. */
  readonly botOf: (brandId: string) => TelegramBot | undefined
  readonly telegramKeys: Keys
  readonly log: Log
  readonly clock: () => Date
}

export interface TelegramJob {
  readonly memberId: string
  readonly id: string
  readonly tries?: number
  /** What it announces; none for a test. */
  readonly notice?: QueuedNotice
}

interface Delivery {
  readonly event: DueNotice['event']
  readonly state: 'queued' | 'sending'
  readonly other_id: string | null
  readonly created_at: Date
  readonly brand_id: string
  readonly locale: Locale
  readonly is_active: boolean
  readonly discreet: boolean
  readonly other_name: string | null
  readonly chat_sealed: string | null
}

/** A day later it says nothing new. */
const oldestMs = 86_400_000
const mostTries = 8
const longestPauseMs = 3_600_000

/**
 * Sends a notification to a member's chat, at most once: that it is going is committed before it goes, and what was
 * going when a process died is not sent again. The Bot API would show a repetition as a second message.
 */
export async function sendTelegram(deps: TelegramDeps & AgainDeps, job: TelegramJob): Promise<void> {
  const { clock, telegramKeys: keys } = deps
  const delivery = await read(deps, job)
  const brand = delivery && deps.brands.byKey(delivery.brand_id)
  if (!delivery || !brand) return
  if (delivery.state === 'sending') return finishDelivery(deps, job, 'failed', 'unknown whether it arrived')
  if (!delivery.is_active) return finishDelivery(deps, job, 'withheld', 'the account is closed')
  if (clock().getTime() - delivery.created_at.getTime() > oldestMs)
    return finishDelivery(deps, job, 'failed', 'too old')
  const bot = deps.botOf(brand.key)
  const chatId = chatIdOf(keys, delivery.chat_sealed)
  if (!bot || chatId === undefined) return finishDelivery(deps, job, 'withheld', 'no chat')
  const asked = await askAgain(deps, 'telegram', job.memberId, job.notice)
  if (asked.kind === 'drop') return finishDelivery(deps, job, 'withheld', asked.reason)
  if (asked.kind === 'wait')
    return addJob(deps.db, 'outreach.telegram', job, { key: `telegram ${job.id}`, runAt: asked.until })
  if (!(await begin(deps, job))) return
  await settle(
    deps,
    job,
    { brandId: brand.key, chatId },
    await bot.send(chatId, messageOf(delivery, brand.title, brand.origin)),
  )
}

/** What push says, with a button that opens what it is about. */
function messageOf(delivery: Delivery, title: string, origin: string): BotMessage {
  const { event, other_id: otherId, other_name: name, locale, discreet } = delivery
  const i18n = i18nFor(locale)
  // Telegram makes commands and accounts of what begins so.
  const otherName = name && name.replace(/[/@#$]/g, ' ')
  const { t, b, u } = payloadOf({ event, title, locale, otherId, otherName, unread: 0, unreadFrom: [], discreet })
  return { text: `${t}\n${b}`, button: { text: i18n._('Open'), url: `${origin}${u}` } }
}

async function settle(
  deps: TelegramDeps,
  job: TelegramJob,
  chat: { readonly brandId: string; readonly chatId: string },
  outcome: BotOutcome,
): Promise<void> {
  const { db, clock, telegramKeys: keys } = deps
  switch (outcome.kind) {
    case 'sent':
      await finishDelivery(deps, job, 'sent', null)
      await db
        .updateTable('telegram_links')
        .set({ last_ok_at: clock() })
        .where('member_id', '=', job.memberId)
        .where('chat_hash', 'is not', null)
        .execute()
      return
    case 'blocked':
    case 'gone':
      // Of this chat only: the member may have connected another one meanwhile.
      await endChat(db, keys, chat, outcome.kind, clock())
      return finishDelivery(deps, job, 'failed', endedReason[outcome.kind])
    case 'unknown':
      return finishDelivery(deps, job, 'failed', 'unknown whether it arrived')
    case 'refused':
      deps.log.warn({ brand: chat.brandId, why: outcome.why }, 'Telegram refused a message')
      return finishDelivery(deps, job, 'failed', 'Telegram refused it')
    case 'later':
      return again(deps, job, outcome.afterMs)
  }
}

/** It did not arrive: it is queued again, in one transaction with its next run. */
async function again(deps: TelegramDeps, job: TelegramJob, afterMs: number): Promise<void> {
  const tries = (job.tries ?? 0) + 1
  if (tries >= mostTries) return finishDelivery(deps, job, 'failed', 'Telegram did not take it')
  const pause = Math.max(Math.min(15_000 * 2 ** tries, longestPauseMs), afterMs)
  const { memberId, id } = job
  await deps.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('deliveries')
      .set({ state: 'queued' })
      .where('member_id', '=', memberId)
      .where('id', '=', id)
      .execute()
    const runAt = new Date(deps.clock().getTime() + pause)
    await addJob(tx, 'outreach.telegram', { ...job, tries }, { key: `telegram ${id}`, runAt })
  })
}

/** Commits that it is going. @returns false if another run did */
async function begin({ db }: TelegramDeps, { memberId, id }: TelegramJob): Promise<boolean> {
  const begun = await db
    .updateTable('deliveries')
    .set({ state: 'sending' })
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .executeTakeFirst()
  return begun.numUpdatedRows > 0n
}

async function read({ db }: TelegramDeps, { memberId, id }: TelegramJob): Promise<Delivery | undefined> {
  const { rows } = await sql<Delivery>`
    select d.event, d.state, d.other_id, d.created_at, m.brand_id, m.locale, m.state = 'active' as is_active,
      coalesce(s.discreet, false) as discreet, shown_name(o.screen_name, o.locale) as other_name, l.chat_sealed
    from deliveries d join members m on m.id = d.member_id left join telegram_links l on l.member_id = m.id
    left join notification_settings s on s.member_id = m.id left join members o on o.id = d.other_id
    where d.member_id = ${memberId} and d.id = ${id} and d.state in ('queued', 'sending')`.execute(db)
  return rows[0]
}
