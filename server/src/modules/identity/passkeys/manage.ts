import type { PasskeyView, routes } from '@incontro/contract'
import type { Call } from '../../../platform/http/bind.ts'
import type { Executor } from '../../../platform/database.ts'
import { Failure, notFound } from '../../../platform/http/problem.ts'
import type { PasskeyDeps } from './deps.ts'
import { tellMember } from './tell.ts'
import { passkeyView, shown } from './view.ts'

export async function listPasskeys(deps: PasskeyDeps, { member }: Call<typeof routes.passkeys>): Promise<PasskeyView[]> {
  const rows = await deps.db.selectFrom('passkeys').select(shown).where('member_id', '=', member.memberId).orderBy('id', 'desc').execute()
  return rows.map(passkeyView)
}

export async function renamePasskey(deps: PasskeyDeps, { member, params, body }: Call<typeof routes.renamePasskey>): Promise<PasskeyView> {
  const row = await deps.db.updateTable('passkeys').set({ name: body.name.trim() })
    .where('brand_id', '=', member.brandId).where('id', '=', params.id).where('member_id', '=', member.memberId).returning(shown).executeTakeFirst()
  if (!row) throw notFound()
  return passkeyView(row)
}

/**
 * Removes a passkey, and tells the member by email.
 * @throws Failure 404; 409 `last_way_in` where nothing else would open the account.
 */
export async function removePasskey(deps: PasskeyDeps, call: Call<typeof routes.removePasskey>): Promise<void> {
  const { member, params } = call
  await deps.db.transaction().execute(async (tx) => {
    // The member's row is held so that two at once do not remove the last two.
    const { email, password_hash: password } = await tx.selectFrom('members').select(['email', 'password_hash']).where('id', '=', member.memberId).forUpdate().executeTakeFirstOrThrow()
    const gone = await tx.deleteFrom('passkeys').where('brand_id', '=', member.brandId).where('id', '=', params.id).where('member_id', '=', member.memberId).executeTakeFirst()
    if (gone.numDeletedRows === 0n) throw notFound()
    if (password === null && !(await hasOtherWayIn(tx, member.memberId))) throw new Failure(409, 'last_way_in', { message: 'Nothing else opens this account: choose a password first' })
    await tellMember(deps, tx, call, 'passkey-removed', email)
  })
}

/** Another passkey, or an account at an outside issuer. */
async function hasOtherWayIn(tx: Executor, memberId: string): Promise<boolean> {
  const passkey = await tx.selectFrom('passkeys').select('id').where('member_id', '=', memberId).executeTakeFirst()
  return passkey !== undefined || (await tx.selectFrom('external_identities').select('subject').where('member_id', '=', memberId).executeTakeFirst()) !== undefined
}
