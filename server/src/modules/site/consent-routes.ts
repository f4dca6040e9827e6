import { optionalConsents, routes, type ConsentView, type OptionalConsent } from '@incontro/contract'
import type { FastifyRequest } from 'fastify'
import type { Brand } from '#modules/brands/index.ts'
import type { Database } from '#platform/database/database.ts'
import type { Http } from '#platform/http/bind.ts'
import { Failure } from '#platform/http/problem.ts'
import { consentVersion, newest, recordConsents } from './consent-record.ts'
import { recordCookieConsent } from './cookie-consent.ts'

/** Optional consents that a brand asks for. */
const asked = (brand: Brand): readonly OptionalConsent[] => [
  'promotion',
  'third_party',
  ...brand.cookieConsent.optional,
]

/** The consent centre: shows a member's choices, and changes them. */
export function consentRoutes(
  http: Http,
  deps: { readonly db: Database; readonly clock: () => Date; readonly brandOf: (request: FastifyRequest) => Brand },
): void {
  http.bind(routes.consents, async ({ member: { memberId }, request }) => {
    const brand = deps.brandOf(request)
    const [states, rows] = await Promise.all([
      Promise.all(
        optionalConsents.map(async (kind) => ({
          kind,
          granted: (await newest(deps.db, memberId, kind))?.granted ?? false,
        })),
      ),
      deps.db
        .selectFrom('consents')
        .select(['kind', 'granted', 'text_version', 'locale', 'given_at'])
        .where('member_id', '=', memberId)
        .orderBy('given_at', 'desc')
        .orderBy('id', 'desc')
        .limit(200)
        .execute(),
    ])
    return {
      // A consent once given can be withdrawn, even if the brand no longer asks for it.
      optional: states.filter(({ kind, granted }) => granted || asked(brand).includes(kind)),
      history: rows.map((row) => ({
        kind: row.kind as ConsentView['kind'],
        granted: row.granted,
        textVersion: row.text_version,
        locale: row.locale as ConsentView['locale'],
        time: row.given_at.toISOString(),
      })),
    }
  })

  http.bind(routes.giveConsent, async ({ body: { kind, granted, l: locale }, member: { memberId }, request }) => {
    const brand = deps.brandOf(request)
    if (granted && !asked(brand).includes(kind))
      throw new Failure(400, 'invalid', { field: 'kind', message: 'This brand does not ask for this consent' })
    const consent = { kind, granted, textVersion: consentVersion(brand, kind, locale), locale, at: deps.clock() }
    await deps.db.transaction().execute((tx) => recordConsents(tx, memberId, [consent]))
    return { result: 'OK' as const }
  })

  http.bind(routes.cookieConsent, async ({ body: { l: locale, ...allowed }, member, request }) => {
    await recordCookieConsent(deps.db, {
      memberId: member.memberId,
      brand: deps.brandOf(request),
      allowed,
      locale,
      at: deps.clock(),
    })
    return { result: 'OK' as const }
  })
}
