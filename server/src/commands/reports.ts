import { userInfo } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { loadBrands } from '#modules/brands/index.ts'
import { loadFlows } from '#modules/flows/index.ts'
import { emailQueue } from '#modules/outreach/index.ts'
import {
  decideReport,
  recordMessagesRead,
  reportsIn,
  reportStates,
  type OpenReport,
  type ReportedMessage,
  type SuspensionDeps,
} from '#modules/moderation/index.ts'
import { isUuid } from '#platform/ids.ts'
import { addressIn } from '#platform/storage/open.ts'
import { type CommandResult, countLine, refused } from './command-result.ts'
import { runOnBrand } from './on-databases.ts'
import { recordShown } from './record-shown.ts'

const brandsDir = fileURLToPath(new URL('../../../brands', import.meta.url))

const usage = `npm run reports -- list --brand KEY [--state open|upheld|dismissed|gone] [--after ID]
npm run reports -- uphold --brand KEY --id ID --reason TEXT [--suspend] [--by NAME]
npm run reports -- dismiss --brand KEY --id ID --reason TEXT [--by NAME]

With --suspend the profile closes and its owner is written to: the reason is in that mail, so say in their language what happened
and which rule of the terms it breaks, and name nobody. \`npm run member:reactivate\` takes it back. A list has at most 200 reports; \`--after\` with the last id shows the next.`

type AddressOf = ReturnType<typeof addressIn>

interface Deps extends SuspensionDeps {
  /** Of a file; in the data folder by default. */
  readonly addressOf?: AddressOf
  readonly brandKeys: readonly string[]
  readonly user: string
}

/** Shows members' reports and records decisions about them, with author, time and reason. */
export async function moderateReports(args: readonly string[], deps: Deps): Promise<CommandResult> {
  const asked = parse(args)
  if (typeof asked === 'string') return refused(asked, usage)
  const { verb, brand = '', id = '', by = deps.user, suspend = false, state = 'open', after } = asked
  const reason = asked.reason?.trim() ?? ''
  if (!deps.brandKeys.includes(brand)) return refused(`--brand: one of ${deps.brandKeys.join(', ')}`)
  if (verb === 'list') return list(deps, brand, state, after)
  if (verb !== 'uphold' && verb !== 'dismiss') return refused('What to do: list, uphold or dismiss', usage)
  if (suspend && verb === 'dismiss') return refused('--suspend: is for a report that is upheld', usage)
  if (reason === '' || reason.length > 1000) return refused('--reason: up to 1000 characters', usage)
  if (!isUuid(id)) return refused('--id: the id that `list` gives')
  const verdict = verb === 'uphold' ? 'upheld' : 'dismissed'
  const outcome = await decideReport(deps, brand, id, { verdict, madeBy: `command:${by}`, reason, suspend })
  if (!outcome)
    return refused(`There is no open report ${id} of ${brand}: it was decided meanwhile. Look again with \`list\`.`)
  return { ok: true, lines: [`${id} is ${verdict}.${accountLine[outcome.account]}`] }
}

const accountLine = {
  unchanged: '',
  suspended: ' The profile is suspended; its owner is notified by email.',
  already_closed: ' The profile was closed or erased already: nothing was changed about it.',
} as const

function parse(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        brand: text,
        id: text,
        reason: text,
        state: text,
        by: text,
        after: text,
        suspend: { type: 'boolean' },
      },
    })
    return { verb: positionals.length === 1 ? positionals[0] : undefined, ...values }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function list(deps: Deps, brand: string, state: string, after: string | undefined): Promise<CommandResult> {
  const known = reportStates.find((one) => one === state)
  if (!known) return refused(`--state: ${reportStates.join(', ')}`)
  if (after !== undefined && !isUuid(after)) return refused('--after: the last id of the page before')
  const { db, addressOf = addressIn(undefined) } = deps
  const page = await reportsIn(db, brand, known, after)
  for (const { id, by, about, messages } of page.rows)
    await recordMessagesRead(db, {
      reportId: id,
      memberIds: [by?.id ?? null, about?.id ?? null],
      count: messages.length,
      at: deps.clock(),
    })
  await recordShown(deps, { brandId: brand, what: 'reports list', count: page.rows.length })
  return {
    ok: true,
    lines: [...page.rows.flatMap((report) => linesOf(report, addressOf)), countLine(page, `${state} of ${brand}`)],
  }
}

const minute = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ')
const indented = (label: string, text: string): string[] =>
  text.split('\n').map((line, at) => `    ${at === 0 ? `${label}: ` : '  '}${line}`)

const contentOf = ({ text, media, withdrawnAt }: ReportedMessage, addressOf: AddressOf): string => {
  if (withdrawnAt !== null) return `(withdrawn by its sender ${minute(withdrawnAt)})`
  return media === null
    ? text
    : `(${media.kind}) ${media.storageKey === null ? 'removed' : addressOf(media.storageKey)}`
}

const linesOf = (
  { id, reason, text, reportedAt, by, about, messages, decided }: OpenReport,
  addressOf: AddressOf,
): string[] => [
  `${id}  ${minute(reportedAt)}  ${reason}`,
  `    about ${about ? `${about.name} (${about.id}, ${about.state}, ${about.reports} in all)` : 'somebody who is erased'}, by ${by ? `${by.name} (${by.id})` : 'somebody who is erased'}`,
  ...(text === null ? [] : indented('said', text)),
  ...(about?.about ? indented('profile', about.about) : []),
  ...(about?.lookingFor ? indented('looks for', about.lookingFor) : []),
  ...(about?.answers ?? []).flatMap((answer) => indented('answer', answer)),
  ...messages.flatMap((message) =>
    indented(`${minute(message.at)} ${message.own ? 'reporter' : 'reported'}`, contentOf(message, addressOf)),
  ),
  ...(decided ? [`    decided ${minute(decided.at)} by ${decided.by}: ${decided.why}`] : []),
  '',
]

const clock = (): Date => new Date()

if (import.meta.main)
  await runOnBrand('reports', (args, { db, brands, brandKeys }) =>
    moderateReports(args, {
      db,
      brands,
      brandKeys,
      enqueueEmail: emailQueue(clock),
      flows: loadFlows(brandsDir, loadBrands(brandsDir)),
      clock,
      user: userInfo().username,
      addressOf: addressIn(process.env['STORAGE_URL']),
    }),
  )
