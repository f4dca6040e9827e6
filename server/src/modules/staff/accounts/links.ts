import type { Locale } from '@incontro/contract'
import type { Executor, Tx } from '#platform/database/database.ts'
import { hashToken, newToken } from '#platform/ids.ts'
import type { StaffDeps } from '#modules/staff/deps.ts'

export type LinkPurpose = 'invitation' | 'reset'
const linkDays = 3

/**
 * A link that sets a password, in place of earlier ones; that of a brand's invitation leaves those of other brands. Its
 * token stands after `#`, so that no log of a proxy has it.
 */
export async function makeLink(
  deps: Pick<StaffDeps, 'clock' | 'console'>,
  tx: Executor,
  staffId: string,
  purpose: LinkPurpose,
  brandId: string | null = null,
): Promise<string> {
  const token = newToken()
  await tx
    .deleteFrom('staff_links')
    .where('staff_id', '=', staffId)
    .$if(brandId !== null, (query) => query.where('brand_id', '=', brandId))
    .execute()
  await tx
    .insertInto('staff_links')
    .values({
      token_hash: hashToken(token),
      staff_id: staffId,
      brand_id: brandId,
      purpose,
      expires_at: new Date(deps.clock().getTime() + linkDays * 86_400_000),
    })
    .execute()
  return `${deps.console.origin}/link#${token}`
}

/** Mails a link by the first brand of the default database; where there is none, the command prints it. */
export async function mailLink(
  deps: Pick<StaffDeps, 'enqueueEmail' | 'home' | 'console'>,
  tx: Tx,
  to: { readonly email: string; readonly locale: Locale; readonly name: string },
  link: string,
  purpose: LinkPurpose,
): Promise<void> {
  const [brandId] = deps.home().brandIds
  if (brandId === undefined) return
  await deps.enqueueEmail(tx, {
    brandId,
    memberId: null,
    kind: purpose === 'reset' ? 'staff-reset' : 'staff-invitation',
    to: to.email,
    locale: to.locale,
    props: { link, name: to.name, host: deps.console.host },
  })
}

/** Mails where to accept an invitation to a brand, to a person who works at another one. */
export async function mailInvitation(
  deps: Pick<StaffDeps, 'enqueueEmail' | 'home' | 'console'>,
  tx: Tx,
  to: { readonly email: string; readonly locale: Locale; readonly name: string },
  title: string,
): Promise<void> {
  const [brandId] = deps.home().brandIds
  if (brandId === undefined) return
  await deps.enqueueEmail(tx, {
    brandId,
    memberId: null,
    kind: 'staff-further-brand',
    to: to.email,
    locale: to.locale,
    props: { link: `${deps.console.origin}/account`, name: to.name, host: deps.console.host, at: title },
  })
}
