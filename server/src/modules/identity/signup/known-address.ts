import { signupCodes, type Locale } from '@incontro/contract'
import type { SignupAnswers } from '@incontro/contract/domain'
import type { Site } from '#platform/caller.ts'
import { Failure } from '#platform/http/problem.ts'
import { keyedHashes } from '#platform/ids.ts'
import type { IdentityDeps } from '../deps.ts'
import { sendConfirmation } from '../links/send-confirmation.ts'
import type { Recheck } from '../sessions/start-session.ts'
import { mustBeOpen } from '../sign-in/account-state.ts'
import { addressHash, countGuess, noteWrongPassword } from '../sign-in/guesses.ts'
import { samePassword } from '../sign-in/sign-in.ts'

export interface Registered {
  readonly memberId: string
  readonly created: boolean
  readonly recheck?: Recheck
  /** The address that may have been meant, if a new account has one that looks mistyped. */
  readonly emailSuggestion?: string | undefined
}

/**
 * Finds the member of a known address if the form has their password; undefined for an unknown address, after the same
 * time.
 * @throws Failure 1000, 1003, 1008, 1009; `deletion_pending`, as signing in
 */
export async function signInKnown(
  deps: IdentityDeps,
  site: Site,
  form: SignupAnswers,
  email: string,
): Promise<Registered | undefined> {
  const known = await deps.db
    .selectFrom('member_emails')
    .innerJoin('members', 'members.id', 'member_emails.member_id')
    .select(['members.id', 'members.password_hash', 'members.state', 'members.deletion_due_at'])
    .select(['members.email_confirmed_at', 'members.locale'])
    .where('member_emails.brand_id', '=', site.brandId)
    .where('member_emails.email', '=', email)
    .executeTakeFirst()
  const fits = await deps.passwords.fits(known?.password_hash, form.password ?? '')
  if (!known) return undefined
  if (!fits && form.password) {
    const guesses = await countGuess(deps.db, addressHash(deps.signalKeys, site.brandId, email), deps.clock())
    await noteWrongPassword(deps.db, guesses, { brandId: site.brandId, email, origin: site.origin })
  }
  if (!fits) throw await knownEmail(deps, site, form, email, known)
  // They may still keep it, by signing in.
  if (known.state === 'deleting') mustBeOpen(known)
  if (known.state !== 'active')
    throw new Failure(403, signupCodes.accountDisabled, { message: 'This account is disabled, write to support' })
  return { memberId: known.id, created: false, recheck: samePassword(known.password_hash) }
}

interface Known {
  readonly id: string
  readonly email_confirmed_at: Date | null
  readonly locale: string
}

/** Unconfirmed: the confirmation is sent again (1009). The same device: 1003. Otherwise 1000. */
async function knownEmail(
  deps: IdentityDeps,
  site: Site,
  form: SignupAnswers,
  email: string,
  known: Known,
): Promise<Failure> {
  if (known.email_confirmed_at === null) {
    await deps.db
      .transaction()
      .execute((tx) =>
        sendConfirmation(tx, deps, site, { memberId: known.id, email, locale: known.locale as Locale, again: true }),
      )
    return new Failure(409, signupCodes.welcomeAlreadySent, {
      field: 'email',
      message: 'The confirmation email was sent before: look in the spam folder too',
    })
  }
  const seen =
    form.fingerprint === undefined
      ? undefined
      : await deps.db
          .selectFrom('signup_devices')
          .select('seen_at')
          .where('brand_id', '=', site.brandId)
          .where('signal_hash', 'in', keyedHashes(deps.signalKeys, form.fingerprint))
          .where('email_hash', 'in', keyedHashes(deps.signalKeys, email))
          .executeTakeFirst()
  return seen
    ? new Failure(409, signupCodes.alreadyRegistered, {
        field: 'email',
        message: 'There is an account with this email, sign in',
      })
    : new Failure(409, signupCodes.emailExists, {
        field: 'email',
        message: 'This email is taken: sign in or send another one',
      })
}
