import type { AnsweredPrompt, InterestId, IntentId } from '@incontro/contract'
import { sql } from 'kysely'
import type { Executor } from '#platform/database/database.ts'
import type { Reader } from '#platform/database/replica.ts'

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

/** The member's answer for which the other member liked them, as it stands now. */
export async function likedAnswerOf(reader: Reader, memberId: string, otherId: string): Promise<AnsweredPrompt | null> {
  const { rows } = await reader.query<AnsweredPrompt>({
    name: 'liked answer',
    text: `select a.prompt as id, a.answer from notifications n
      join profile_prompts a on a.member_id = n.member_id and a.prompt = n.prompt
      where n.member_id = $1 and n.kind = 'like' and n.actor_id = $2`,
    values: [memberId, otherId],
  })
  return rows[0] ?? null
}

interface ChoiceChanges {
  readonly intent?: IntentId | null | undefined
  readonly interests?: readonly InterestId[] | undefined
  readonly prompts?: readonly AnsweredPrompt[] | undefined
  /** Written by the caller, on the member's row. */
  readonly lookingFor?: string | undefined
}

/** Replaces the given fields. Runs in the caller's transaction, which holds the member's row lock. */
export async function writeChoices(tx: Executor, memberId: string, changes: ChoiceChanges, now: Date): Promise<void> {
  await writeLists(tx, memberId, changes)
  if (
    ['intent', 'interests', 'prompts', 'lookingFor'].some(
      (field) => changes[field as keyof ChoiceChanges] !== undefined,
    )
  )
    await writeSince(tx, memberId, now)
}

/** Records since when the member has each step of the profile (`onboarding.ts`), for the figures of what it brings. */
async function writeSince(tx: Executor, memberId: string, now: Date): Promise<void> {
  await sql`
    insert into profile_choices as p (member_id, intent_since, interests_since, prompts_since)
    select m.id, case when m.looking_for <> '' or c.intent is not null then coalesce(c.intent_since, ${now}) end,
      case when cardinality(c.interests) > 0 then coalesce(c.interests_since, ${now}) end,
      case when exists (select from profile_prompts q where q.member_id = m.id) then coalesce(c.prompts_since, ${now}) end
    from members m left join profile_choices c on c.member_id = m.id
    where m.id = ${memberId} and (c.member_id is not null or m.looking_for <> ''
      or exists (select from profile_prompts q where q.member_id = m.id))
    on conflict (member_id) do update
      set intent_since = excluded.intent_since, interests_since = excluded.interests_since, prompts_since = excluded.prompts_since
      where (p.intent_since, p.interests_since, p.prompts_since)
        is distinct from (excluded.intent_since, excluded.interests_since, excluded.prompts_since)`.execute(tx)
}

async function writeLists(tx: Executor, memberId: string, changes: ChoiceChanges): Promise<void> {
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
