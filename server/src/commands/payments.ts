import { readFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { decimal, isAmountOf, minorOf } from '@incontro/contract'
import { connectPayments, readPaymentSettings } from '#src/config.ts'
import { reportedCampaigns } from '#modules/affiliates/index.ts'
import {
  flagsOf,
  openDisputesAndClaims,
  paymentHistory,
  type PaymentHistory,
  reconcile,
  refundPayment,
  resolvePayment,
  stepFor,
  strayEvents,
  unannouncedRenewals,
  lastDayOf,
  readReferenceRates,
  vatReport,
  waitingPayments,
  type Connections,
} from '#modules/payments/index.ts'
import type { Database } from '#platform/database/database.ts'
import { isUuid } from '#platform/ids.ts'
import { createLog, type Log } from '#platform/process/log.ts'
import { type CommandResult, refused } from './command-result.ts'
import { runOnEach, runWhere } from './on-databases.ts'
import { recordShown } from './record-shown.ts'

const usage = `npm run payments -- list --brand KEY                 payments that need a decision, each with the next step
npm run payments -- show --id ID                     one payment with its transitions and refunds
npm run payments -- refund --id ID --amount 12.34 --reason TEXT [--by NAME]
npm run payments -- resolve --id ID --reason TEXT [--flag FLAG] [--by NAME]
                                                     closes what it waits for; with several reasons, the one that is named
npm run payments -- reconcile --brand KEY [--days N] compares granted payments and refunds with the providers' records
npm run payments -- vat --year 2026 --quarter 4 [--rates FILE]
                                                     VAT that each company owes each country: invoices minus credit notes;
                                                     with the ECB's eurofxref-hist.csv, in euros for the one-stop shop
npm run payments -- campaigns --brand KEY [--days N] what the affiliate reported for each campaign, and which orders were paid
npm run payments -- check                            whether each provider answers and accepts our credentials

The running server requests a refund within a minute. The purchase stays with the member. The reason is stored as long as the invoices:
write what happened, without names.`

interface Deps {
  readonly db: Database
  readonly connections: Connections
  readonly log: Log
  readonly clock: () => Date
  readonly brandKeys: readonly string[]
  readonly user: string
}

const day = 86_400_000
const mostListed = 500

/** Finance’s view of payments from the command line; the console shows what waits as well. */
export async function runPayments(args: readonly string[], deps: Deps): Promise<CommandResult> {
  const asked = parse(args)
  if (typeof asked === 'string') return refused(asked, usage)
  const { verb, brand = '', id = '', by = deps.user } = asked
  const reason = asked.reason?.trim() ?? ''
  switch (verb) {
    case 'list':
    case 'reconcile':
    case 'campaigns':
      if (!deps.brandKeys.includes(brand)) return refused(`--brand: one of ${deps.brandKeys.join(', ')}`)
      if (verb === 'campaigns') return campaigns(deps, brand, asked.days ?? '30')
      return verb === 'list' ? list(deps, brand) : compareWithProviders(deps, brand, asked.days ?? '1')
    case 'check':
      return check(deps)
    case 'vat':
      return vat(deps, asked.year ?? '', asked.quarter ?? '', asked.rates)
    case 'show':
    case 'refund':
    case 'resolve': {
      if (!isUuid(id)) return refused('--id: the id that `list` gives')
      if (verb === 'show') return show(deps, id)
      if (reason === '' || reason.length > 1000) return refused('--reason: up to 1000 characters', usage)
      const decision = { attemptId: id, madeBy: `command:${by}`, reason }
      return verb === 'resolve' ? resolve(deps, decision, asked.flag) : refund(deps, decision, asked.amount ?? '')
    }
    default:
      return refused('What to do: list, show, refund, resolve, reconcile, vat, campaigns or check', usage)
  }
}

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
        amount: text,
        days: text,
        by: text,
        flag: text,
        year: text,
        quarter: text,
        rates: text,
      },
    })
    return { verb: positionals.length === 1 ? positionals[0] : undefined, ...values }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const minute = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ')
const money = (minor: number, currency: string): string => `${decimal(minor, currency)} ${currency}`

