import type { PasskeyAssertion, PasskeyRegistration } from '@incontro/contract'
import { sql } from 'kysely'
import {
  authenticatorName,
  challengeIn,
  challengeMs,
  credentialsOf,
  makeChallenge,
  optionsToCreate,
  useChallenge,
  verifyAssertion,
  verifyCreation,
  type Ceremony,
  type RelyingParty,
} from '#modules/identity/index.ts'
import type { Executor, Tx } from '#platform/database/database.ts'
import { Failure } from '#platform/http/problem.ts'
import { newId } from '#platform/ids.ts'
import type { StaffDeps } from '#modules/staff/deps.ts'
import type { StaffSession } from '#modules/staff/sessions/sessions.ts'

const mostPasskeys = 10
const relyingParty = ({ console }: Pick<StaffDeps, 'console'>): RelyingParty => ({
  origin: console.origin,
  id: console.host.replace(/:\d+$/, ''),
})

const ceremonyOf = (
  { console }: Pick<StaffDeps, 'console'>,
  purpose: Ceremony['purpose'],
  { sessionId }: Pick<StaffSession, 'sessionId'>,
): Ceremony => ({
  purpose,
  site: { brandId: '*', poolId: '*', host: console.host, origin: console.origin },
  holder: `staff ${sessionId}`,
})

/** What a browser asks the authenticator with: only passkeys of this person. */
export async function assertionOptions(deps: StaffDeps, db: Executor, session: StaffSession) {
  const known = await db
    .selectFrom('staff_passkeys')
    .select(['credential_id', 'transports'])
    .where('staff_id', '=', session.staffId)
    .execute()
  return {
    challenge: makeChallenge(deps.challengeKeys, ceremonyOf(deps, 'get', session), deps.clock()),
    rpId: relyingParty(deps).id,
    timeout: challengeMs,
    userVerification: 'required' as const,
    allowCredentials: credentialsOf(known),
  }
}

/** Whether the passkey belongs to the person of the session and signed its challenge; each challenge counts once. */
export async function usePasskey(
  deps: StaffDeps,
  tx: Tx,
  session: StaffSession,
  credential: PasskeyAssertion,
): Promise<boolean> {
  const at = deps.clock()
  const challenge = challengeIn(credential.response.clientDataJSON)
  if (!(await useChallenge(tx, deps.challengeKeys, ceremonyOf(deps, 'get', session), challenge, at))) return false
  const known = await tx
    .selectFrom('staff_passkeys')
    .select(['id', 'public_key'])
    .where('staff_id', '=', session.staffId)
    .where('credential_id', '=', Buffer.from(credential.id, 'base64url'))
    .executeTakeFirst()
  if (!known) return false
  const proven = await verifyAssertion(credential, challenge, relyingParty(deps), known.public_key)
  if (!proven) return false
  const { newCounter } = proven
  const counted = await tx
    .updateTable('staff_passkeys')
    .set({ counter: newCounter, last_used_at: at })
    .where('id', '=', known.id)
    .where(sql<boolean>`(counter < ${newCounter}::bigint or (counter = 0 and ${newCounter}::bigint = 0))`)
    .executeTakeFirst()
  return counted.numUpdatedRows === 1n
}

export async function creationOptions(deps: StaffDeps, db: Executor, session: StaffSession) {
  const known = await db
    .selectFrom('staff_passkeys')
    .select(['credential_id', 'transports'])
    .where('staff_id', '=', session.staffId)
    .execute()
  const { id } = relyingParty(deps)
  return optionsToCreate({
    challenge: makeChallenge(deps.challengeKeys, ceremonyOf(deps, 'create', session), deps.clock()),
    rp: { id, name: id },
    user: { id: session.staffId, name: session.email, displayName: session.name },
    known,
  })
}

/** @throws Failure 400 `passkey_expired`, `passkey_invalid`; 409 `passkey_known`, `too_many_passkeys` */
export async function addPasskey(
  deps: StaffDeps,
  tx: Tx,
  session: StaffSession,
  { credential, name }: { readonly credential: PasskeyRegistration; readonly name?: string | undefined },
): Promise<void> {
  const at = deps.clock()
  const challenge = challengeIn(credential.response.clientDataJSON)
  if (!(await useChallenge(tx, deps.challengeKeys, ceremonyOf(deps, 'create', session), challenge, at)))
    throw new Failure(400, 'passkey_expired', { message: 'These options have expired or were used: request new ones' })
  const made = await verifyCreation(credential, challenge, relyingParty(deps))
  const { n } = await tx
    .selectFrom('staff_passkeys')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('staff_id', '=', session.staffId)
    .executeTakeFirstOrThrow()
  if (n >= mostPasskeys)
    throw new Failure(409, 'too_many_passkeys', { message: `At most ${mostPasskeys} passkeys, remove one first` })
  const added = await tx
    .insertInto('staff_passkeys')
    .values({
      id: newId(),
      staff_id: session.staffId,
      credential_id: Buffer.from(made.credential.id, 'base64url'),
      public_key: Buffer.from(made.credential.publicKey),
      counter: made.credential.counter,
      transports: credential.response.transports ?? [],
      name: authenticatorName(made.aaguid) ?? name?.trim() ?? '',
      created_at: at,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows !== 1n)
    throw new Failure(409, 'passkey_known', { field: 'credential', message: 'This passkey is already registered' })
}
