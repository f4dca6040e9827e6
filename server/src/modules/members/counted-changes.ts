import { sql } from 'kysely'
import type { Place } from '#platform/caller.ts'
import type { Executor } from '#platform/database/database.ts'
import { dayOf } from '#platform/day.ts'
import { Failure } from '#platform/http/problem.ts'
import { type GenderAnswers, listingAfter, listingOf } from './genders.ts'

/** The age that a member stated, and what the calendar has added since. */
export const knownAge = sql<number>`(age_stated + extract(year from age(age_stated_on)))::int`

/**
 * Corrects the age that the member stated; it follows the calendar by itself, and searches ask for it both ways. Once:
 * further corrections are made by support.
 * @returns the columns, or none if it is the member's age already: a form that sends it with every change would begin
 *   its year again each time, and the member would never get older
 * @throws Failure 403 `age_corrected`
 */
export async function correctAge(tx: Executor, memberId: string, age: number, now: Date) {
  const { known, corrected } = await tx
    .selectFrom('members')
    .select([knownAge.as('known'), 'age_corrected_at as corrected'])
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (known === age) return {}
  if (corrected !== null)
    throw new Failure(403, 'age_corrected', {
      field: 'eta',
      message: 'The age can be corrected once: write to the support',
    })
  return { age_stated: age, age_stated_on: dayOf(now), age_corrected_at: now }
}

/** Free changes of the home (rule 12.1), and of the gender, per period; further ones are made by support. */
const most = 2
const days = 30

const recentOf = (changes: readonly Date[], now: Date): Date[] =>
  changes.filter((at) => now.getTime() - at.getTime() < days * 86_400_000)

/**
 * Counts a change of the home. Locks the member's row, so that concurrent changes are counted one by one.
 * @returns the times of the changes that count, or undefined when nothing changes or there was no home before
 * @throws Failure 403 `home_changed_often`
 */
export async function countHomeChange(
  tx: Executor,
  memberId: string,
  to: Place,
  now: Date,
): Promise<Date[] | undefined> {
  const { region_id, city_id, home_changes } = await tx
    .selectFrom('members')
    .select(['region_id', 'city_id', 'home_changes'])
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (region_id === null || (region_id === to.regionId && city_id === to.cityId)) return undefined
  const recent = recentOf(home_changes, now)
  if (recent.length >= most)
    throw new Failure(403, 'home_changed_often', {
      field: 'region',
      message: `Where you live can be corrected ${most} times in ${days} days: write to the support`,
    })
  return [...recent, now]
}

/**
 * The columns of a member after a form that says where they are listed and whom they seek. A change of where they are
 * listed counts like one of the home: a flow may make writing free for one gender, and otherwise a member could be of
 * that gender for as long as they write. Locks the member's row, so that concurrent changes are counted one by one.
 * @throws Failure 403 `gender_changed_often`; 400 `errore_sono`, `errore_cerco`
 */
export async function changedListing(tx: Executor, memberId: string, answers: GenderAnswers, now: Date) {
  const { ownGender, seeks, listedAll, seeksAll } = answers
  if ([ownGender, seeks, listedAll, seeksAll].every((answer) => answer === undefined)) return {}
  const row = await tx
    .selectFrom('members')
    .select(['gender', 'listed_in_both', 'seeks', 'seeks_both', 'gender_changes'])
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const known = listingOf(row)
  const to = listingAfter(answers, known)
  const sought = { seeks: to.seeks, seeks_both: to.seeksBoth }
  if (to.gender === known.gender && to.listedInBoth === known.listedInBoth) return sought
  const recent = recentOf(row.gender_changes, now)
  if (recent.length >= most)
    throw new Failure(403, 'gender_changed_often', {
      field: 'sono',
      message: `The gender can be corrected ${most} times in ${days} days: write to the support`,
    })
  return { ...sought, gender: to.gender, listed_in_both: to.listedInBoth, gender_changes: [...recent, now] }
}
