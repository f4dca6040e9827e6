import type { OutcomeChannel, OutcomeFault, OutcomeName } from '@incontro/contract/admin'
import type { Outcomes } from '#modules/insight/index.ts'
import { reasonToStop } from '#modules/outreach/index.ts'

/** Below this many a share says nothing. */
const leastSent = 20
/** More than this share of pushes or Telegram messages refused is not the members' doing. */
const mostRefused = 0.2

type Counts = Record<OutcomeName, number | null>

const none: Counts = {
  sent: null,
  delivered: null,
  soft: null,
  hard: null,
  complained: null,
  refused: null,
  gone: null,
}

/** What became of a brand's messages by channel, and what is wrong with it. */
export function outcomesView({ countedAt, mail, push, telegram }: Outcomes) {
  return {
    countedAt,
    channels: [
      channelView('mail', mail, mailFault, (sums) => ({ ...none, ...sums })),
      channelView('push', push, refusedFault, noticeCounts),
      channelView('telegram', telegram, refusedFault, noticeCounts),
    ],
  }
}

const channelView = <Sums>(
  channel: OutcomeChannel,
  { day, week }: { readonly day: Sums; readonly week: Sums },
  faultOf: (sums: Sums) => OutcomeFault | null,
  countsOf: (sums: Sums) => Counts,
) => ({ channel, day: countsOf(day), week: countsOf(week), fault: faultOf(day) })

type NoticeSums = Outcomes['push']['day']

const refusedOf = ({ failed, gone }: NoticeSums): number => failed - gone
const noticeCounts = (sums: NoticeSums): Counts => ({
  ...none,
  sent: sums.sent,
  refused: refusedOf(sums),
  gone: sums.gone,
})

function mailFault({ sent, hard, complained }: Outcomes['mail']['day']): OutcomeFault | null {
  // Complaints apart: it is not the same that has to be done about them.
  if (reasonToStop({ sent, bounced: hard, complained: 0 }) !== undefined) return 'bounces'
  return reasonToStop({ sent, bounced: 0, complained }) === undefined ? null : 'complaints'
}

function refusedFault(sums: NoticeSums): OutcomeFault | null {
  const tried = sums.sent + refusedOf(sums)
  return tried >= leastSent && refusedOf(sums) > tried * mostRefused ? 'refusals' : null
}
