import type { CaseRow } from '@incontro/contract/admin/cases'
import type { Case } from '#modules/cases/index.ts'

interface RowDeps {
  readonly namesOf: (staffIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
  readonly clock: () => Date
}

/** Cases as the list has them. @param by who looks: what they hold themselves is held by no colleague */
export async function rowsOf({ namesOf, clock }: RowDeps, cases: readonly Case[], by: string): Promise<CaseRow[]> {
  const at = clock()
  const holderOf = ({ claimed_by: holder, claimed_until: until }: Case): string | null =>
    holder !== null && holder !== by && until !== null && until > at ? holder.replace('staff:', '') : null
  const names = await namesOf([...new Set(cases.flatMap((one) => holderOf(one) ?? []))])
  return cases.map((one) => {
    const holder = holderOf(one)
    return {
      id: one.id,
      kind: one.kind as CaseRow['kind'],
      source: one.source as CaseRow['source'],
      risk: one.risk,
      parts: one.parts,
      openedAt: one.opened_at.toISOString(),
      dueAt: one.due_at.toISOString(),
      escalated: one.escalated_by !== null,
      heldBy: holder === null ? null : (names.get(holder) ?? '—'),
    }
  })
}
