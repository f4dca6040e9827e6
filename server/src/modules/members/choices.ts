import type { AnsweredPrompt, InterestId, IntentId } from '@incontro/contract'
import type { Executor } from '../../platform/database.ts'
import type { Reader } from '../../platform/replica.ts'

/** A member's choices from lists: intent, interests. */
export interface Choices {
  readonly intent: IntentId | null
  /** In the order in which they were chosen. */
  readonly interests: readonly InterestId[]
}

const nothing: Choices = { intent: null, interests: [] }

/** The choices of these members. */
export async function choicesOf(reader: Reader, memberIds: readonly string[]): Promise<(memberId: string) => Choices> {
  const { rows } = await reader.query<Choices & { member_id: string }>({
    name: 'profile choices',
    text: 'select member_id, intent, interests from profile_choices where member_id = any($1::uuid[])',
    values: [memberIds],
  })
  return (memberId) => rows.find((row) => row.member_id === memberId) ?? nothing
}

/** The prompts a member answered, in order. */
export async function promptsOf(reader: Reader, memberId: string): Promise<AnsweredPrompt[]> {
  const { rows } = await reader.query<AnsweredPrompt>({
    name: 'profile prompts',
    text: 'select prompt as id, answer from profile_prompts where member_id = $1 order by place',
    values: [memberId],
  })
  return rows
}

/** Replaces the given fields. Runs in the caller's transaction, which holds the member's row lock. */
export async function writeChoices(
  tx: Executor,
  memberId: string,
  changes: {
    readonly intent?: IntentId | null | undefined
    readonly interests?: readonly InterestId[] | undefined
    readonly prompts?: readonly AnsweredPrompt[] | undefined
  },
): Promise<void> {
  const { prompts } = changes
  const values = {
    ...(changes.intent === undefined ? {} : { intent: changes.intent }),
    ...(changes.interests === undefined ? {} : { interests: [...changes.interests] }),
  }
  if (Object.keys(values).length > 0)
    await tx
      .insertInto('profile_choices')
      .values({ member_id: memberId, ...values })
      .onConflict((conflict) => conflict.column('member_id').doUpdateSet(values))
      .execute()
  if (prompts === undefined) return
  await tx.deleteFrom('profile_prompts').where('member_id', '=', memberId).execute()
  if (prompts.length > 0)
    await tx
      .insertInto('profile_prompts')
      .values(
        prompts.map(({ id, answer }, index) => ({
          member_id: memberId,
          place: index + 1,
          prompt: id,
          answer: answer.trim(),
        })),
      )
      .execute()
}
