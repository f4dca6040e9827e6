import { type Locale, locales } from '@incontro/contract'

export interface VisitorChoice {
  readonly allowed: { readonly analytics: boolean; readonly remarketing: boolean }
  readonly textVersion: string
  readonly locale: Locale
  readonly at: Date
}

/**
 * The cookie choice stored in a browser: `cookieChoice` has the text's version, its language and the time in seconds.
 * Cookies are untrusted, so an implausible value counts as no choice.
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
  // A clock may be slightly ahead; a choice older than its cookie is invalid.
  if (at.getTime() > now.getTime() + 60_000 || at.getTime() < now.getTime() - days * 86_400_000) return undefined
  return {
    allowed: { analytics: cookies['analytics'] === 'true', remarketing: cookies['remarketing'] === 'true' },
    textVersion,
    locale,
    at,
  }
}
