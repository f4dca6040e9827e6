import type { PasskeyView, routes } from '@incontro/contract'
import type { Call } from '#platform/http/bind.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { notifyOfSignInMethod, signInMethods } from '../sign-in/methods.ts'
import type { PasskeyDeps } from './deps.ts'
import { passkeyView, shown } from './view.ts'

export async function listPasskeys(
  deps: PasskeyDeps,
  { member }: Call<typeof routes.passkeys>,
): Promise<PasskeyView[]> {
  const rows = await deps.db
    .selectFrom('passkeys')
    .select(shown)
    .where('member_id', '=', member.memberId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(passkeyView)
}

export async function renamePasskey(
  deps: PasskeyDeps,
  { member, params, body }: Call<typeof routes.renamePasskey>,
): Promise<PasskeyView> {
  const row = await deps.db
    .updateTable('passkeys')
    .set({ name: body.name.trim() })
    .where('brand_id', '=', member.brandId)
    .where('id', '=', params.id)
    .where('member_id', '=', member.memberId)
    .returning(shown)
    .executeTakeFirst()
  if (!row) throw notFound()
  return passkeyView(row)
}

/**
 * Removes a passkey and notifies the member by email.
 * @throws Failure 404; 409 `last_sign_in_method` if it is the last one
 */
export async function removePasskey(deps: PasskeyDeps, call: Call<typeof routes.removePasskey>): Promise<void> {
  const { member, params, site } = call
  await deps.db.transaction().execute(async (tx) => {
    // Locks the member's row, so that concurrent requests cannot remove the last two.
    const { email } = await tx
      .selectFrom('members')
      .select('email')
      .where('id', '=', member.memberId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const deleted = await tx
      .deleteFrom('passkeys')
      .where('brand_id', '=', member.brandId)
      .where('id', '=', params.id)
      .where('member_id', '=', member.memberId)
      .executeTakeFirst()
    if (deleted.numDeletedRows === 0n) throw notFound()
    const { password, passkey, externalAccount } = await signInMethods(tx, member.memberId)
    if (!password && !passkey && !externalAccount)
      throw new Failure(409, 'last_sign_in_method', {
        message: 'This is the last sign-in method: set a password first',
      })
    await notifyOfSignInMethod(deps, tx, site, member, 'passkey-removed', email)
  })
}
