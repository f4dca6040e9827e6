import { dateWords, type DatePlace } from '@incontro/contract/date-words'
import { useSite } from '../brand/site.ts'
import { useTimeZone } from '../session/time-zone.ts'
import { dateFormat } from './date-forms.ts'

/** Formats dates in words, in the page's language and by the calendar of the member's country, with the word before them. */
export const useDate = () => {
  const { locale } = useSite()
  const timeZone = useTimeZone()
  return (date: Date, place?: DatePlace) =>
    dateWords(
      locale,
      dateFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone }).format(date),
      place,
    )
}

/** Formats months such as `2030-08` in words, in the page's language. */
export const useMonth = () => {
  const { locale } = useSite()
  return (month: string) =>
    dateFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`))
}
