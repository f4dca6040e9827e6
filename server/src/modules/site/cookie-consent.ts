import type { Locale } from '@incontro/contract'
import type { Brand } from '#modules/brands/index.ts'
import type { Database } from '#platform/database/database.ts'
import { consentVersion, recordConsents } from './consent-record.ts'
import { visitorChoice } from './visitor-choice.ts'

/** Records which optional cookies a member allows. */
export async function recordCookieConsent(
  db: Database,
  input: {
    readonly memberId: string
    readonly brand: Brand
    readonly allowed: { readonly analytics: boolean; readonly remarketing: boolean }
    readonly locale: Locale
    readonly at: Date
  },
): Promise<void> {
  const { memberId, brand, allowed, locale, at } = input
  await db.transaction().execute((tx) =>
    recordConsents(
      tx,
      memberId,
      brand.cookieConsent.optional.map((kind) => ({
        kind,
        granted: allowed[kind],
        textVersion: consentVersion(brand, kind, locale),
        locale,
        at,
      })),
    ),
  )
}

/** Records a visitor's choice for the member they become. */
export async function adoptVisitorChoice(
  db: Database,
  input: {
    readonly memberId: string
    readonly brand: Brand
    readonly cookies: Readonly<Record<string, string | undefined>>
    readonly now: Date
  },
): Promise<void> {
  const { memberId, brand, cookies, now } = input
  const choice = visitorChoice(cookies, { now, days: brand.cookieConsent.askAgainAfterDays })
  if (!choice) return
  const { textVersion, locale, at } = choice
  await db.transaction().execute((tx) =>
    recordConsents(
      tx,
      memberId,
      brand.cookieConsent.optional.map((kind) => ({ kind, granted: choice.allowed[kind], textVersion, locale, at })),
    ),
  )
}
