/** A node of `explain (format json, verbose)`; the `Actual` figures exist only after execution. */
export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Parent Relationship'?: string
  readonly 'Relation Name'?: string
  readonly Schema?: string
  readonly 'Index Name'?: string
  readonly Alias?: string
  readonly Filter?: string
  readonly 'Index Cond'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly 'Shared Hit Blocks'?: number
  readonly 'Shared Read Blocks'?: number
  readonly Plans?: readonly PlanNode[]
}

export function* nodesOf(plan: PlanNode): Generator<PlanNode> {
  yield plan
  for (const child of plan.Plans ?? []) yield* nodesOf(child)
}

/** The table that a node reads; of a partition, the table that it is a part of. */
export const tableOf = ({ 'Relation Name': name, Schema: schema }: PlanNode): string | undefined =>
  schema === 'partitions' ? name?.replace(/_[^_]*$/, '') : name

/** Every condition of a plan, with columns named by their tables' aliases. */
export const conditionsOf = (plan: PlanNode): string[] =>
  [...nodesOf(plan)].flatMap((node) =>
    Object.entries(node)
      .filter(([key, value]) => /Cond$|Filter$/.test(key) && typeof value === 'string')
      .map(([, value]) => String(value)),
  )

const isScan = ({ 'Node Type': type }: PlanNode): boolean => type.endsWith('Scan') && type !== 'Bitmap Index Scan'

/** Whether a plan reads growing tables at all. */
export const readsAny = (plan: PlanNode, grows: (table: string) => boolean): boolean =>
  [...nodesOf(plan)].some((node) => isScan(node) && grows(tableOf(node) ?? ''))

/** Rows read from growing tables and their indexes, including those that a condition removed. */
export function rowsRead(plan: PlanNode, grows: (table: string) => boolean): number {
  let rows = 0
  for (const node of nodesOf(plan)) {
    if (!isScan(node) || !grows(tableOf(node) ?? '')) continue
    const each =
      (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
    rows += each * (node['Actual Loops'] ?? 1)
  }
  return rows
}

/** Rows returned to the caller, or written. */
export function rowsReturned(plan: PlanNode): number {
  if (plan['Node Type'] !== 'ModifyTable') return (plan['Actual Rows'] ?? 0) * (plan['Actual Loops'] ?? 1)
  return (plan.Plans ?? []).reduce((sum, child) => sum + (child['Actual Rows'] ?? 0) * (child['Actual Loops'] ?? 1), 0)
}

/** Tables that a plan scans completely, independent of its parameters. */
export function scans(plan: PlanNode, isPartial: (index: string) => boolean): string[] {
  return [...walk(plan, false)]
    .filter(({ node, isBounded }) => {
      // What is loaded is in `before`; all plans of an empty month cost the same.
      if (node.Schema === 'partitions' && !node['Relation Name']?.endsWith('_before')) return false
      if (node['Node Type'] === 'Seq Scan') return true
      if (!/^(?:Index|Index Only|Bitmap Index) Scan$/.test(node['Node Type']) || node['Index Cond'] !== undefined)
        return false
      // In index order and limited, or a partial index of the relevant rows.
      return !isPartial(node['Index Name'] ?? '') && !(isBounded && node.Filter === undefined)
    })
    .map(({ node }) => tableOf(node) ?? node['Index Name'] ?? '')
}

/** Each node, with whether a limit ends it early. */
function* walk(node: PlanNode, isBounded: boolean): Generator<{ node: PlanNode; isBounded: boolean }> {
  yield { node, isBounded }
  const type = node['Node Type']
  const passes = type === 'Limit' || (isBounded && !/Sort|Aggregate|Hash|Materialize|Unique/.test(type))
  for (const child of node.Plans ?? []) yield* walk(child, passes)
}
