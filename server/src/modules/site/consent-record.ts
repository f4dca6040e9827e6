import type { Locale, OptionalConsent } from '@incontro/contract'
import { sql } from 'kysely'
import { legalPage, type Brand } from '#modules/brands/index.ts'
import type { Executor } from '#platform/database/database.ts'
import { newId } from '#platform/ids.ts'

/** The legal page that explains an optional consent: its version identifies the text. */
const explainedBy = {
  promotion: 'privacy',
  third_party: 'privacy',
  analytics: 'cookie',
  remarketing: 'cookie',
} as const satisfies Record<OptionalConsent, string>

export const consentVersion = (brand: Brand, kind: OptionalConsent, locale: Locale): string =>
  legalPage(brand, explainedBy[kind], locale).version

export interface Consent {
  readonly kind: OptionalConsent
  readonly granted: boolean
  readonly textVersion: string
  readonly locale: Locale
  readonly at: Date
}

/**
 * Records what a member chose: text version, language, time. Withdrawing adds another record; the newest counts.
 * Repeating the same choice for the same text adds none.
 */
export async function recordConsents(tx: Executor, memberId: string, said: readonly Consent[]): Promise<void> {
  await oneAfterTheOther(tx, memberId)
  for (const { kind, granted, textVersion, locale, at } of said) {
    const last = await newest(tx, memberId, kind)
    const same = last?.granted === granted && last.text_version === textVersion && last.locale === locale
    // Browsers report the choice at each sign-in: it is recorded once, even if a newer one was recorded since.
    if (same || (await saidAt(tx, memberId, kind, at))) continue
    await tx
      .insertInto('consents')
      .values({ member_id: memberId, id: newId(), kind, granted, text_version: textVersion, locale, given_at: at })
      .execute()
  }
}

/** Withdraws existing consents, with the text they were given to. */
export async function withdrawConsents(
  tx: Executor,
  input: { readonly memberId: string; readonly kinds: readonly OptionalConsent[]; readonly at: Date },
): Promise<void> {
  await oneAfterTheOther(tx, input.memberId)
  for (const kind of input.kinds) {
    const last = await newest(tx, input.memberId, kind)
    if (!last?.granted) continue
    await tx
      .insertInto('consents')
      .values({ ...last, member_id: input.memberId, id: newId(), kind, granted: false, given_at: input.at })
      .execute()
  }
}

/** The newest record of a kind; undefined if the member was never asked. */
export const newest = (executor: Executor, memberId: string, kind: OptionalConsent) =>
  executor
    .selectFrom('consents')
    .select(['granted', 'text_version', 'locale'])
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .orderBy('given_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

const saidAt = (tx: Executor, memberId: string, kind: OptionalConsent, at: Date) =>
  tx
    .selectFrom('consents')
    .select('id')
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .where('given_at', '=', at)
    .executeTakeFirst()

const oneAfterTheOther = (tx: Executor, memberId: string) =>
  sql`select from members where id = ${memberId} for no key update`.execute(tx)
