import type { Locale } from '@incontro/contract'
import { sql } from 'kysely'
import { legalPage, type Brand } from '../brands/index.ts'
import type { Database } from '../../platform/database.ts'
import { newId } from '../../platform/ids.ts'

/**
 * Records what a member allows besides the necessary: text version, language, time. Taking it back is another record; the
 * newest one counts. Saying the same again to the same text leaves what there is.
 */
export async function recordCookieConsent(db: Database, input: {
  readonly memberId: string
  readonly brand: Brand
  readonly allowed: { readonly analytics: boolean; readonly remarketing: boolean }
  readonly locale: Locale
  readonly at: Date
}): Promise<void> {
  const { memberId, brand, locale, at } = input
  const version = legalPage(brand, 'cookie', locale).version
  await db.transaction().execute(async (tx) => {
    // Two choices of one member come one after the other.
    await sql`select from members where id = ${memberId} for no key update`.execute(tx)
    for (const kind of ['analytics', 'remarketing'] as const) {
      const granted = input.allowed[kind]
      const last = await tx.selectFrom('consents').select(['granted', 'text_version', 'locale']).where('member_id', '=', memberId).where('kind', '=', kind)
        .orderBy('given_at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst()
      if (last?.granted === granted && last.text_version === version && last.locale === locale) continue
      await tx.insertInto('consents').values({ member_id: memberId, id: newId(), kind, granted, text_version: version, locale, given_at: at }).execute()
    }
  })
}
