import type { CaseView, WrittenField } from '@incontro/contract/admin/cases'
import { textsOf, type ProfileTexts } from '#modules/members/index.ts'
import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'

/** The kinds of case that are about what a member writes in their profile. */
export const textKinds = ['name', 'text'] as const
export type TextKind = (typeof textKinds)[number]

/** What a restriction of each is about. */
export const contentOf = { name: 'name', text: 'profile' } as const satisfies Record<TextKind, string>

/** A name, a text or an answer, as it is stored. */
export interface TextPart {
  readonly field: WrittenField
  /** Of an answer, what it answers. */
  readonly prompt: string | null
  readonly words: string
}

export type TextChange = NonNullable<CaseView['changed']>['fields'][number]

/** What is written of a kind; what is empty is left out. */
export function partsOf(kind: TextKind, texts: ProfileTexts): TextPart[] {
  const parts: TextPart[] =
    kind === 'name'
      ? [{ field: 'name', prompt: null, words: texts.name ?? '' }]
      : [
          { field: 'about', prompt: null, words: texts.about },
          { field: 'lookingFor', prompt: null, words: texts.lookingFor },
          ...texts.answers.map(({ id, answer }) => ({ field: 'answer', prompt: id, words: answer }) as const),
        ]
  return parts.filter(({ words }) => words !== '')
}

/** What differs, in the order of a profile. */
export function changesBetween(before: readonly TextPart[], after: readonly TextPart[]): TextChange[] {
  const keyOf = ({ field, prompt }: TextPart): string => `${field} ${prompt}`
  const [old, now] = [before, after].map((parts) => new Map(parts.map((part) => [keyOf(part), part.words])))
  const all = new Map([...after, ...before].map((part) => [keyOf(part), part.field]))
  return [...all]
    .map(([key, field]) => ({ field, before: old?.get(key) ?? null, after: now?.get(key) ?? null }))
    .filter((change) => change.before !== change.after)
}

export interface Changed {
  readonly version: number
  readonly at: Date
  readonly before: readonly TextPart[]
}

/** What was written before the change that waits; undefined when none does. @param locks until the transaction ends */
export async function changedOf(
  executor: Executor,
  kind: TextKind,
  memberId: string,
  { locks = false }: { readonly locks?: boolean } = {},
): Promise<Changed | undefined> {
  const { rows } = await sql<Changed>`
    select version, changed_at as at, before from changed_texts where member_id = ${memberId} and kind = ${kind}
    ${locks ? sql`for update` : sql``}`.execute(executor)
  return rows[0]
}

export const forgetChanged = (executor: Executor, kind: TextKind, memberId: string): Promise<unknown> =>
  executor.deleteFrom('changed_texts').where('member_id', '=', memberId).where('kind', '=', kind).execute()

/** What a case is about, before and after; undefined when nothing waits any more. */
export async function shownChange(
  executor: Executor,
  kind: TextKind,
  memberId: string,
): Promise<(Changed & { readonly fields: readonly TextChange[] }) | undefined> {
  const changed = await changedOf(executor, kind, memberId)
  if (!changed) return undefined
  return { ...changed, fields: changesBetween(changed.before, partsOf(kind, await textsOf(executor, memberId))) }
}

/** Once its case is decided, no one needs to know what a text was before. */
export async function forgetDecided(executor: Executor): Promise<void> {
  await sql`
    delete from changed_texts t using members m
    where m.id = t.member_id and not exists (
      select from cases c where c.brand_id = m.brand_id and c.kind = t.kind and c.subject_id = t.member_id and c.state <> 'closed')`.execute(
    executor,
  )
}
