import type pg from 'pg'
import { nodesOf, rowsRead, rowsReturned, scans, type PlanNode } from './plan.ts'

/** What a statement inside of a function reads. */
export interface NestedLook {
  /** Its text, where white space and letter case do not matter. */
  readonly kind: string
  /** Growing tables that are scanned completely, even if PostgreSQL avoids it. */
  readonly scans: readonly string[]
  readonly read: number
  readonly returned: number
  readonly plan: PlanNode
}

/** White space and letter case do not distinguish statements of a function. */
export const nestedKind = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase()

interface Ran {
  readonly kind: string
  readonly plan: PlanNode
}

/** Lets PostgreSQL report the plan of every statement that functions execute, with what it read. */
export class NestedStatements {
  /** How the connection has to be made. */
  static readonly connection = { options: '-c session_preload_libraries=auto_explain' }

  readonly #client: pg.Client
  readonly #grows: (table: string) => boolean
  #partial: ReadonlySet<string> = new Set()
  #ran: Ran[] | undefined

  constructor(client: pg.Client, grows: (table: string) => boolean) {
    this.#client = client
    this.#grows = grows
    client.on('notice', ({ message = '' }) => {
      if (!/^duration: [\d.]+ ms {2}plan:/.test(message)) return
      const shown = JSON.parse(message.slice(message.indexOf('{'))) as { 'Query Text': string; Plan: PlanNode }
      this.#ran?.push({ kind: nestedKind(shown['Query Text']), plan: shown.Plan })
    })
  }

  async prepare(partial: ReadonlySet<string>): Promise<void> {
    this.#partial = partial
    const settings = { nested_statements: 'on', analyze: 'on', timing: 'off', verbose: 'on', format: 'json' }
    for (const [name, value] of Object.entries({ ...settings, level: 'notice' }))
      await this.#client.query(`set auto_explain.log_${name} = ${value}`)
  }

  /**
   * Does work in the caller's transaction, which it undoes, and looks at the statements that functions executed
   * meanwhile; `isOwn` says which were the work's own.
   */
  async of(work: () => Promise<unknown>, isOwn: (kind: string) => boolean): Promise<readonly NestedLook[]> {
    const first = await this.#during(work)
    const scansOf = (plan: PlanNode): string[] => scans(plan, (index) => this.#partial.has(index)).filter(this.#grows)
    // A small table is scanned because that is fastest: what counts is whether an index could be used.
    const avoided = first.some(({ plan }) => scansOf(plan).length > 0)
      ? await this.#during(work, 'set local enable_seqscan = off')
      : first
    return first
      .filter(({ kind }) => !isOwn(kind))
      .map(({ kind, plan }) => {
        const others = avoided.filter((one) => one.kind === kind).flatMap((one) => scansOf(one.plan))
        return {
          kind,
          scans: [...new Set(scansOf(plan))].filter((table) => others.includes(table)),
          read: rowsRead(plan, this.#grows),
          returned: Math.max(rowsReturned(plan), writtenRows(plan)),
          plan,
        }
      })
  }

  async #during(work: () => Promise<unknown>, setting = 'set local enable_seqscan = on'): Promise<readonly Ran[]> {
    const ran: Ran[] = []
    await this.#client.query(`savepoint nested; ${setting}; discard plans; set local auto_explain.log_min_duration = 0`)
    this.#ran = ran
    try {
      await work()
    } finally {
      this.#ran = undefined
      await this.#client.query('rollback to savepoint nested; discard plans')
    }
    return ran
  }
}

/** Rows that a statement writes, also in a part of it. */
const writtenRows = (plan: PlanNode): number =>
  [...nodesOf(plan)].reduce((sum, node) => sum + (node['Node Type'] === 'ModifyTable' ? rowsReturned(node) : 0), 0)
