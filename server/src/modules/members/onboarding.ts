import { onboardingSteps, type OnboardingState, type SkippableStep } from '@incontro/contract'
import { sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

/** State of each onboarding step, in order, derived from the profile. */
export async function onboardingOf(db: Database, memberId: string): Promise<OnboardingState[]> {
  const { rows } = await sql<Record<(typeof onboardingSteps)[number], boolean> & { skipped: string[] }>`
    select m.screen_name is not null as name,
      exists (select from member_photos p where p.member_id = m.id and p.removed_at is null and p.state <> 'refused') as photo,
      m.looking_for <> '' or c.intent is not null as intent,
      exists (select from profile_prompts q where q.member_id = m.id) as prompt,
      coalesce(cardinality(c.interests), 0) > 0 as interests,
      coalesce(o.skipped, '{}') as skipped
    from members m left join profile_choices c on c.member_id = m.id left join onboarding o on o.member_id = m.id
    where m.id = ${memberId}`.execute(db)
  const row = rows[0]
  return onboardingSteps.map((id) => ({
    id,
    state: row?.[id] ? 'done' : row?.skipped.includes(id) ? 'skipped' : 'open',
  }))
}

/**
 * SQL condition on member `m`: the photo was not postponed, and the member has not yet written or reacted to another.
 * Does not check whether there is a photo.
 */
export const photoIsOpen = sql<boolean>`(
  not exists (select from onboarding o where o.member_id = m.id and 'photo' = any(o.skipped))
  and not exists (select from reactions r where r.member_id = m.id)
  and not exists (select from conversations c where c.low_id = m.id and c.low_wrote)
  and not exists (select from conversations c where c.high_id = m.id and c.high_wrote))`

/** Skips a step. Idempotent. */
export async function skipStep(db: Database, memberId: string, step: SkippableStep): Promise<void> {
  await sql`insert into onboarding as o (member_id, skipped) values (${memberId}, array[${step}::text])
    on conflict (member_id) do update set skipped = array_append(o.skipped, ${step}::text)
    where not ${step}::text = any(o.skipped)`.execute(db)
}
