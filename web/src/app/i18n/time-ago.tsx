import type { Locale } from '@incontro/contract'
import { dateWords } from '@incontro/contract/date-words'
import { dateFormat, relativeFormat } from './date-forms.ts'
import { useSite } from '../brand/site.ts'
import { type PageClock, usePageClock } from '../session/page-clock.ts'

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['minute', 60],
  ['hour', 3600],
  ['day', 86400],
]

/** "4 min fa", "ieri"; after a week, the date. */
const timeAgo = (time: string, locale: Locale, { now, timeZone }: PageClock): string => {
  const seconds = Math.max(60, (now.getTime() - Date.parse(time)) / 1000)
  if (seconds >= 7 * 86400)
    return dateWords(
      locale,
      dateFormat(locale, { day: 'numeric', month: 'long', ...(timeZone && { timeZone }) }).format(new Date(time)),
    )
  const [unit, size] = steps.findLast(([, least]) => seconds >= least) ?? steps[0]!
  return relativeFormat(locale, { numeric: 'auto', style: 'short' }).format(-Math.floor(seconds / size), unit)
}

export const TimeAgo = ({ time }: { time: string }) => {
  const { locale } = useSite()
  const clock = usePageClock()
  return (
    // Browsers write some months otherwise than the server: what the document says stays.
    <time dateTime={time} suppressHydrationWarning>
      {timeAgo(time, locale, clock)}
    </time>
  )
}
