import { routes, type Locale } from '@incontro/contract'
import type { Brands } from '#modules/brands/index.ts'
import { memberOfLink } from '#modules/identity/index.ts'
import type { Principal, Site } from '#platform/caller.ts'
import type { Http } from '#platform/http/bind.ts'
import { notSignedIn } from '#platform/http/problem.ts'
import type { Appellant } from './appeals/appellant.ts'
import { fileAppeal } from './appeals/file-appeal.ts'
import { casesOf } from './appeals/own-cases.ts'
import { type NoticeDeps, takeNotice } from './notices/notice.ts'
import { noticeOfLink } from './notices/notice-link.ts'

export interface ModerationRouteDeps extends NoticeDeps {
  readonly brands: Brands
}

/** A member's own cases and appeals, those of a notice without an account, and notices of anybody. */
export function moderationRoutes(http: Http, deps: ModerationRouteDeps): void {
  http.bind(
    routes.cases,
    async ({ query, member, site }) =>
      casesOf(deps.db, await ownerOf(deps, site, member, query), localeOf(deps, site, query.l), deps.clock()),
    { limit: { max: 60, timeWindow: 60_000 } },
  )
  http.bind(
    routes.appeal,
    async ({ params, body, member, site }) => {
      await fileAppeal(deps, await ownerOf(deps, site, member, body), params.id, body.text.trim())
      return { result: 'OK' as const }
    },
    { limit: { max: 20, timeWindow: 60_000 } },
  )
  http.bind(
    routes.notice,
    async (call) => {
      await takeNotice(deps, call)
      return { result: 'OK' as const }
    },
    { limit: { max: 20, timeWindow: 60_000 } },
  )
}

/** The link of an email counts before the session: it may be opened where another member is signed in. */
async function ownerOf(
  { db, brands, clock, noticeKeys }: ModerationRouteDeps,
  { brandId, poolId }: Site,
  member: Principal | null,
  { token, notice }: { readonly token?: string | undefined; readonly notice?: string | undefined },
): Promise<Appellant> {
  if (notice !== undefined) {
    const found = noticeOfLink(noticeKeys, notice)
    // It was sent to this brand, or to one with which this one shares its members.
    if (!found || (found.brandId !== brandId && brands.byKey(found.brandId)?.pool !== poolId)) throw notSignedIn()
    return found
  }
  const memberId =
    token === undefined
      ? member?.memberId
      : await memberOfLink(db, { token, purpose: 'read_cases', brandId, at: clock() })
  if (memberId === undefined) throw notSignedIn()
  return { brandId, memberId }
}

const localeOf = ({ brands }: ModerationRouteDeps, { brandId }: Site, asked: Locale | undefined): Locale =>
  asked ?? brands.byKey(brandId)?.defaultLanguage ?? 'en'
