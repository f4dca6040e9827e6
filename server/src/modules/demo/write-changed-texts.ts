import { openCase } from '#modules/cases/index.ts'
import type { Tx } from '#platform/database/database.ts'
import type { SampleMember } from './fixtures.ts'

/** A name with words of a scam, or a text with contact details, beside what was there before. */
export async function writeChanged(
  tx: Tx,
  kind: 'name' | 'text',
  { member, to, at }: { readonly member: SampleMember; readonly to: string; readonly at: Date },
): Promise<void> {
  const { id, brandId } = member
  await tx
    .updateTable('members')
    .set(kind === 'name' ? { screen_name: to } : { about: to })
    .where('id', '=', id)
    .execute()
  const before =
    kind === 'name'
      ? [{ field: 'name', prompt: null, words: member.memberName }]
      : [
          { field: 'about', prompt: null, words: member.about },
          { field: 'lookingFor', prompt: null, words: member.lookingFor },
        ]
  await tx
    .insertInto('changed_texts')
    .values({ member_id: id, kind, before: JSON.stringify(before), version: 1, changed_at: at })
    .execute()
  const parts = kind === 'name' ? ['text_scam'] : ['text_contacts']
  await openCase(tx, { brandId, kind, subjectId: id, memberId: id, source: 'rule', parts, at })
}
