import type { Locale } from '@incontro/contract'
import { dateWords } from '@incontro/contract/date-words'
import { dateFormat, relativeFormat } from './date-forms.ts'
import { useSite } from '../brand/site.ts'

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['minute', 60],
  ['hour', 3600],
  ['day', 86400],
]

/** "4 min fa", "ieri"; after a week, the date. */
const timeAgo = (time: string, locale: Locale, now = Date.now()): string => {
  const seconds = Math.max(60, (now - Date.parse(time)) / 1000)
  if (seconds >= 7 * 86400)
    return dateWords(locale, dateFormat(locale, { day: 'numeric', month: 'long' }).format(new Date(time)))
  const [unit, size] = steps.findLast(([, least]) => seconds >= least) ?? steps[0]!
  return relativeFormat(locale, { numeric: 'auto', style: 'short' }).format(-Math.floor(seconds / size), unit)
}

export const TimeAgo = ({ time }: { time: string }) => {
  const { locale } = useSite()
  return <time dateTime={time}>{timeAgo(time, locale)}</time>
}
