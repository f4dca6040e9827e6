import { sql } from 'kysely'
import type { Locale } from '@incontro/contract'
import type { Site } from '#platform/caller.ts'
import type { Executor } from '#platform/database/database.ts'
import type { IdentityDeps } from '../deps.ts'

/** A member's sign-in methods, apart from email links. */
export interface SignInMethods {
  readonly password: boolean
  readonly passkey: boolean
  readonly externalAccount: boolean
}

export async function signInMethods(executor: Executor, memberId: string): Promise<SignInMethods> {
  return executor
    .selectFrom('members')
    .where('members.id', '=', memberId)
    .select((select) => [
      sql<boolean>`password_hash is not null`.as('password'),
      select
        .exists(select.selectFrom('passkeys').select('passkeys.id').whereRef('passkeys.member_id', '=', 'members.id'))
        .$castTo<boolean>()
        .as('passkey'),
      select
        .exists(
          select
            .selectFrom('external_identities')
            .select('subject')
            .whereRef('external_identities.member_id', '=', 'members.id'),
        )
        .$castTo<boolean>()
        .as('externalAccount'),
    ])
    .executeTakeFirstOrThrow()
}

/**
 * Revokes all sign-in methods, when an attacker may hold some of them: sessions, password, passkeys, linked accounts
 * and pending links, except those that undo a change of email, made before `keepUndoBefore` or all. Known browsers count as new
 * again. The caller holds the member's row lock, and notifies open browsers after the commit.
 */
export async function revokeSignInMethods(
  tx: Executor,
  memberId: string,
  { keepUndoBefore = null }: { readonly keepUndoBefore?: Date | 'all' | null } = {},
): Promise<void> {
  await tx.deleteFrom('sessions').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('passkeys').where('member_id', '=', memberId).execute()
  await tx.deleteFrom('external_identities').where('member_id', '=', memberId).execute()
  await tx
    .deleteFrom('one_time_tokens')
    .where('member_id', '=', memberId)
    .$if(keepUndoBefore !== null, (links) =>
      links.where((eb) =>
        eb.not(
          eb.and([
            eb('purpose', '=', 'undo_email_change'),
            ...(keepUndoBefore instanceof Date ? [eb('created_at', '<', keepUndoBefore)] : []),
          ]),
        ),
      ),
    )
    .execute()
  await tx.deleteFrom('member_devices').where('member_id', '=', memberId).execute()
  await tx.updateTable('members').set({ password_hash: null }).where('id', '=', memberId).execute()
}

const places = {
  'passkey-added': 'passkeys',
  'passkey-removed': 'passkeys',
  'google-linked': 'google',
  'google-unlinked': 'google',
} as const

/** The member is notified of every added or removed sign-in method. */
export const notifyOfSignInMethod = (
  deps: Pick<IdentityDeps, 'enqueueEmail'>,
  tx: Executor,
  site: Site,
  member: { readonly memberId: string; readonly locale: Locale },
  kind: keyof typeof places,
  to: string,
): Promise<void> =>
  deps.enqueueEmail(tx, {
    brandId: site.brandId,
    memberId: member.memberId,
    kind,
    to,
    locale: member.locale,
    props: { link: `${site.origin}/settings/security#${places[kind]}` },
  })
