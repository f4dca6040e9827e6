import type { Executor } from '#platform/database/database.ts'

/** Sets a member's level (0 free, 1 paid with credits, 2 top tier), in the transaction that grants or ends it. */
export async function setLevel(
  tx: Executor,
  input: { memberId: string; level: 0 | 1 | 2; until: Date | null },
): Promise<void> {
  await tx
    .updateTable('members')
    .set({ level: input.level, level_until: input.until })
    .where('id', '=', input.memberId)
    .execute()
}
