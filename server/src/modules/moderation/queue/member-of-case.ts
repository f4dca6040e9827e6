import { type ClauseKey, type Gender, type GenderWord, type RestrictionKind, shownGender } from '@incontro/contract'
import type { CaseView } from '@incontro/contract/admin/cases'
import { sql } from 'kysely'
import type { Case } from '#modules/cases/index.ts'
import type { Executor } from '#platform/database/database.ts'

/** The case that a second look is about: what followed from it would say what was decided. */
const subjectOfSample = ({ kind, subject_id: id }: Case): string | null => (kind === 'sample' ? id : null)

/** Whom a case is about, as others see them, and what was decided before. */
export async function memberOf(executor: Executor, found: Case, memberId: string): Promise<CaseView['member']> {
  const { rows } = await sql<
    Omit<NonNullable<CaseView['member']>, 'since' | 'restrictions' | 'genderShown'> & {
      created_at: Date
      gender: Gender
      gender_word: GenderWord | null
      hides_gender_word: boolean
      restrictions: { kind: RestrictionKind; from: string; clause: ClauseKey }[]
    }
  >`
    select m.id, shown_name(m.screen_name, m.locale) as name,
      (m.age_stated + extract(year from age(m.age_stated_on)))::int as age, m.locale, m.state, m.created_at,
      m.gender, m.gender_word, m.hides_gender_word,
      m.sample is true as sample, m.about, m.looking_for as "lookingFor",
      array(select answer from profile_prompts p where p.member_id = m.id order by p.place) as answers,
      (select count(*)::int from (select from reports r where r.reported_id = m.id limit 100) few) as reports,
      (select count(*)::int from (select from reports r where r.reported_id = m.id and r.state = 'upheld' limit 100) few) as upheld,
      coalesce((select json_agg(json_build_object('kind', x.kind, 'from', x.from_at, 'clause', x.clause) order by x.from_at desc)
        from (select kind, from_at, clause from restrictions
          where member_id = m.id and (case_id is null or case_id is distinct from ${subjectOfSample(found)}::uuid) order by from_at desc limit 10) x), '[]') as restrictions
    from members m where m.id = ${memberId}`.execute(executor)
  const [row] = rows
  if (!row) return null
  const { created_at: since, restrictions, gender, gender_word: word, hides_gender_word: isHidden, ...member } = row
  return {
    ...member,
    genderShown: shownGender(gender, word, isHidden),
    since: since.toISOString(),
    restrictions: restrictions.map((one) => ({ ...one, from: new Date(one.from).toISOString() })),
  }
}