async function list({ db, connections, clock }: Deps, brand: string): Promise<CommandResult> {
  const now = clock()
  const renewals = await unannouncedRenewals(db, brand, now)
  const waiting = await waitingPayments(db, brand, mostListed)
  const own = connections.all.filter(({ brandId }) => brandId === null || brandId === brand).map(({ id }) => id)
  const { open, claims } = await openDisputesAndClaims(db, brand)
  const stray = await strayEvents(db, own, new Date(now.getTime() - 30 * day))
  return {
    ok: true,
    lines: [
      ...waiting.flatMap((attempt) => [
        `${attempt.id}  ${minute(attempt.flagged_at ?? attempt.updated_at)}  ${flagsOf(attempt).join(', ')}`,
        `    ${money(attempt.amount_minor, attempt.currency)}, ${attempt.state}, ${attempt.connection} ${attempt.provider_ref ?? 'without a reference'}`,
        ...flagsOf(attempt).map((flag) => `    ${stepFor(flag)}`),
        ...refundLines(attempt),
        '',
      ]),
      ...open.map(
        (dispute) =>
          `${dispute.attempt_id}  ${minute(dispute.opened_at)}  disputed: ${dispute.credits} credits and ${Math.floor(Number(dispute.unused_ms) / day)} days are revoked until it is decided`,
      ),
      ...claims.map(
        (dispute) =>
          `${dispute.attempt_id}  ${minute(dispute.updated_at)}  dispute lost, used for ${money(dispute.used_minor, dispute.currency)}: claim it or write it off, then \`resolve\``,
      ),
      ...stray.map(({ connection, eventId, receivedAt }) =>
        [minute(receivedAt), connection, eventId, 'matches no payment of ours: look it up at the provider'].join('  '),
      ),
      ...renewals.map(
        ({ subscription, memberId, renewsAt, until }) =>
          `${subscription}  ${minute(renewsAt)}  renewal of member ${memberId} is not announced, so it will not be charged: ${until > now ? `a reminder still counts until ${minute(until)}; see \`npm run mail -- list\`` : 'the plan ends'}`,
      ),
      `${open.length} disputes are open, ${claims.length} lost ones have an open claim`,
      `${waiting.length} need a decision, ${stray.length} events of the last 30 days match no payment`,
    ],
  }
}

/** When a payment that belongs to no purchase is refunded without a decision. */
const refundLines = ({ flagged, refund_due_at: dueAt }: PaymentHistory['attempt']): string[] =>
  flagged === 'paid_twice' && dueAt ? [`    refunded by itself: ${minute(dueAt)}`] : []

async function show(deps: Deps, id: string): Promise<CommandResult> {
  const history = await paymentHistory(deps.db, id)
  if (!history) return refused(`There is no payment ${id}`)
  const { attempt, steps, refunds } = history
  const { brand_id: brandId, member_id: memberId } = attempt
  await recordShown(deps, { brandId, what: 'payments show', count: 1, subject: { kind: 'order', id }, memberId })
  return {
    ok: true,
    lines: [
      `${attempt.id}  ${attempt.brand_id}  member ${attempt.member_id}`,
      `    ${attempt.plan_id}, ${money(attempt.amount_minor, attempt.currency)}, ${attempt.state}${attempt.code === null ? '' : ` (${attempt.code})`}`,
      `    ${attempt.connection} ${attempt.provider_ref ?? 'without a reference'}`,
      `    ${attempt.granted_at === null ? 'nothing was granted' : `granted ${minute(attempt.granted_at)}`}, ${money(attempt.refunded_minor, attempt.currency)} refunded`,
      ...creditLines(attempt),
      ...refundLines(attempt),
      ...flagsOf(attempt).map((flag) => `    needs a decision: ${flag}. ${stepFor(flag)}`),
      ...steps.map(({ at, from, to, cause }) => `    ${minute(at)}  ${from} → ${to}  ${cause}`),
      ...refunds.map(
        (refund) =>
          `    ${minute(refund.at)}  refund ${refund.id} (${refund.reason})  ${money(refund.amountMinor, attempt.currency)}  ${refund.state}  ${refund.providerRef ?? ''}`,
      ),
    ],
  }
}

/** What of the price was credited, and what of the payment was credited to another. */
const creditLines = ({ currency, ...attempt }: PaymentHistory['attempt']): readonly string[] => [
  ...(attempt.credit_minor === 0
    ? []
    : [`    ${money(attempt.credit_minor, currency)} of the price were credited for the plan that it replaced`]),
  ...(attempt.replaced_by === null
    ? []
    : [`    ${money(attempt.credited_minor ?? 0, currency)} of it were unused and credited to ${attempt.replaced_by}`]),
]

type Decision = Parameters<typeof resolvePayment>[1]

async function refund(deps: Deps, decision: Decision, amount: string): Promise<CommandResult> {
  const history = await paymentHistory(deps.db, decision.attemptId)
  if (!history) return refused('Nothing was refunded: no such payment')
  const { currency } = history.attempt
  if (!isAmountOf(amount, currency) || Number(amount) === 0)
    return refused(`--amount: as in ${decimal(1234, currency)}, which is ${currency}`)
  const amountMinor = minorOf(amount, currency)
  const outcome = await refundPayment(deps, { ...decision, amountMinor })
  return outcome === 'asked'
    ? { ok: true, lines: [`The server requests the refund of ${amount}; \`show\` lists its state.`] }
    : refused(`Nothing was refunded: ${outcome}`)
}

