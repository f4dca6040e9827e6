import { mostPasskeys, type PasskeyView, type routes } from '@incontro/contract'
import { sql } from 'kysely'
import type { Call } from '#platform/http/bind.ts'
import { Failure } from '#platform/http/problem.ts'
import { newId } from '#platform/ids.ts'
import { brandOf } from '../deps.ts'
import { mustStillBeSignedIn, reauthenticate } from '../sign-in/reauthenticate.ts'
import { notifyOfSignInMethod } from '../sign-in/methods.ts'
import { authenticatorName } from './authenticators.ts'
import { optionsToCreate, verifyCreation } from './ceremony.ts'
import { challengeIn, makeChallenge, useChallenge, type Ceremony } from './challenge.ts'
import type { PasskeyDeps } from './deps.ts'
import { passkeyView, shown } from './view.ts'

type OptionsCall = Call<typeof routes.passkeyCreationOptions>
type AddCall = Call<typeof routes.addPasskey>

const ceremonyOf = ({ site, member }: OptionsCall | AddCall): Ceremony => ({
  purpose: 'create',
  site,
  holder: `${member.memberId} ${member.sessionId}`,
})
const tooMany = (): Failure =>
  new Failure(409, 'too_many_passkeys', { message: `At most ${mostPasskeys} passkeys, remove one first` })

export async function creationOptions(deps: PasskeyDeps, call: OptionsCall) {
  const { member, site } = call
  // An attacker's passkey must not remain in an account once the owner of the address confirms it.
  if (!member.emailConfirmed) throw new Failure(403, 'not_verified', { message: 'Confirm the email first' })
  await reauthenticate(deps, member, 'password unless fresh', call.body.password)
  const known = await deps.db
    .selectFrom('passkeys')
    .select(['credential_id', 'transports'])
    .where('member_id', '=', member.memberId)
    .execute()
  if (known.length >= mostPasskeys) throw tooMany()
  const { email, screen_name: name } = await deps.db
    .selectFrom('members')
    .select(['email', sql<string>`shown_name(screen_name, locale)`.as('screen_name')])
    .where('id', '=', member.memberId)
    .executeTakeFirstOrThrow()
  return optionsToCreate({
    challenge: makeChallenge(deps.challengeKeys, ceremonyOf(call), deps.clock()),
    rp: { id: site.host, name: brandOf(deps, site.brandId).title },
    user: { id: member.memberId, name: email, displayName: name },
    known,
  })
}

/**
 * Stores a passkey made for these options, and notifies the member by email.
 * @throws Failure 400 `passkey_expired`, `passkey_invalid`; 401 when the session ended meanwhile; 409 `passkey_known`, `too_many_passkeys`.
 */
export async function addPasskey(deps: PasskeyDeps, call: AddCall): Promise<PasskeyView> {
  const {
    member,
    site,
    body: { credential, name },
  } = call
  const at = deps.clock()
  const challenge = challengeIn(credential.response.clientDataJSON)
  if (!(await useChallenge(deps.db, deps.challengeKeys, ceremonyOf(call), challenge, at))) {
    throw new Failure(400, 'passkey_expired', {
      message: 'These options have expired or were used before: request new ones',
    })
  }
  const made = await verifyCreation(credential, challenge, { origin: site.origin, id: site.host })
  return deps.db.transaction().execute(async (tx) => {
    // Locks the member's row, so that concurrent requests cannot exceed ten.
    await mustStillBeSignedIn(tx, member)
    const { email } = await tx
      .selectFrom('members')
      .select('email')
      .where('id', '=', member.memberId)
      .executeTakeFirstOrThrow()
    const { n } = await tx
      .selectFrom('passkeys')
      .select((select) => select.fn.countAll<number>().as('n'))
      .where('member_id', '=', member.memberId)
      .executeTakeFirstOrThrow()
    if (n >= mostPasskeys) throw tooMany()
    const row = await tx
      .insertInto('passkeys')
      .values({
        brand_id: site.brandId,
        id: newId(),
        member_id: member.memberId,
        credential_id: Buffer.from(made.credential.id, 'base64url'),
        public_key: Buffer.from(made.credential.publicKey),
        counter: made.credential.counter,
        transports: credential.response.transports ?? [],
        aaguid: made.aaguid,
        name: authenticatorName(made.aaguid) ?? name?.trim() ?? '',
        backed_up: made.credentialBackedUp,
        created_at: at,
        last_used_at: null,
      })
      .onConflict((conflict) => conflict.columns(['brand_id', 'credential_id']).doNothing())
      .returning(shown)
      .executeTakeFirst()
    if (!row)
      throw new Failure(409, 'passkey_known', { field: 'credential', message: 'This passkey is already registered' })
    await notifyOfSignInMethod(deps, tx, site, member, 'passkey-added', email)
    return passkeyView(row)
  })
}
