import { userInfo } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { loadBrands } from '#modules/brands/index.ts'
import {
  letterOf,
  lettersIn,
  letterStates,
  mailRates,
  reasonToStop,
  releaseBulk,
  requeueDead,
  requeueLetter,
  type Letter,
} from '#modules/outreach/index.ts'
import type { Database } from '#platform/database/database.ts'
import { ConfigError } from '#platform/config-error.ts'
import { isUuid } from '#platform/ids.ts'
import { readDkim } from '#platform/mail/dkim.ts'
import { createMailer } from '#platform/mail/mail.ts'
import { readServerConfig } from '#src/config.ts'
import { type CommandResult, countLine, refused, report } from './command-result.ts'
import { checkMail, reportMailboxOf, textsByDns } from './mail-check.ts'
import { runOnEach } from './on-databases.ts'
import { recordShown } from './record-shown.ts'

const brandsDir = fileURLToPath(new URL('../../../brands', import.meta.url))

const usage = `npm run mail -- list [--brand KEY] [--state dead|bounced|withheld|queued] [--after ID]
npm run mail -- show --id ID
npm run mail -- requeue --id ID
npm run mail -- requeue --all [--brand KEY] [--kind KIND]
npm run mail -- rates
npm run mail -- release --brand KEY
npm run mail -- check

\`dead\`: given up, or refused for reasons that are not the recipient's. \`bounced\`: there is no such recipient; the member is
asked for another address. \`withheld\`: the recipient has left the list, or the address has bounced before. What a mail says is
never shown. A dead letter can be sent again for 30 days; \`requeue --all\` also sends what waits for its next try. A list has at most 200; \`--after\` with the last id shows the next.
\`rates\`: how much of the last day's mail came back or was complained about; a brand's notices and promotion stop when that is too
much, and \`release\` lets them go on for a day once the cause is found. \`check\`: signs in to the relay and the mailbox for reports,
and looks up SPF, DKIM and DMARC of each sender.`

interface Deps {
  readonly db: Database
  readonly brandKeys: readonly string[]
  readonly clock: () => Date
  readonly user: string
}

/** Lists emails that did not leave or did not arrive, and sends them again. */
export async function mail(args: readonly string[], deps: Deps): Promise<CommandResult> {
  const asked = parse(args)
  if (typeof asked === 'string') return refused(asked, usage)
  const { verb, brand, id, all = false } = asked
  if (brand !== undefined && !deps.brandKeys.includes(brand))
    return refused(`--brand: one of ${deps.brandKeys.join(', ')}`)
  if (id !== undefined && !isUuid(id)) return refused('--id: the id that `list` gives')
  if (verb === 'list') return list(deps, asked)
  if (verb === 'rates') return rates(deps)
  if (verb === 'release') return brand === undefined ? refused('release: --brand KEY', usage) : release(deps, brand)
  if (verb === 'show') return id === undefined ? refused('--id: the id that `list` gives', usage) : show(deps, id)
  if (verb !== 'requeue') return refused('What to do: list, show, requeue, rates, release or check', usage)
  if ((id === undefined) === !all) return refused('requeue: --id ID, or --all', usage)
  return id === undefined ? requeueAll(deps, asked) : requeueOne(deps, id)
}

function parse(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { brand: text, id: text, state: text, after: text, kind: text, all: { type: 'boolean' } },
    })
    return { verb: positionals.length === 1 ? positionals[0] : undefined, ...values }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

type Asked = Exclude<ReturnType<typeof parse>, string>

async function rates({ db }: Deps): Promise<CommandResult> {
  const rows = await mailRates(db)
  if (rows.length === 0) return { ok: true, lines: ['No mail has been counted yet.'] }
  return {
    ok: true,
    lines: rows.map(
      ({ brandId, sent, bounced, complained, stoppedAt }) =>
        `${brandId}: ${sent} sent, ${bounced} came back, ${complained} complaints${stoppedAt === null ? '' : `; notices and promotion have stopped since ${minute(stoppedAt)}: ${reasonToStop({ sent, bounced, complained }) ?? 'measured before'}`}`,
    ),
  }
}

