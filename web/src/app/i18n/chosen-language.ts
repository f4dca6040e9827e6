import type { WebContext } from '@incontro/contract'
import { choiceCookie } from '../cookies/cookies.ts'

/**
 * The cookie that keeps the language an address with `?lang=` chose. The page itself is in that language already, so that
 * search engines, which keep no cookies, find every language at its own address.
 *
 * @returns undefined when no language of the brand was chosen
 */
export const languageCookie = (
  request: Request,
  { brand, origin }: Pick<WebContext, 'brand' | 'origin'>,
): string | undefined => {
  const wished = new URL(request.url).searchParams.get('lang')
  const language = brand.languages.find((one) => one === wished)
  if (request.method !== 'GET' || language === undefined) return undefined
  return choiceCookie('locale', language, origin.startsWith('https:'))
}