async function resolve(deps: Deps, decision: Decision, flagged?: string): Promise<CommandResult> {
  const history = await paymentHistory(deps.db, decision.attemptId)
  const flags = history ? flagsOf(history.attempt) : []
  if (flagged === undefined && flags.length > 1)
    return refused(`Nothing was changed: name one of what it waits for, --flag ${flags.join(' or --flag ')}`)
  const outcome = await resolvePayment(deps, { ...decision, ...(flagged !== undefined && { flagged }) })
  return outcome === 'resolved'
    ? { ok: true, lines: [`${decision.attemptId} is resolved.`] }
    : refused(`Nothing was changed: ${outcome}`)
}

async function compareWithProviders(deps: Deps, brandId: string, days: string): Promise<CommandResult> {
  if (!/^[1-9]\d{0,2}$/.test(days)) return refused('--days: 1 to 999')
  const until = deps.clock()
  const since = new Date(until.getTime() - Number(days) * day)
  const { compared, differences, notAskable, fees } = await reconcile(deps, { since, until, brandId })
  return {
    ok: differences.length === 0,
    lines: [
      ...differences.map(({ attempt, what, theirs, ours }) =>
        [
          attempt.id,
          what,
          `ours: ${ours}`,
          `theirs: ${theirs}`,
          what === 'unanswered'
            ? 'The provider did not answer: run `reconcile` again later.'
            : stepFor(`differs_${what}`),
        ].join('  '),
      ),
      ...fees.map(
        ({ connection, currency, minor, payments }) =>
          `${connection} keeps ${money(minor, currency)} of ${payments} payments as its fee`,
      ),
      `${compared} compared, ${differences.length} differ, ${notAskable} of providers that cannot be asked about one payment`,
    ],
  }
}

async function vat({ db }: Deps, year: string, quarter: string, file?: string): Promise<CommandResult> {
  if (!/^20\d\d$/.test(year)) return refused('--year: as in 2026')
  if (!/^[1-4]$/.test(quarter)) return refused('--quarter: 1 to 4')
  const rates = await ratesIn(file)
  if (typeof rates === 'string') return refused(`--rates: ${rates}`)
  const lines = await vatReport(db, { year: Number(year), quarter: Number(quarter) }, rates)
  return {
    ok: true,
    lines: [
      ...lines.map((line) => vatLine(line, { year: Number(year), quarter: Number(quarter) })),
      ...totalsOf(lines),
      `${lines.length} lines for quarter ${quarter} of ${year}, by the calendar of each company’s country`,
    ],
  }
}

