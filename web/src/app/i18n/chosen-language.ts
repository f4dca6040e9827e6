import type { WebContext } from '@incontro/contract'
import { choiceCookie } from '../cookies/cookies.ts'

/**
 * The cookie that stores the language chosen by `?lang=` in the URL. The page itself is already in that language, so
 * search engines, which store no cookies, find every language at its own URL.
 *
 * @returns undefined if the URL chooses no language of the brand
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
