import { userInfo } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { grantCredits } from '#modules/accounts/index.ts'
import { loadBrands } from '#modules/brands/index.ts'
import { loadFlows } from '#modules/flows/index.ts'
import type { Database } from '#platform/database/database.ts'
import { type CommandResult, refused } from './command-result.ts'
import { runOnBrand } from './on-databases.ts'

const brandsDir = fileURLToPath(new URL('../../../brands', import.meta.url))
const accounts = ['messages', 'icebreakers', 'likes'] as const
/** Limits the damage of a typing error. */
const most = 1000
const usage = `npm run credits -- grant --brand KEY --email ADDRESS (--messages N | --icebreakers N | --likes N) --reference TEXT --reason TEXT [--by NAME]

Counted as members count: --messages 5 is five messages, whatever one costs them. The same reference, such as a ticket's number, grants a
member once. The member reads of it in their conversation about plans and credits.`

/** Grants credits from the command line. */
export async function grantByCommand(
  args: readonly string[],
  { db, clock, user }: { readonly db: Database; readonly clock: () => Date; readonly user: string },
): Promise<CommandResult> {
  const asked = parse(args)
  if (typeof asked === 'string') return refused(asked, usage)
  const { verb, brand: brandId = '', email = '', by = user } = asked
  const [reference, reason] = [asked.reference?.trim() ?? '', asked.reason?.trim() ?? '']
  if (verb !== 'grant') return refused('What to do: grant', usage)
  const brands = loadBrands(brandsDir)
  const brand = brands.byKey(brandId)
  if (!brand) return refused(`--brand: one of ${brands.list.map(({ key }) => key).join(', ')}`)
  const given = accounts.filter((account) => asked[account] !== undefined)
  const [account] = given
  if (!account || given.length > 1) return refused('One of --messages, --icebreakers and --likes is needed', usage)
  const count = Number(asked[account])
  if (!Number.isInteger(count) || count < 1 || count > most)
    return refused(`--${account}: a whole number up to ${most}`)
  if (!/^[\w.#-]{1,64}$/.test(reference)) return refused('--reference: up to 64 letters, digits or . _ # -', usage)
  if (reason === '' || reason.length > 500) return refused('--reason: up to 500 characters are needed', usage)
  const outcome = await grantCredits(
    { db, flows: loadFlows(brandsDir, brands), clock },
    { brandId, email, account, count, reference, reason, madeBy: `command:${by}` },
  )
  const said = {
    granted: `${count} ${account} are granted; the member reads of it.`,
    'granted before': `“${reference}” granted this member something before: nothing was changed.`,
    closed: 'The account is not open: nothing was changed.',
    unknown: `${brand.title} knows no account with this address.`,
  }[outcome]
  return { ok: outcome === 'granted' || outcome === 'granted before', lines: [said] }
}

function parse(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      // oxfmt-ignore
      options: { brand: text, email: text, messages: text, icebreakers: text, likes: text, reference: text, reason: text, by: text },
    })
    return { verb: positionals.length === 1 ? positionals[0] : undefined, ...values }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

if (import.meta.main)
  await runOnBrand('credits', (args, { db }) =>
    grantByCommand(args, { db, clock: () => new Date(), user: userInfo().username }),
  )
