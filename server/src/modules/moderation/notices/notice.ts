import { isLine, isVisible, normaliseEmail, type ProfilePart, type routes } from '@incontro/contract'
import type { Brands } from '#modules/brands/index.ts'
import { openCase } from '#modules/cases/index.ts'
import { countAttempt } from '#platform/secrets/attempts.ts'
import type { Challenges } from '#platform/secrets/challenge.ts'
import { isDeliverableForm } from '#platform/mail/email-address.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { type Keys, newId } from '#platform/ids.ts'
import { chooseLocale } from '#platform/text/locale.ts'
import { countFromNetwork, sharedNetworkLimit } from '#platform/secrets/network-attempts.ts'
import type { ModerationDeps } from '../deps.ts'
import { flaggerOf } from '../flaggers/flaggers.ts'
import { notifierHash, sealNotifier } from './notifier.ts'
import type { Reported } from './open-report.ts'
import { refusedUntil } from './repeated.ts'
import { subjectOfPlace } from './subject-of-place.ts'

export interface NoticeDeps extends ModerationDeps {
  readonly brands: Pick<Brands, 'byKey'>
  readonly challenges: Challenges
  readonly noticeKeys: Keys
  /** Notices an hour: per address and per network. */
  readonly noticeLimits: { readonly perEmail: number; readonly perIp: number }
}

type NoticeCall = Call<typeof routes.notice>

/**
 * Takes a notice of anybody, with or without an account, as a report with its case, and confirms it to a notifier who left an
 * address (regulation (EU) 2022/2065, article 16). By the link of a trusted flagger it comes first (article 22). About a
 * member of another brand who is shown here, it is a case of their brand, whose moderators alone decide about them; its
 * author hears the outcome from the brand to which they sent it.
 * @throws Failure 400 with the field at fault, 403 `challenge_required` or `reports_suspended`, 429 1007
 */
export async function takeNotice(deps: NoticeDeps, call: NoticeCall): Promise<void> {
  const { brandId: here, origin } = call.site
  const brand = deps.brands.byKey(here)
  if (!brand) throw notFound()
  const { flagger: token } = call.body
  const flagger = token === undefined ? undefined : await flaggerOf(deps.db, here, token)
  const notice = checked(call.body, flagger)
  const at = deps.clock()
  const memberId = call.member?.memberId ?? null
  const hashAt = (brandId: string): Buffer | null =>
    notice.email === null ? null : notifierHash(deps.noticeKeys, brandId, notice.email)
  await guardAgainstFlooding(deps, call, { hash: hashAt(here), times: flagger ? sharedTimes : 1, at })
  const about = await subjectOfPlace(deps.db, call.site, notice.place)
  const brandId = about?.brandId ?? here
  // Baseless ones are counted by who decides about them.
  const hash = hashAt(brandId)
  const reporter = memberId !== null ? { memberId } : hash !== null ? { brandId, hash } : undefined
  if (reporter && (await refusedUntil(deps.db, reporter, at)) !== null)
    throw new Failure(403, 'reports_suspended', { message: 'Too many baseless reports: none is taken for some weeks' })
  const content = about && (about.content ?? partOf(about.memberId, call.body.part))
  const id = newId()
  const locale = chooseLocale(call.request, brand)
  await deps.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('reports')
      .values({
        id,
        brand_id: brandId,
        reporter_id: memberId,
        reported_id: about?.memberId ?? null,
        reason: notice.reason,
        body: notice.text,
        message_ids: [],
        channel: flagger ? 'flagger' : 'public',
        flagger_id: flagger?.id ?? null,
        claims_illegal: notice.claimsIllegal,
        content_kind: content?.kind ?? null,
        content_id: content?.id ?? null,
        content_date: content?.date ?? null,
        place: notice.place,
        // A member is notified at their account's address.
        notifier:
          memberId !== null || notice.email === null
            ? null
            : sealNotifier(deps.noticeKeys, { name: notice.name, email: notice.email }),
        notifier_hash: memberId !== null || notice.email === null ? null : hash,
        notifier_locale: memberId !== null || notice.email === null ? null : locale,
        site_origin: origin,
        created_at: at,
      })
      .execute()
    await openCase(tx, {
      brandId,
      kind: 'report',
      subjectId: id,
      memberId: about?.memberId ?? null,
      source: flagger ? 'flagger' : 'public',
      parts: [notice.reason, ...(notice.claimsIllegal ? ['claims_illegal'] : []), ...(flagger ? ['flagger'] : [])],
      at,
    })
    if (notice.email === null) return
    await deps.enqueueEmail(tx, {
      brandId: here,
      memberId: null,
      kind: 'notice-received',
      to: notice.email,
      locale,
      props: { link: `${origin}/report`, place: notice.place },
    })
  })
}

/** The name or the texts of the profile that a notice is about. */
const partOf = (memberId: string | null, part: ProfilePart | undefined): Reported | null =>
  memberId === null || part === undefined ? null : { kind: part, id: memberId, date: null }

const missing = (code: string, field: string, message: string): Failure => new Failure(400, code, { field, message })

/** @param from whose name and address count where the notice has none */
function checked(body: NoticeCall['body'], from?: { readonly name: string; readonly email: string }) {
  const place = body.place.trim()
  const text = body.text.trim()
  const name = body.name?.trim() || from?.name || null
  const email = normaliseEmail(body.email ?? '') || from?.email || null
  if (!isLine(place))
    throw missing('errore_dove', 'place', 'Send the address of the page, or say in one line where it is')
  if (body.reason === undefined) throw missing('errore_motivo', 'reason', 'The reason is missing: send one of the list')
  if (!isVisible(text)) throw missing('errore_messaggio', 'text', 'Say what is wrong with it')
  if (name !== null && !isLine(name)) throw missing('errore_nome', 'name', 'The name is one line of text')
  if (email !== null && !isDeliverableForm(email))
    throw missing('errore_email', 'email', 'The outcome could not reach this address: send another one')
  // A report about a minor needs no name and no address.
  if (body.reason !== 'minor' && email === null)
    throw missing('errore_email', 'email', 'Send an address, to which the outcome is sent')
  if (body.goodFaith !== true)
    throw missing('errore_dichiarazione', 'goodFaith', 'Confirm that what you say is true and complete')
  return { place, text, name, email, reason: body.reason, claimsIllegal: body.claimsIllegal ?? false }
}

/** How many times the usual number of notices a network may send, and a trusted flagger: people read them. */
const sharedTimes = 5

/** As for the contact form: from half of the limit on a proof of work is required, above it nothing is taken. */
async function guardAgainstFlooding(
  deps: NoticeDeps,
  call: NoticeCall,
  { hash, times, at }: { readonly hash: Buffer | null; readonly times: number; readonly at: Date },
): Promise<void> {
  const perEmail = deps.noticeLimits.perEmail * times
  const { perIp } = deps.noticeLimits
  const from = { kind: 'notice ip', ip: call.ip, altcha: call.body.altcha, at }
  const network = await countFromNetwork(deps, from, sharedNetworkLimit(perIp, { times: sharedTimes }))
  const byEmail = hash === null ? 0 : await countAttempt(deps.db, `notice email ${hash.toString('base64url')}`, at)
  if (byEmail > perEmail || network.isOver)
    throw new Failure(429, '1007', { message: 'Too many notices, try again in an hour' })
  await network.requireWork(byEmail > perEmail / 2 ? 0 : undefined)
}
