import type { WebContext } from '@incontro/contract'
import { apiOver } from '../api/api.ts'
import { type Allowed, choiceCookies } from './cookie-choice.ts'

/** The cookies that store a choice made on the current page, with the version of the cookie text shown there. */
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
