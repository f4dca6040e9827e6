import { useSite } from '../brand/site.ts'
import { dateFormat } from './date-forms.ts'

/** Formats dates in words, in the page's language. */
export const useDate = () => {
  const { locale } = useSite()
  return (date: Date) => dateFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' }).format(date)
}
