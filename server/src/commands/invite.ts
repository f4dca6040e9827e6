import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { loadFlows } from '#modules/flows/index.ts'
import { CannotInvite, invite } from '#modules/identity/index.ts'
import { type CommandResult, refused } from './command-result.ts'
import { type OnDatabase, runOnBrand } from './on-databases.ts'

const usage =
  'npm run invite -- --brand KEY --email ADDRESS [--red /path] [--source TEXT] [--campid TEXT] [--flow ID] [--days 14]'
const brandsDir = fileURLToPath(new URL('../../../brands', import.meta.url))

await runOnBrand('invite', async (args, on) => {
  try {
    return await inviteByCommand(args, on)
  } catch (error) {
    return refused(reasonOf(error))
  }
})

async function inviteByCommand(args: readonly string[], { db, brands }: OnDatabase): Promise<CommandResult> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: { brand: text, email: text, red: text, source: text, campid: text, flow: text, days: text },
  })
  const { brand, email, red = '/find', days = '14', ...visit } = values
  if (!brand || !email) throw new CannotInvite(`${brand ? '--email' : '--brand'} is missing: ${usage}`)
  const link = await invite(
    {
      db,
      brands,
      flows: loadFlows(brandsDir, brands),
      clock: () => new Date(),
      here: `http://localhost:${process.env['PORT'] || '3000'}`,
    },
    { brand, email, red, days, ...visit },
  )
  return { ok: true, lines: [link] }
}

/** The message for the operator; an unexpected error keeps its stack. */
function reasonOf(error: unknown): string {
  if (error instanceof CannotInvite) return error.message
  if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
    return `${error.message.split('\n')[0] ?? ''} ${usage}`
  if (error instanceof Error && 'code' in error && error.code === '42P01')
    return 'The database has no tables yet: start the server once, then invite.'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
