import { parseArgs } from 'node:util'
import { latestPostbacks } from '#modules/affiliates/index.ts'
import type { Database } from '#platform/database/database.ts'
import { type CommandResult, refused } from './command-result.ts'
import { runOnBrand } from './on-databases.ts'

const states = ['waiting', 'delivered', 'failed', 'withheld']
const usage = `npm run postbacks -- list --brand KEY [--state ${states.join('|')}]

The latest 200 calls to the trackers in the brand's \`postbacks\`, newest first. \`withheld\`: the member does not allow measuring
any more, or the postback was removed. What was said is deleted once a call has ended.`

export interface PostbackCommandDeps {
  readonly db: Database
  readonly brandKeys: readonly string[]
}

/** What became of the calls to the trackers of affiliates. */
export async function postbacks(
  args: readonly string[],
  { db, brandKeys }: PostbackCommandDeps,
): Promise<CommandResult> {
  const asked = parse(args)
  if (typeof asked === 'string') return refused(asked, usage)
  const { verb, brand = '', state } = asked
  if (verb !== 'list') return refused('What to do: list', usage)
  if (!brandKeys.includes(brand)) return refused(`--brand: one of ${brandKeys.join(', ')}`)
  if (state !== undefined && !states.includes(state)) return refused(`--state: one of ${states.join(', ')}`)
  const rows = await latestPostbacks(db, brand, state)
  return {
    ok: true,
    lines: [
      ...rows.map((row) =>
        [
          row.createdAt.toISOString().slice(0, 16).replace('T', ' '),
          row.postback,
          row.eventKey,
          row.state,
          `${row.tries} tries`,
          row.status ?? '',
          row.why ?? '',
        ]
          .join('  ')
          .trimEnd(),
      ),
      `${rows.length} postbacks`,
    ],
  }
}

function parse(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { brand: text, state: text },
    })
    return { verb: positionals.length === 1 ? positionals[0] : undefined, ...values }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

if (import.meta.main) await runOnBrand('postbacks', (args, { db, brandKeys }) => postbacks(args, { db, brandKeys }))
