import type { WebContext } from '@incontro/contract'
import { choiceCookie } from './cookies.ts'
import { safePath } from './safe-path.ts'

/**
 * The answer to an address with `?lang=`: keeps the choice in the cookie `locale` and goes on to the same address without it.
 *
 * @returns undefined when no language of the brand was chosen
 */
export const chosenLanguage = (request: Request, { brand, origin }: Pick<WebContext, 'brand' | 'origin'>): Response | undefined => {
  const url = new URL(request.url)
  const wished = url.searchParams.get('lang')
  const language = brand.languages.find((one) => one === wished)
  if (request.method !== 'GET' || language === undefined) return undefined
  url.searchParams.delete('lang')
  return new Response(null, {
    status: 303,
    headers: {
      location: safePath(url.pathname + url.search), 'set-cookie': choiceCookie('locale', language, origin.startsWith('https:')), 'cache-control': 'no-store',
    },
  })
}
