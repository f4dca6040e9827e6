import { useSite } from '#app/brand/site.ts'
import { usePageClock } from '#app/session/page-clock.ts'
import { dayName, rowTime, timeOfDay } from './chat-time.ts'

/*
 * Browsers write some months and weekdays otherwise than the server ("Sep", "Sept"): what the document says stays, as
 * long as it means the same.
 */

/** When a message was written, by the hour. */
export const MessageTime = ({ time }: { readonly time: string }) => {
  const { locale } = useSite()
  const { timeZone } = usePageClock()
  return (
    <time dateTime={time} suppressHydrationWarning>
      {timeOfDay(time, locale, timeZone)}
    </time>
  )
}

/** The same in a row of a list: today by the hour, before that by the day. */
export const RowTime = ({ time }: { readonly time: string }) => {
  const { locale } = useSite()
  const clock = usePageClock()
  return (
    <time dateTime={time} suppressHydrationWarning>
      {rowTime(time, locale, clock)}
    </time>
  )
}

/** The day above its messages. */
export const DayLine = ({ time, className }: { readonly time: string; readonly className: string | undefined }) => {
  const { locale } = useSite()
  const clock = usePageClock()
  return (
    <div className={className} suppressHydrationWarning>
      {dayName(time, locale, clock)}
    </div>
  )
}
