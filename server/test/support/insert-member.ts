import { genderFromWire, type Locale, type SessionView, type SignupPayload } from '@incontro/contract'
import { toDomain, toWire } from '@incontro/contract/domain'
import { hash } from '@node-rs/argon2'
import type { Context } from '#src/context.ts'
import { recordSignupConsents } from '#modules/identity/signup/record-consents.ts'
import { createSessions } from '#modules/identity/sessions/sessions.ts'
import { createMember, refreshFindable, sessionViewOf } from '#modules/members/index.ts'
import type { Database } from '#platform/database/database.ts'
import { newId } from '#platform/ids.ts'
import { checkedInFlows } from './brands-folder.ts'

const hashes = new Map<string, Promise<string>>()

/** The cheapest Argon2id parameters: a stored hash contains its own cost, so verifying it is cheap too. */
function cheapHash(password: string): Promise<string> {
  const known = hashes.get(password) ?? hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  hashes.set(password, known)
  return known
}

export interface InsertedMember {
  readonly token: string
  readonly session: SessionView
}

/**
 * Inserts a confirmed member with a session directly: no request, no email, no sign-up limit. For tests that need a
 * member to exist, not to register.
 */
export async function insertMember(
  { brands, database: { db, pool } }: Pick<Context, 'brands' | 'database'>,
  { form, host, confirmed, at }: { form: SignupPayload; host: string; confirmed: boolean; at: Date },
): Promise<InsertedMember> {
  const brand = brands.byHost(host)
  if (!brand) throw new Error(`no brand answers at ${host}`)
  const flows = checkedInFlows()
  const flow = flows.of(brand.key, form.fluxId ?? brand.defaultFluxId)
  const country = form.country ?? brand.country
  const locale = (form.language ?? brand.defaultLanguage) as Locale
  const [passwordHash, place] = await Promise.all([
    cheapHash(form.password ?? ''),
    placeOf(db, country, form.geo ?? '', form.city || undefined),
  ])
  const memberId = newId()
  const token = await db.transaction().execute(async (tx) => {
    const clickid = await createMember(tx, {
      id: memberId,
      brandId: brand.key,
      poolId: brand.pool,
      clickid: form.clickid,
      email: (form.email ?? '').toLowerCase(),
      passwordHash,
      memberName: form.username ?? 'Incontro',
      gender: genderFromWire(form.sono ?? 'uomo'),
      seeks: genderFromWire(form.cerco ?? 'donna'),
      age: form.age ?? 30,
      country,
      regionId: place.regionId,
      cityId: place.cityId,
      locale,
      flow,
      source: form.source || 'direct',
      campid: form.campid ?? null,
      gift: { messages: flow.freeMessages, icebreakers: flow.icebreakerCredits, likes: flow.likeCredits },
      at,
    })
    if (clickid === null) throw new Error(`${form.email} is taken on ${brand.key}`)
    await recordSignupConsents(tx, { memberId, brand, form: toDomain(form), locale, at })
    if (confirmed) {
      await tx.updateTable('members').set({ email_confirmed_at: at }).where('id', '=', memberId).execute()
      await refreshFindable(tx, memberId)
    }
    return (await createSessions(pool, () => new Date()).open(tx, { memberId, brandId: brand.key, device: '', at }))
      .token
  })
  const session = await sessionViewOf(db, { flows, photos: { url: (id) => `/photos/${id}` } }, memberId)
  if (!session) throw new Error('the inserted member has no view')
  return { token, session: toWire(session) as SessionView }
}

/** By its names, from the database: these members are inserted without a running server. */
async function placeOf(
  db: Database,
  country: string,
  region: string,
  city: string | undefined,
): Promise<{ regionId: number; cityId: number | null }> {
  const { id: regionId } = await db
    .selectFrom('geo_regions')
    .select('id')
    .where('country', '=', country)
    .where('name', '=', region)
    .executeTakeFirstOrThrow()
  if (city === undefined) return { regionId, cityId: null }
  const { id: cityId } = await db
    .selectFrom('geo_cities')
    .select('id')
    .where('region_id', '=', regionId)
    .where('name', '=', city)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return { regionId, cityId }
}
