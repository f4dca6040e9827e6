import { userInfo } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { reactivateMember } from '#modules/accounts/index.ts'
import { loadBrands } from '#modules/brands/index.ts'
import { recordReopened } from '#modules/moderation/index.ts'
import { emailQueue } from '#modules/outreach/index.ts'
import type { Database } from '#platform/database/database.ts'
import { type CommandResult, refused } from './command-result.ts'
import { runOnBrand } from './on-databases.ts'

const brandsDir = fileURLToPath(new URL('../../../brands', import.meta.url))
const usage = `npm run member:reactivate -- --brand KEY --email ADDRESS --reason TEXT [--by NAME]

Opens an account that was deactivated, suspended or is waiting to be erased. Who, why and when is kept; the member is written to.
A suspended one is opened by another person than the one who suspended it.`

/** Opening a closed account from the command line. */
export async function reactivateByCommand(
  args: readonly string[],
  { db, clock, user }: { readonly db: Database; readonly clock: () => Date; readonly user: string },
): Promise<CommandResult> {
  const asked = parse(args)
  if (typeof asked === 'string') return refused(asked, usage)
  const { brand: brandId, email, by = user } = asked
  const reason = asked.reason?.trim()
  if (!brandId || !email || !reason) return refused('--brand, --email and --reason are needed.', usage)
  const brands = loadBrands(brandsDir)
  const brand = brands.byKey(brandId)
  if (!brand) return refused(`There is no brand “${brandId}”.`)
  const outcome = await reactivateMember(
    { db, enqueueEmail: emailQueue(clock), clock },
    {
      brandId,
      email,
      madeBy: `command:${by}`,
      reason,
      origin: brand.origin,
      also: (tx, memberId) => recordReopened(tx, { brands }, { brandId, memberId, by: `command:${by}`, at: clock() }),
    },
  )
  if (outcome === 'suspended_by_same')
    return refused(
      `${by} has suspended this account, and the member was promised that another person looks at the case: let a colleague run this, or name with --by who has.`,
    )
  const said = {
    reactivated: 'The account is open again; the member gets an email.',
    suspended:
      'The account is not erased any more; the member gets an email. It stays suspended by what was decided meanwhile: run this again to end that.',
    'open already': 'The account is open already: nothing was changed.',
    unknown: `${brand.title} knows no account with this address.`,
  }[outcome]
  return { ok: outcome !== 'unknown', lines: [said] }
}

function parse(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const
    return parseArgs({ args: [...args], options: { brand: text, email: text, reason: text, by: text } }).values
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

if (import.meta.main)
  await runOnBrand('member:reactivate', (args, { db }) =>
    reactivateByCommand(args, { db, clock: () => new Date(), user: userInfo().username }),
  )
