import type { Gender, OwnReview, ReviewRefusal } from '@incontro/contract'
import { maskContacts } from '@incontro/contract/contacts'
import { sql } from 'kysely'
import { openCase } from '#modules/cases/index.ts'
import { countAttempt } from '#platform/secrets/attempts.ts'
import type { Principal } from '#platform/caller.ts'
import type { Database } from '#platform/database/database.ts'
import { Failure } from '#platform/http/problem.ts'
import { newId } from '#platform/ids.ts'
import { barsOf, oldEnoughFrom, type Author } from './policy.ts'
import { faultOf, tidy } from './text.ts'

interface OwnDeps {
  readonly db: Database
  readonly clock: () => Date
}

/** Changes per hour: each one is read by a moderator. */
const writingsPerHour = 10

/** The member's own review, and what prevents them from writing one. */
export async function ownReviewOf({ db, clock }: OwnDeps, member: Principal): Promise<OwnReview> {
  const [author, review] = await Promise.all([
    authorOf(db, member.memberId),
    db
      .selectFrom('reviews')
      .select(['state', 'refusal', 'stars', 'body'])
      .where('member_id', '=', member.memberId)
      .executeTakeFirst(),
  ])
  const why = barsOf(author, clock())
  return {
    state: (review?.state ?? 'none') as OwnReview['state'],
    reason: (review?.refusal ?? null) as ReviewRefusal | null,
    stars: review?.stars ?? null,
    text: review?.body ?? '',
    may: why.length === 0,
    why,
    from: oldEnoughFrom(author.createdAt).toISOString(),
  }
}

/** Creates or changes the member's review; a moderator reads it before it is shown. */
export async function writeReview(
  { db, clock }: OwnDeps,
  member: Principal,
  { stars, text }: { readonly stars: number; readonly text: string },
  siteOrigin: string,
): Promise<void> {
  const at = clock()
  if ((await countAttempt(db, `review ${member.memberId}`, at)) > writingsPerHour) throw new Failure(429, '1007')
  const author = await authorOf(db, member.memberId)
  const [bar] = barsOf(author, at)
  if (bar !== undefined) throw new Failure(403, bar, { message: 'This member may not write a review' })
  const body = tidy(text)
  const fault = faultOf(body)
  if (fault !== undefined)
    throw new Failure(400, fault, {
      field: 'text',
      message: 'This text cannot be published as a review: change it and send it again',
    })

  // A changed text gets a new id, so that a decision about the previous one does not apply to it.
  const review = {
    id: newId(),
    author_name: author.name,
    author_gender: author.gender,
    author_age: author.age,
    stars,
    body,
    locale: member.locale,
    state: 'pending',
    refusal: null,
    decided_at: null,
    site_origin: siteOrigin,
    created_at: at,
  }
  await db.transaction().execute(async (tx) => {
    const written = await tx
      .insertInto('reviews')
      .values({ ...review, brand_id: member.brandId, member_id: member.memberId })
      .onConflict((conflict) =>
        conflict
          .column('member_id')
          .doUpdateSet(review)
          // An unchanged review is neither moderated again nor taken down.
          .where((eb) =>
            eb.or([
              eb('reviews.state', '=', 'refused'),
              eb('reviews.body', '<>', body),
              eb('reviews.stars', '<>', stars),
            ]),
          ),
      )
      .returning('id')
      .executeTakeFirst()
    if (written)
      await openCase(tx, {
        brandId: member.brandId,
        kind: 'review',
        subjectId: written.id,
        memberId: member.memberId,
        at,
      })
  })
}

export async function withdrawReview({ db }: OwnDeps, member: Principal): Promise<void> {
  await db.deleteFrom('reviews').where('member_id', '=', member.memberId).execute()
}

interface AuthorRow extends Author {
  readonly name: string
  readonly gender: Gender
  readonly age: number
}

async function authorOf(db: Database, memberId: string): Promise<AuthorRow> {
  const { rows } = await sql<AuthorRow>`
    select shown_name(m.screen_name, m.locale) as name, m.gender, (m.age_stated + extract(year from age(m.age_stated_on)))::int as age, m.created_at as "createdAt",
      m.state = 'active' as active, m.sample is true as sample, m.email_confirmed_at is not null as "emailConfirmed",
      exists (select from conversations c where c.low_id = m.id and c.low_wrote and c.high_wrote)
        or exists (select from conversations c where c.high_id = m.id and c.low_wrote and c.high_wrote) as "hasTalked"
    from members m where m.id = ${memberId}`.execute(db)
  const author = rows[0]
  if (!author) throw new Failure(401)
  return { ...author, name: maskContacts(author.name) }
}