async function release({ db, clock }: Deps, brand: string): Promise<CommandResult> {
  const wasStopped = await releaseBulk(db, brand, clock())
  return wasStopped
    ? { ok: true, lines: [`Notices and promotion of ${brand} go on; they do not stop again within a day.`] }
    : refused(`Notices and promotion of ${brand} have not stopped.`)
}

async function list(deps: Deps, { brand, state: named = 'dead', after }: Asked): Promise<CommandResult> {
  const state = letterStates.find((one) => one === named)
  if (state === undefined) return refused(`--state: one of ${letterStates.join(', ')}`)
  if (after !== undefined && !isUuid(after)) return refused('--after: the last id of the page before')
  const page = await lettersIn(deps.db, { brandId: brand, state, after })
  for (const [brandId, { length: count }] of Map.groupBy(page.rows, (letter) => letter.brandId))
    await recordShown(deps, { brandId, what: 'mail list', count })
  return { ok: true, lines: [...page.rows.flatMap(linesOf), countLine(page, `${state}`)] }
}

async function show(deps: Deps, id: string): Promise<CommandResult> {
  const letter = await letterOf(deps.db, id)
  if (!letter) return refused(`There is no mail ${id} here.`)
  const { brandId, memberId } = letter
  await recordShown(deps, { brandId, what: 'mail show', count: 1, subject: { kind: 'email', id }, memberId })
  return { ok: true, lines: [`${letter.state}:`, ...linesOf(letter)] }
}

async function requeueOne({ db, clock }: Deps, id: string): Promise<CommandResult> {
  const outcome = await requeueLetter(db, id, clock())
  if (outcome === 'requeued') return { ok: true, lines: [`${id} is sent again.`] }
  return refused(whyNot[outcome])
}

const whyNot = {
  unknown: 'There is no such mail here.',
  not_dead: 'It was sent: see `show`.',
  forgotten: 'What it said is deleted, as its link was for its recipient only: they ask for a new one.',
} as const

async function requeueAll({ db, clock }: Deps, { brand, kind }: Asked): Promise<CommandResult> {
  const { requeued, left } = await requeueDead(db, { brandId: brand, kind, at: clock() })
  return {
    ok: true,
    lines: [`${requeued} sent again.`, ...(left === 0 ? [] : [`${left} cannot be: what they said is deleted.`])],
  }
}

const minute = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ')

const linesOf = (letter: Letter): string[] => [
  `${letter.id}  ${minute(letter.createdAt)}  ${letter.brandId}  ${letter.kind}  ${letter.address}`,
  `    ${letter.memberId === null ? 'to nobody with an account' : `member ${letter.memberId}`}, ${letter.attempts} tries${letter.why === null ? '' : `: ${letter.why}`}`,
  ...letter.events.map(
    (event) =>
      `    ${minute(event.at)} ${event.source}: ${[event.kind, event.class, event.code, event.diagnostic].filter((part) => part !== null).join(' ')}`,
  ),
]

/** About the installation, whatever is in its databases. */
async function checkInstallation(): Promise<CommandResult> {
  try {
    const config = readServerConfig(process.env)
    const dkim = config.mailDkim && readDkim(config.mailDkim)
    const mailer = createMailer({ smtpUrl: config.smtpUrl, dkim })
    const reports = reportMailboxOf(config)
    return await checkMail({ brands: loadBrands(brandsDir), mailer, dkim, reports, textsOf: textsByDns() }).finally(
      () => mailer.close(),
    )
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return refused(error.message)
  }
}

if (import.meta.main) {
  if (process.argv[2] === 'check') report(await checkInstallation())
  else
    await runOnEach('mail', (args, { db, brandKeys }) =>
      mail(args, { db, brandKeys, clock: () => new Date(), user: userInfo().username }),
    )
}
