import { type Locale, locales } from '@incontro/contract'

export interface VisitorChoice {
  readonly allowed: { readonly analytics: boolean; readonly remarketing: boolean }
  readonly textVersion: string
  readonly locale: Locale
  readonly at: Date
}

/**
 * What a browser's cookies say of the choice made in it: `cookieChoice` holds the version of the text, its language and the time
 * in seconds. They come from the browser, so that what cannot be is no choice.
 */
export function visitorChoice(
  cookies: Readonly<Record<string, string | undefined>>,
  { now, days }: { now: Date; days: number },
): VisitorChoice | undefined {
  if (cookies['cookiePolicy'] !== 'true') return undefined
  const [, textVersion, language, seconds] =
    /^([0-9a-f]{12})\.([a-z]{2})\.(\d{10})$/.exec(cookies['cookieChoice'] ?? '') ?? []
  const locale = locales.find((one) => one === language)
  if (textVersion === undefined || locale === undefined) return undefined
  const at = new Date(Number(seconds) * 1000)
  // A clock may be a moment ahead; a choice older than its cookie is none.
  if (at.getTime() > now.getTime() + 60_000 || at.getTime() < now.getTime() - days * 86_400_000) return undefined
  return {
    allowed: { analytics: cookies['analytics'] === 'true', remarketing: cookies['remarketing'] === 'true' },
    textVersion,
    locale,
    at,
  }
}
