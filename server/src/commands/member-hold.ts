import { normaliseEmail } from '@incontro/contract'
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { holdMember, releaseMember } from '#modules/accounts/index.ts'
import type { Database } from '#platform/database/database.ts'
import { type CommandResult, refused } from './command-result.ts'
import { runOnBrand } from './on-databases.ts'

const usage = `npm run member:hold -- --brand KEY --email ADDRESS (--reason TEXT [--by NAME] | --release)

Keeps a member's data from being erased while an authority or a dispute needs it; the account stays closed as it is.`

/** Holding a member's data from the command line, and releasing it. */
export async function holdByCommand(
  args: readonly string[],
  { db, clock, user }: { readonly db: Database; readonly clock: () => Date; readonly user: string },
): Promise<CommandResult> {
  const asked = parse(args)
  if (typeof asked === 'string') return refused(asked, usage)
  const { brand, email, by = user, release } = asked
  const reason = asked.reason?.trim() ?? ''
  if (!brand || !email || (reason === '') !== release || reason.length > 1000)
    return refused('--brand, --email, and either --reason (up to 1000 characters) or --release are needed.', usage)
  const owner = await db
    .selectFrom('member_emails')
    .select('member_id')
    .where('brand_id', '=', brand)
    .where('email', '=', normaliseEmail(email))
    .executeTakeFirst()
  if (!owner) return refused(`${brand} knows no account with this address.`)
  const memberId = owner.member_id
  if (release)
    return (await releaseMember(db, { memberId, madeBy: `command:${by}`, at: clock() }))
      ? { ok: true, lines: ['The hold is released.'] }
      : refused('Nothing held this member.')
  return (await holdMember(db, { memberId, reason, madeBy: `command:${by}`, at: clock() }))
    ? { ok: true, lines: ['The member is not erased until the hold is released with --release.'] }
    : refused('The erasing of this member began already: nothing can hold it.')
}

function parse(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const
    return parseArgs({
      args: [...args],
      options: { brand: text, email: text, reason: text, by: text, release: { type: 'boolean', default: false } },
    }).values
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

if (import.meta.main)
  await runOnBrand('member:hold', (args, { db }) =>
    holdByCommand(args, { db, clock: () => new Date(), user: userInfo().username }),
  )
