import { dayAfter, dayIn } from '#modules/calendar/index.ts'
import type { Executor } from '#platform/database/database.ts'
import { type CountedBrand, timeZoneOf } from '../rollups/count-days.ts'
import { lastCounted, series } from '../rollups/slices.ts'

/** How many messages of each channel came to what. What a channel does not report is no part of its sums. */
const metrics = {
  mail: {
    sent: 'mail_sent',
    delivered: 'mail_delivered',
    soft: 'mail_soft',
    hard: 'mail_bounced',
    complained: 'mail_complained',
    refused: 'mail_refused',
  },
  push: { sent: 'push_sent', failed: 'push_failed', gone: 'push_gone' },
  telegram: { sent: 'telegram_sent', failed: 'telegram_failed', gone: 'telegram_gone' },
} as const

export type Channel = keyof typeof metrics
type Sums<C extends Channel> = { readonly [Name in keyof (typeof metrics)[C]]: number }

/** Of the last two days of the calendar, and of seven. */
export interface ChannelSums<C extends Channel> {
  readonly day: Sums<C>
  readonly week: Sums<C>
}

export interface Outcomes {
  readonly countedAt: string | null
  readonly mail: ChannelSums<'mail'>
  readonly push: ChannelSums<'push'>
  readonly telegram: ChannelSums<'telegram'>
}

/** What became of a brand's messages lately, by its calendar, as it was last counted. */
export async function outcomesOf(db: Executor, brand: CountedBrand, now: Date): Promise<Outcomes> {
  const today = dayIn(now, timeZoneOf(brand))
  const asked = { brandId: brand.key, from: dayAfter(today, -6), to: today }
  const names = Object.values(metrics).flatMap((of) => Object.values(of))
  const points = await series(db, asked, names, { step: 'day' })
  const sum = (metric: string, from: string): number =>
    points.filter((one) => one.metric === metric && one.at >= from).reduce((all, { count }) => all + count, 0)
  const sumsOf = <C extends Channel>(channel: C, from: string) =>
    Object.fromEntries(Object.entries(metrics[channel]).map(([name, metric]) => [name, sum(metric, from)])) as Sums<C>
  const both = <C extends Channel>(channel: C): ChannelSums<C> => ({
    day: sumsOf(channel, dayAfter(today, -1)),
    week: sumsOf(channel, asked.from),
  })
  return {
    countedAt: await lastCounted(db, brand.key),
    mail: both('mail'),
    push: both('push'),
    telegram: both('telegram'),
  }
}
