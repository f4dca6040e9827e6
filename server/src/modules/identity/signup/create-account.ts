import { ages, genderFromWire, signupCodes } from '@incontro/contract'
import type { SignupAnswers } from '@incontro/contract/domain'
import { createMember, refreshFindable, suggestAge } from '../../members/index.ts'
import { postSystemMessage } from '../../outreach/index.ts'
import type { Executor } from '../../../platform/database.ts'
import { Failure } from '../../../platform/http/problem.ts'
import { keyedHash, newId } from '../../../platform/ids.ts'
import { recordSignupConsents } from './record-consents.ts'
import { brandOf, type IdentityDeps } from '../deps.ts'
import { sendConfirmation } from '../links/send-confirmation.ts'
import { chooseLocale } from '../../../platform/locale.ts'
import { confirmAddress } from '../links/confirm-address.ts'
import type { SessionCall } from '../sessions/start-session.ts'

export interface NewAccount {
  /**
   * What the person filled in: age, `sono`, `cerco`, name, the boxes (kept as consents), flow and the fields of the visit.
   * It has passed `signupFailure` already, but for what comes from elsewhere (email, password).
   */
  readonly form: SignupAnswers
  /** In small letters, of a form and a domain that the brand takes. */
  readonly email: string
  /** Null for somebody who comes in another way (Google, an invitation) and may set one by a reset. */
  readonly passwordHash: string | null
  /** Whether the address is confirmed already: then the member is findable at once and gets the welcome email instead of the confirmation. */
  readonly emailConfirmed: boolean
  readonly country: string
  /** Null only where the set-region popup asks for it next. */
  readonly regionId: number | null
  readonly cityId: number | null
}

/**
 * Makes the account in one transaction: member, reservations, wallet with the flow's gift, consents, the welcome message, the device
 * signal and the email that comes next: the confirmation, or the welcome where the address is confirmed already. Starts no session: that is `startSession`.
 * @param within runs in the same transaction once the member is there (uses an invitation up, links an identity); what it throws undoes everything.
 * @throws Failure 409 `1000` where the brand knows the address.
 */
export async function createAccount(
  deps: IdentityDeps,
  call: SessionCall,
  account: NewAccount,
  within?: (tx: Executor, memberId: string) => Promise<void>,
): Promise<{ readonly memberId: string; readonly created: true }> {
  const { form, email } = account
  const brand = brandOf(deps, call.site.brandId)
  const flow = deps.flows.of(brand.key, form.flowId ?? brand.defaultFluxId)
  const locale =
    form.language && brand.languages.includes(form.language) ? form.language : chooseLocale(call.request, brand)
  const at = deps.clock()
  const memberId = newId()
  await deps.db.transaction().execute(async (tx) => {
    const clickid = await createMember(tx, {
      id: memberId,
      brandId: brand.key,
      poolId: brand.pool,
      clickid: form.clickid,
      email,
      passwordHash: account.passwordHash,
      memberName: form.username?.trim() || null,
      gender: genderFromWire(form.ownGender ?? 'uomo'),
      seeks: genderFromWire(form.seeks ?? 'donna'),
      age: form.age ?? 0,
      country: account.country,
      regionId: account.regionId,
      cityId: account.cityId,
      locale,
      flow,
      source: form.source || 'direct',
      campid: form.campid ?? null,
      gift: { messages: flow.freeMessages, icebreakers: flow.icebreakerCredits, likes: flow.likeCredits },
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
    // Listed from now on where the flow asks for no confirmation.
    if (!account.emailConfirmed) await refreshFindable(tx, memberId)
  })
  return { memberId, created: true }
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
