import { type invitedPayload, signupCodes, signupPayload, type Locale, type SignupPayload } from '@incontro/contract'
import type * as z from 'zod/mini'
import { placeOf } from '../members/index.ts'
import type { Call } from '../../platform/http/bind.ts'
import type { routes } from '@incontro/contract'
import type { Site } from '../../platform/caller.ts'
import { Failure } from '../../platform/http/problem.ts'
import { ipPrefix } from '../../platform/http/app.ts'
import { keyedHash } from '../../platform/ids.ts'
import { countAttempt } from './attempts.ts'
import { createAccount, sendConfirmation } from './create-account.ts'
import { brandOf, type IdentityDeps } from './deps.ts'
import { isDeliverableForm, isForbiddenDomain } from './email-rules.ts'
import { hashPassword, passwordFits } from './passwords.ts'
import { mustBeServedHere } from './signup-elsewhere.ts'
import { samePassword } from './sign-in.ts'
import { regionOf, signupFailure } from './signup-rules.ts'
import type { StillProven } from './welcome.ts'

export { createAccount, sendConfirmation } from './create-account.ts'

type RegisterCall = Call<typeof routes.register>
export interface Registered {
  readonly memberId: string
  readonly created: boolean
  readonly still?: StillProven
}

/**
 * Registers a member: payload → is it this brand's country? → form rules in their order → address → limits → place → known address? → member, wallet, consents
 * and confirmation email in one transaction.
 * @throws Failure with the codes of section 8.
 */
export async function register(deps: IdentityDeps, call: RegisterCall): Promise<Registered> {
  const form = await readPayload(deps, call.body.utente, signupPayload)
  mustBeServedHere(deps, call.site, form.country)
  const failure = signupFailure(form)
  if (failure) throw new Failure(400, failure.code, { field: failure.field, message: 'The form is not complete' })
  const brand = brandOf(deps, call.site.brandId)
  const email = (form.email ?? '').toLowerCase()
  if (!isDeliverableForm(email))
    throw new Failure(400, signupCodes.invalidEmail, { field: 'email', message: 'This address cannot receive mail' })
  if (isForbiddenDomain(email, brand.refusedEmailDomains))
    throw new Failure(400, signupCodes.forbiddenEmail, {
      field: 'email',
      message: 'This kind of address is not accepted',
    })
  await guardAgainstFlooding(deps, call, email)

  const place = await placeFor(deps, call.site, form)
  const known = await signInKnown(deps, call.site, form, email)
  if (known) return known
  return createAccount(deps, call, {
    form,
    email,
    passwordHash: await hashPassword(form.password ?? ''),
    emailConfirmed: false,
    ...place,
  })
}

/** The plain text of `utente`. @throws Failure 400 naming the field that is not as the documentation has it. */
export async function readPayload<S extends typeof signupPayload | typeof invitedPayload>(
  deps: IdentityDeps,
  utente: string,
  schema: S,
): Promise<z.output<S>> {
  const parsed = schema.safeParse(await deps.keys.decrypt(utente))
  if (parsed.success) return parsed.data as z.output<S>
  const at = parsed.error.issues[0]?.path[0]
  throw new Failure(400, 'invalid', {
    field: at === undefined ? 'utente' : String(at),
    message: 'The sign-up payload is not as the documentation has it',
  })
}

/** Above the limit nothing is looked up; from half of it on a proof of work is due. */
export async function guardAgainstFlooding(
  deps: IdentityDeps,
  call: { readonly site: Site; readonly ip: string; readonly body: { readonly altcha?: string | undefined } },
  email: string,
): Promise<void> {
  const at = deps.clock()
  const address = keyedHash(deps.signalKey, `${call.site.brandId} ${email}`).toString('base64url')
  const [byEmail, byIp] = await Promise.all([
    countAttempt(deps.db, `signup email ${address}`, at),
    countAttempt(deps.db, `signup ip ${ipPrefix(call.ip)}`, at),
  ])
  const { perEmail, perIp } = deps.signupLimits
  if (byEmail > perEmail || byIp > perIp)
    throw new Failure(429, signupCodes.tooManyAttempts, { message: 'Too many registrations, try again in an hour' })
  if (byEmail > perEmail / 2 || byIp > perIp / 2) await deps.challenges.require(deps.db, call.body.altcha, at)
}

/**
 * The place of a form: the brand's own country where it names none.
 * @throws Failure 400 `errore_citta`.
 */
export async function placeFor(
  deps: IdentityDeps,
  site: Site,
  form: SignupPayload,
): Promise<{ country: string; regionId: number; cityId: number | null }> {
  const country = form.country ?? brandOf(deps, site.brandId).country
  return { country, ...(await placeOf(deps.db, country, regionOf(form) ?? '', form.city || undefined)) }
}

/**
 * The member of a known address whose password the form has; undefined for an unknown address, after the same time.
 * @throws Failure 1000, 1003, 1008, 1009.
 */
export async function signInKnown(
  deps: IdentityDeps,
  site: Site,
  form: SignupPayload,
  email: string,
): Promise<Registered | undefined> {
  const known = await deps.db
    .selectFrom('member_emails')
    .innerJoin('members', 'members.id', 'member_emails.member_id')
    .select(['members.id', 'members.password_hash', 'members.state', 'members.email_confirmed_at', 'members.locale'])
    .where('member_emails.brand_id', '=', site.brandId)
    .where('member_emails.email', '=', email)
    .executeTakeFirst()
  const fits = await passwordFits(known?.password_hash, form.password ?? '')
  if (!known) return undefined
  if (!fits) throw await knownEmail(deps, site, form, email, known)
  if (known.state !== 'active')
    throw new Failure(403, signupCodes.accountDisabled, { message: 'This account is disabled, write to customer care' })
  return { memberId: known.id, created: false, still: samePassword(known.password_hash) }
}

interface Known {
  readonly id: string
  readonly email_confirmed_at: Date | null
  readonly locale: string
}

/** Not confirmed yet: the mail goes out again (1009). The same device: 1003. Else 1000. */
async function knownEmail(
  deps: IdentityDeps,
  site: Site,
  form: SignupPayload,
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
      message: 'The welcome email was sent before, look into the spam folder too',
    })
  }
  const seen =
    form.fingerprint === undefined
      ? undefined
      : await deps.db
          .selectFrom('signup_devices')
          .select('seen_at')
          .where('brand_id', '=', site.brandId)
          .where('signal_hash', '=', keyedHash(deps.signalKey, form.fingerprint))
          .where('email_hash', '=', keyedHash(deps.signalKey, email))
          .executeTakeFirst()
  return seen
    ? new Failure(409, signupCodes.alreadyRegistered, {
        field: 'email',
        message: 'There is an account with this email, sign in',
      })
    : new Failure(409, signupCodes.emailExists, { field: 'email', message: 'This email is taken' })
}
