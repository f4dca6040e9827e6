import type { WebContext } from '@incontro/contract'
import { apiOver } from '../api/api.ts'
import { type Allowed, choiceCookies } from './cookie-choice.ts'

/** The cookies of a choice made on the page that is being answered, with the version of the text it was made to. */
export const keepChoice = async ({ brand, origin, locale, api }: WebContext, allowed: Allowed): Promise<string[]> => {
  const { version } = await apiOver(api)('POST /api/legal', {
    body: { p: 'cookie', d: new URL(origin).hostname, l: locale },
  })
  return choiceCookies(allowed, {
    version,
    locale,
    days: brand.cookieChoiceDays,
    secure: origin.startsWith('https:'),
    at: new Date(),
  })
}
