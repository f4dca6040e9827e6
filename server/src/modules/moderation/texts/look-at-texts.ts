import { sql } from 'kysely'
import { closeCase, lockCaseOf, openCase } from '#modules/cases/index.ts'
import { type LookAtTexts, textsOf } from '#modules/members/index.ts'
import type { Tx } from '#platform/database/database.ts'
import {
  changedOf,
  changesBetween,
  forgetChanged,
  partsOf,
  type TextKind,
  textKinds,
  type TextPart,
} from './changes.ts'
import { foundIn } from './found-in.ts'

interface Written {
  readonly brandId: string
  readonly memberId: string
  readonly kind: TextKind
  readonly before: readonly TextPart[]
  readonly after: readonly TextPart[]
  readonly at: Date
}

/**
 * Brings a name or the texts of a profile before the moderators where what was written asks for a look. Others go on
 * seeing them until a person decides. While a case waits, another change updates it.
 */
export const lookAtTexts: LookAtTexts = async (tx, { brandId, memberId, written, at }) => {
  if (Object.values(written).every((one) => one === undefined)) return
  const before = await textsOf(tx, memberId)
  const after = {
    name: written.name ?? before.name,
    about: written.about ?? before.about,
    lookingFor: written.lookingFor ?? before.lookingFor,
    answers: written.answers ?? before.answers,
  }
  for (const kind of textKinds) {
    const parts = { before: partsOf(kind, before), after: partsOf(kind, after) }
    if (changesBetween(parts.before, parts.after).length > 0) await look(tx, { brandId, memberId, kind, ...parts, at })
  }
}

async function look(tx: Tx, { brandId, memberId, kind, before, after, at }: Written): Promise<void> {
  // The case is locked before the member is, as where a decision is carried out.
  const waiting = await lockCaseOf(tx, { brandId, kind, subjectId: memberId })
  const first = waiting && (await changedOf(tx, kind, memberId))
  const changes = changesBetween(first?.before ?? before, after)
  const found = await foundIn(tx, { brandId, memberId, kind, at }, changes)
  if (found.length === 0 && !waiting) return
  if (found.length === 0 && waiting?.state === 'open') {
    await closeCase(tx, { brandId, kind, subjectId: memberId, verdict: 'gone', by: 'member', at })
    await forgetChanged(tx, kind, memberId)
    return
  }
  await openCase(tx, {
    brandId,
    kind,
    subjectId: memberId,
    memberId,
    source: 'rule',
    parts: found.map(({ signal }) => signal),
    replacesParts: true,
    at,
  })
  if (!first) await forgetChanged(tx, kind, memberId)
  await tx
    .insertInto('changed_texts')
    .values({ member_id: memberId, kind, before: JSON.stringify(before), version: 1, changed_at: at })
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'kind']).doUpdateSet(({ ref }) => ({
        version: sql<number>`${ref('changed_texts.version')} + 1`,
        changed_at: at,
      })),
    )
    .execute()
}