/** The ECB's rates, or what is wrong with the file. */
async function ratesIn(file: string | undefined): Promise<ReturnType<typeof readReferenceRates> | string> {
  if (file === undefined) return new Map()
  try {
    return readReferenceRates(await readFile(file, 'utf8'))
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

type Vat = Awaited<ReturnType<typeof vatReport>>[number]
type Quarter = Vat['sold']

const vatLine = (line: Vat, { year, quarter }: Quarter): string =>
  [
    line.company,
    line.declaredIn,
    ...(line.sold.year === year && line.sold.quarter === quarter
      ? []
      : [`corrects quarter ${line.sold.quarter} of ${line.sold.year}`]),
    line.territory ?? line.country,
    `${line.vatPerMille / 10} %`,
    `net ${money(line.totalMinor - line.vatMinor, line.currency)}`,
    `VAT ${money(line.vatMinor, line.currency)}`,
    `total ${money(line.totalMinor, line.currency)}`,
    ...(line.euro?.rateOf
      ? [`net ${money(line.euro.net, 'EUR')}`, `VAT ${money(line.euro.vat, 'EUR')}`, `ECB rate of ${line.euro.rateOf}`]
      : []),
    `${line.invoices} invoices, ${line.creditNotes} credit notes`,
  ].join('  ')

/** What each company pays the one-stop shop, or the rates that are missing for it. */
function totalsOf(lines: readonly Vat[]): readonly string[] {
  const declared = Map.groupBy(
    lines.filter(({ declaredIn }) => declaredIn === 'one-stop shop'),
    ({ company }) => company,
  )
  return [...declared].map(([company, own]) => {
    const missing = own.filter(({ euro }) => euro === null)
    if (missing.length > 0) {
      const rates = new Set(missing.map(({ currency, sold }) => `${currency} of ${lastDayOf(sold)}`))
      return `${company}  no total for the one-stop shop, as --rates lacks ${[...rates].join(', ')} or the next day`
    }
    const total = own.reduce((sum, { euro }) => sum + (euro?.vat ?? 0), 0)
    return `${company}  VAT for the one-stop shop: ${money(total, 'EUR')}`
  })
}

async function campaigns({ db, clock }: Deps, brand: string, days: string): Promise<CommandResult> {
  if (!/^[1-9]\d{0,2}$/.test(days)) return refused('--days: 1 to 999')
  const reported = await reportedCampaigns(db, brand, new Date(clock().getTime() - Number(days) * day))
  return {
    ok: true,
    lines: [
      ...reported.map((line) =>
        line.kind === 'click'
          ? `${line.campaign}  click: ${line.reported} reported`
          : `${line.campaign}  ${line.kind}: ${line.reported} reported, ${line.cancelled} cancelled, ${line.paid} paid`,
      ),
      `${reported.length} lines of the last ${days} days`,
    ],
  }
}

async function check({ connections }: Deps): Promise<CommandResult> {
  if (connections.all.length === 0) return refused('No provider is connected by the settings of this environment')
  const answers = await Promise.all(
    connections.all.map(async ({ id, provider }) => {
      const trouble = await provider.ping().then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      )
      return { id, trouble }
    }),
  )
  return {
    ok: answers.every(({ trouble }) => trouble === null),
    lines: answers.map(({ id, trouble }) =>
      trouble === null ? `${id}  answers and takes our credentials` : `${id}  ${trouble}`,
    ),
  }
}

if (import.meta.main) {
  const run: Parameters<typeof runOnEach>[1] = (args, { db, brands, brandKeys }) =>
    runPayments(args, {
      db,
      brandKeys,
      connections: connectPayments(readPaymentSettings(process.env), brands),
      log: createLog('warn'),
      clock: () => new Date(),
      user: userInfo().username,
    })
  // Each company's books are in one database; other commands are about one payment or one brand.
  if (process.argv[2] === 'vat') await runOnEach('payments', run)
  else await runWhere('payments', hasPayment, run)
}

async function hasPayment(db: Database, args: readonly string[]): Promise<boolean> {
  const asked = parse(args)
  const id = typeof asked === 'string' ? '' : (asked.id ?? '')
  if (!isUuid(id)) return false
  return (await db.selectFrom('payment_attempts').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
