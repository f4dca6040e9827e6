import type pg from 'pg'
import { tablesOfModules } from '#src/tables.ts'
import type { TestServer } from '#test/support/test-server.ts'
import { changedColumns, type Change, type Changes } from './changes.ts'
import type { FixedClock } from './clock.ts'
import { asIs, inline } from './layout.ts'
import type { Names } from './names.ts'
import { withTimes, type Page } from './page.ts'

/** What an open socket received. */
export interface Received {
  readonly name: string
  readonly event: string
  readonly data: unknown
}

/**
 * What a step leaves behind: events of sockets, emails, each row about money, and how many rows of every other table. A
 * query without its condition on the member shows in the number; what the columns hold is for the module's own tests.
 */
export interface Effects {
  /** Begins a step: what happened until now was preparation. */
  begin(title: string, given?: unknown): Promise<void>
  /** What the step changed, with names for the new rows. */
  observed(): Promise<Change[]>
  /** Writes what a step did beside its reply; if it changed anything, the next one is a second later. */
  put(changed: readonly Change[]): Promise<void>
}

export function createEffects({
  server,
  recorder,
  clock,
  changes,
  names,
  page,
  received,
  settled,
}: {
  readonly server: TestServer
  readonly recorder: pg.Client
  readonly clock: FixedClock
  readonly changes: Changes
  readonly names: Names
  readonly page: Page
  readonly received: Received[]
  readonly settled: () => Promise<void>
}): Effects {
  const mailCount = (): number => server.sandbox.sandbox.state.mails.newest().length
  let mailsSeen = 0

  async function observed(): Promise<Change[]> {
    await settled()
    const changed = (await changes.take()).sort((a, b) => inOrder(orderOf(a, names), orderOf(b, names)))
    for (const { table, before, after } of changed) {
      if (before === null && isUuid(after?.['id'])) names.number(after['id'], table)
      if (table === 'member_clickids' && after !== null) names.number(String(after['clickid']), 'tracker id')
    }
    return changed
  }

  async function putEffects(changed: readonly Change[]): Promise<void> {
    for (const change of changed) if (money.has(change.table)) putChange(change)
    const others = await counted(changed.filter(({ table }) => !money.has(table)))
    if (others.length > 0) page.line(`  rows: ${others.join(', ')}`)
    for (const { name, event, data } of received.splice(0).sort((a, b) => inOrder(a.name, b.name)))
      page.put('  ', `→ ${name} ${event} `, data, false)
    const mails = server.sandbox.sandbox.state.mails.newest()
    for (const mail of mails.slice(0, mails.length - mailsSeen).reverse())
      page.put('  ', 'mail ', {
        to: mail.to,
        subject: mail.subject,
        text: mail.text.split('\n').filter((line) => line.trim() !== ''),
      })
    mailsSeen = mails.length
    if (changed.length > 0) await clock.pass(1000)
  }

  function putChange({ table, ...rows }: Change): void {
    const [before, after] = withTimes([rows.before, rows.after], clock.now()) as [Change['before'], Change['after']]
    if (after === null) return page.put('  ', `- ${table} `, withoutNulls(before ?? {}))
    if (before === null) return page.put('  ', `+ ${table} `, withoutNulls(after))
    const columns = changedColumns(before, after)
    if (columns.length === 0) return
    const owner = Object.fromEntries(
      Object.entries(after).filter(([column]) => isKey(column) && !columns.includes(column)),
    )
    page.put('  ', `~ ${table} `, {
      ...owner,
      ...Object.fromEntries(
        columns.map((column) => [column, asIs(`${inline(before[column])} → ${inline(after[column])}`)]),
      ),
    })
  }

  /** How many rows of each table were inserted, changed and deleted, as `+2 ~1 inbox`; jobs by their name. */
  async function counted(changed: readonly Change[]): Promise<string[]> {
    const { rows: tasks } = await recorder.query<{ id: number; identifier: string }>(
      'select id, identifier from graphile_worker._private_tasks',
    )
    const nameOf = ({ table, before, after }: Change): string =>
      table === '_private_jobs'
        ? `job ${tasks.find(({ id }) => id === (after ?? before)?.['task_id'])?.identifier}`
        : table
    const counts = new Map<string, Record<'+' | '~' | '-', number>>()
    for (const change of changed) {
      if (change.before !== null && change.after !== null && changedColumns(change.before, change.after).length === 0)
        continue
      const count = counts.get(nameOf(change)) ?? { '+': 0, '~': 0, '-': 0 }
      counts.set(nameOf(change), count)
      count[change.before === null ? '+' : change.after === null ? '-' : '~'] += 1
    }
    return [...counts]
      .sort(([a], [b]) => inOrder(a, b))
      .map(([name, count]) =>
        [...Object.entries(count).flatMap(([sign, n]) => (n === 0 ? [] : [`${sign}${n}`])), name].join(' '),
      )
  }

  async function begin(title: string, given?: unknown): Promise<void> {
    await settled()
    await changes.take()
    received.length = 0
    mailsSeen = mailCount()
    page.line('')
    if (given === undefined) page.line(page.shown(title))
    else page.put('', `${page.shown(title)} `, given)
  }

  return { begin, observed, put: putEffects }
}

const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value)

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const money = new Set(
  ['credits', 'free-credits', 'payments', 'subscriptions'].flatMap((module) =>
    Object.keys(tablesOfModules[module] ?? {}),
  ),
)

/** Tables of which one statement writes several rows, in the order that its plan has. */
const inAnyOrder = ['inbox', 'credit_refills', 'discovery_entries']

/**
 * Limits of a request are counted concurrently, and so are webhooks of different payments processed; the rows of any
 * other table are written one after the other, unless it is `inAnyOrder`.
 */
function orderOf({ table, before, after }: Change, names: Pick<Names, 'known'>): string {
  const row = after ?? before
  if (table === 'limit_counters') return `${table} ${String(row?.['bucket']).replaceAll(/[\w-]{43}/g, '')}`
  if (inAnyOrder.includes(table))
    return `${table} ${names.known(row?.['member_id']) ?? ''} ${String(row?.['account'] ?? '')}`
  return `${table} ${names.known(row?.['attempt_id']) ?? names.known(row?.['id']) ?? ''}`
}

const isKey = (column: string): boolean => /^(id|seq|kind|.*_id|bucket|list)$/.test(column)

const withoutNulls = (row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
