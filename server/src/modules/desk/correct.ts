import type { Locale } from '@incontro/contract'
import type { adminRoutes } from '@incontro/contract/admin'
import { recordMemberAction } from '#modules/audit/index.ts'
import { confirmAddress } from '#modules/identity/index.ts'
import { correctHome, correctListing, correctName, lockMember, restateAge } from '#modules/members/index.ts'
import type { CorrectedFact } from '#modules/outreach/index.ts'
import type { Listing } from '#platform/caller.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Call } from '#platform/http/bind.ts'
import { Failure } from '#platform/http/problem.ts'
import type { DeskDeps } from './deps.ts'
import { by, closed, memberAt, type MemberRow } from './member-at.ts'

type Correction =
  | Call<typeof adminRoutes.correctMemberName>
  | Call<typeof adminRoutes.correctMemberHome>
  | Call<typeof adminRoutes.correctMemberAge>
  | Call<typeof adminRoutes.correctMemberGender>

const unchanged = () => new Failure(409, 'unchanged', { message: 'This is what is there already' })

/**
 * Confirms the address for a member who has shown otherwise that it is theirs; they get the mail that the link brings.
 * @throws Failure 403 `own_account`, 404, 409 `closed`, `confirmed_already`, `bounces`
 */
export async function confirmEmail(
  tx: Tx,
  deps: DeskDeps,
  call: Call<typeof adminRoutes.confirmMemberEmail>,
): Promise<void> {
  const { site, body } = call
  const { id: memberId } = await memberAt(tx, deps, call)
  await lockMember(tx, memberId)
  const member = await memberAt(tx, deps, call)
  if (member.state !== 'active') throw closed()
  if (member.email_confirmed_at !== null)
    throw new Failure(409, 'confirmed_already', { message: 'The address is confirmed already' })
  if (await deps.isStopped(tx, { brandId: site.brandId, address: member.email }))
    throw new Failure(409, 'bounces', { message: 'Mail to this address bounces: the member needs another one' })
  await confirmAddress(tx, deps, site, memberId)
  await recordMemberAction(tx, {
    memberId,
    action: 'email_confirmed',
    reason: body.reason,
    at: deps.clock(),
    ...by(call),
  })
}

/** @throws Failure 400 with the reason as `code`, 403 `own_account`, 404, 409 `unchanged` */
export async function correctMemberName(
  tx: Tx,
  deps: DeskDeps,
  call: Call<typeof adminRoutes.correctMemberName>,
): Promise<void> {
  const { site, body } = call
  const member = await memberAt(tx, deps, call)
  const done = await correctName(tx, deps, { brandId: site.brandId, memberId: member.id, name: body.name })
  if (!done) throw unchanged()
  await corrected(tx, deps, call, member, { what: 'name', ...done })
}

/** @throws Failure 400 `errore_citta`, 403 `own_account`, 404, 409 `unchanged` */
export async function correctMemberHome(
  tx: Tx,
  deps: DeskDeps,
  call: Call<typeof adminRoutes.correctMemberHome>,
): Promise<void> {
  const { region, city } = call.body
  const { geo } = deps
  const member = await memberAt(tx, deps, call)
  const done = await correctHome(tx, deps, { memberId: member.id, region, city })
  if (!done) throw unchanged()
  const named = ({ cityId, regionId }: (typeof done)['after']) =>
    [geo.cityName(cityId), geo.regionName(regionId)].filter(Boolean).join(', ')
  await corrected(tx, deps, call, member, { what: 'home', before: named(done.before), after: named(done.after) })
}

/** @throws Failure 403 `own_account`, 404, 409 `unchanged` */
export async function correctMemberAge(
  tx: Tx,
  deps: DeskDeps,
  call: Call<typeof adminRoutes.correctMemberAge>,
): Promise<void> {
  const member = await memberAt(tx, deps, call)
  const done = await restateAge(tx, { memberId: member.id, age: call.body.age, at: deps.clock() })
  if (!done) throw unchanged()
  await corrected(tx, deps, call, member, { what: 'age', before: String(done.before), after: String(done.after) })
}

/** @throws Failure 403 `own_account`, 404, 409 `unchanged` */
export async function correctMemberGender(
  tx: Tx,
  deps: DeskDeps,
  call: Call<typeof adminRoutes.correctMemberGender>,
): Promise<void> {
  const member = await memberAt(tx, deps, call)
  const done = await correctListing(tx, { memberId: member.id, listedAll: call.body.listedAll })
  if (!done) throw unchanged()
  await corrected(tx, deps, call, member, {
    what: 'gender',
    before: listedAs(done.before),
    after: listedAs(done.after),
  })
}

const listedAs = ({ gender, listedInBoth }: Listing) => (listedInBoth ? 'listed_both' : (`listed_${gender}` as const))

/** Notifies the member and records it, as the last statements of the correction. */
async function corrected(
  tx: Tx,
  deps: DeskDeps,
  call: Correction,
  member: MemberRow,
  change: { readonly what: CorrectedFact; readonly before: string | null; readonly after: string },
): Promise<void> {
  const { brandId, origin } = call.site
  if (member.email_confirmed_at !== null)
    await deps.enqueueEmail(tx, {
      brandId,
      memberId: member.id,
      kind: 'profile-corrected',
      to: member.email,
      locale: member.locale as Locale,
      props: { what: change.what, value: change.after, link: `${origin}/profile` },
    })
  await recordMemberAction(tx, {
    memberId: member.id,
    action: 'member_corrected',
    reason: call.body.reason,
    detail: { ...change },
    at: deps.clock(),
    ...by(call),
  })
}
