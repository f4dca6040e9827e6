import type { Locale } from '@incontro/contract'
import { useLocation } from 'react-router'

/** The name of each language in that language. */
export const languageNames: Record<Locale, string> = { it: 'Italiano', es: 'Español', fr: 'Français', en: 'English' }

/** The URL of the current page in another language; the server stores the choice. */
export const useLanguageHref = () => {
  const { pathname, search } = useLocation()
  return (locale: Locale) => {
    const query = new URLSearchParams(search)
    query.set('lang', locale)
    return `${pathname}?${query.toString()}`
  }
}
