import { ages, signupCodes } from '@incontro/contract'
import type { SignupAnswers } from '@incontro/contract/domain'
import { sql } from 'kysely'
import { chosenName, createMember, listingAfter, refreshFindable, suggestAge } from '#modules/members/index.ts'
import { postSystemMessage } from '#modules/outreach/index.ts'
import type { Executor } from '#platform/database/database.ts'
import { Failure } from '#platform/http/problem.ts'
import { keyedHash, keyedHashes, newId } from '#platform/ids.ts'
import { mailboxOf } from './mailbox.ts'
import { recordSignupConsents } from './record-consents.ts'
import { brandOf, type IdentityDeps } from '../deps.ts'
import { sendConfirmation } from '../links/send-confirmation.ts'
import { chooseLocale } from '#platform/text/locale.ts'
import { confirmAddress } from '../links/confirm-address.ts'
import type { SessionCall } from '../sessions/start-session.ts'

export interface NewAccount {
  /**
   * The completed form: age, `sono`, `cerco`, name, consents, flow and the fields of the visit. Validated by
   * `signupFailure`, except for what comes from elsewhere (email, password).
   */
  readonly form: SignupAnswers
  /** The flow that an invitation names; otherwise that of the visit. */
  readonly invitedTo?: string | undefined
  /** Lower-cased, valid, accepted domain. */
  readonly email: string
  /** Null for members who sign up with Google or an invitation; they can set one by a reset. */
  readonly passwordHash: string | null
  /**
   * True if the address is already confirmed: the member is findable at once and gets the welcome email instead of the
   * confirmation.
   */
  readonly emailConfirmed: boolean
  readonly country: string
  /** Null only if the set-region popup asks for it next. */
  readonly regionId: number | null
  readonly cityId: number | null
}

/**
 * Creates the account in one transaction: member, reservations, wallet with the flow's gift, consents, welcome message,
 * device signal, and the confirmation email, or the welcome email if the address is already confirmed. Starts no
 * session; see `startSession`.
 * @param within runs in the same transaction after the member is inserted (uses an invitation, links an identity); if
 * it throws, everything is rolled back
 * @throws Failure 409 `1000` where the brand knows the address
 */
export async function createAccount(
  deps: IdentityDeps,
  call: SessionCall,
  account: NewAccount,
  within?: (tx: Executor, memberId: string) => Promise<void>,
): Promise<{ readonly memberId: string; readonly created: true }> {
  const { form, email } = account
  const brand = brandOf(deps, call.site.brandId)
  const { invitedTo } = account
  const flow =
    invitedTo === undefined
      ? deps.visitorFlows.of(brand.key, form.flowId, form.clickid)
      : deps.flows.of(brand.key, invitedTo)
  const locale =
    form.language && brand.languages.includes(form.language) ? form.language : chooseLocale(call.request, brand)
  const memberName = form.username?.trim() ? chosenName(form.username, brand) : null
  const listing = listingAfter(form)
  const at = deps.clock()
  const memberId = newId()
  await deps.db.transaction().execute(async (tx) => {
    const isGiven = await takeGift(tx, deps, brand.key, email, at)
    const clickid = await createMember(tx, {
      id: memberId,
      brandId: brand.key,
      poolId: brand.pool,
      clickid: form.clickid,
      email,
      passwordHash: account.passwordHash,
      memberName,
      ...listing,
      genderWord: form.genderWord ?? null,
      hidesGenderWord: form.hidesGenderWord ?? false,
      age: form.age ?? 0,
      country: account.country,
      regionId: account.regionId,
      cityId: account.cityId,
      locale,
      flow,
      source: form.source || 'direct',
      campid: form.campid ?? null,
      gift: isGiven
        ? { messages: flow.freeMessages, icebreakers: flow.icebreakerCredits, likes: flow.likeCredits }
        : null,
      at,
    })
    if (clickid === null)
      throw new Failure(409, signupCodes.emailExists, {
        field: 'email',
        message: 'This email is taken: sign in or send another one',
      })
    await suggestAge(tx, memberId, form.age ?? ages.least)
    await within?.(tx, memberId)
    await recordSignupConsents(tx, { memberId, brand, form, locale, at })
    await postSystemMessage(tx, { memberId, conversation: '000000', kind: 'benvenuto', facts: {}, at })
    if (form.fingerprint !== undefined) await rememberDevice(tx, deps, brand.key, form.fingerprint, email, at)
    if (account.emailConfirmed) await confirmAddress(tx, deps, call.site, memberId)
    else await sendConfirmation(tx, deps, call.site, { memberId, email, locale, again: false })
    // Listed immediately where the flow requires no confirmation.
    if (!account.emailConfirmed) await refreshFindable(tx, memberId)
  })
  return { memberId, created: true }
}

/**
 * Whether this mailbox has had no gift in the last month: an address with another suffix or other dots reaches the same
 * one. Only a keyed hash of it is stored, beside the signals of devices, none of which contains U+0000.
 */
async function takeGift(tx: Executor, deps: IdentityDeps, brandId: string, email: string, at: Date): Promise<boolean> {
  const signal = `gift\u0000${mailboxOf(email)}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${`gift ${brandId} ${mailboxOf(email)}`}, 0))`.execute(tx)
  const given = await tx
    .selectFrom('signup_devices')
    .select('seen_at')
    .where('brand_id', '=', brandId)
    .where('signal_hash', 'in', keyedHashes(deps.signalKeys, signal))
    .executeTakeFirst()
  if (given) return false
  await rememberDevice(tx, deps, brandId, signal, email, at)
  return true
}

async function rememberDevice(
  tx: Executor,
  deps: IdentityDeps,
  brandId: string,
  signal: string,
  email: string,
  at: Date,
): Promise<void> {
  await tx
    .insertInto('signup_devices')
    .values({
      brand_id: brandId,
      signal_hash: keyedHash(deps.signalKeys, signal),
      email_hash: keyedHash(deps.signalKeys, email),
      seen_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
