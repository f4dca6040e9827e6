import { genderToWire, interestIds, intentIds, promptIds, type GenderWord } from '@incontro/contract'
import type { Member, Session } from '@incontro/contract/domain'
import type pg from 'pg'
import type { Principal } from '#platform/caller.ts'
import { own } from '#platform/http/bind.ts'
import type { Http } from '#platform/http/bind.ts'
import { placeNamed, type PlaceNames } from '#modules/geo/index.ts'
import { routes } from '@incontro/contract'
import { Failure, notFound } from '#platform/http/problem.ts'
import type { Database } from '#platform/database/database.ts'
import type { Realtime } from '#platform/live/realtime.ts'
import type { Brands } from '#modules/brands/index.ts'
import type { Flows } from '#modules/flows/index.ts'
import { i18nFor } from '#platform/text/i18n.ts'
import { interestTexts, intentTexts, promptExamples, promptTexts } from './choice-texts.ts'
import { choicesOf, promptsOf, writeChoices } from './choices.ts'
import { changedListing, correctAge, countHomeChange } from './counted-changes.ts'
import { toLists } from './genders.ts'
import { factRoutes } from './facts.ts'
import { factTexts, inOrder } from './fact-texts.ts'
import { refreshFindable } from './findable.ts'
import { chosenName } from './names.ts'
import { onboardingOf, skipStep } from './onboarding.ts'
import { changePhone, ownPhone } from './phone.ts'
import { changePrivacy, privacyOf } from './privacy.ts'
import { sessionViewOf, type PhotoUrls } from './session-view.ts'
import type { LookAtTexts } from './texts.ts'

export interface MemberDeps {
  readonly db: Database
  readonly pool: pg.Pool
  readonly flows: Flows
  readonly geo: PlaceNames
  readonly brands: Pick<Brands, 'byKey'>
  readonly photos: PhotoUrls
  readonly realtime: Realtime
  /** Brings before the moderators what asks for a look. */
  readonly lookAtTexts: LookAtTexts
  readonly clock: () => Date
}

/** The member's own profile: reading and changing it. */
export function profileRoutes(http: Http, deps: MemberDeps): void {
  http.bind(routes.profile, async ({ params, member }) => {
    own(member, params.trackerId)
    const view = await viewOf(deps, member.memberId)
    const [texts, choices, prompts, steps] = await Promise.all([
      deps.db
        .selectFrom('members')
        .select([
          'about',
          'looking_for',
          'hair_color',
          'height_cm',
          'weight_kg',
          'age_corrected_at',
          'gender_word',
          'hides_gender_word',
        ])
        .where('id', '=', member.memberId)
        .executeTakeFirstOrThrow(),
      choicesOf(deps.pool, [member.memberId]),
      promptsOf(deps.pool, member.memberId),
      onboardingOf(deps.db, member.memberId),
    ])
    const { intent, interests } = choices(member.memberId)
    return {
      username: view.memberName,
      email: view.email,
      ownAge: view.age,
      mayCorrectAge: texts.age_corrected_at === null,
      aboutMe: texts.about,
      lookingFor: texts.looking_for,
      ownGender: genderToWire(member.gender),
      seeks: genderToWire(member.seeks),
      ...toLists(member),
      genderWord: texts.gender_word as GenderWord | null,
      hidesGenderWord: texts.hides_gender_word,
      hairColor: texts.hair_color as Member['hairColor'],
      height: texts.height_cm,
      weight: texts.weight_kg,
      intent,
      interests: [...interests],
      prompts,
      steps,
      photos: view.photos,
    }
  })

  http.bind(routes.updateProfile, async ({ params, body, member }) => {
    own(member, params.trackerId)
    if ((body.city !== undefined || body.cityId !== undefined) && body.region === undefined)
      throw new Failure(400, 'errore_citta', { field: 'region', message: 'Send the region of the city' })
    const name = body.username === undefined ? undefined : await newName(deps, member, body.username)
    const written = {
      name,
      about: body.aboutMe?.trim(),
      lookingFor: body.lookingFor?.trim(),
      answers: body.prompts?.map(({ id, answer }) => ({ id, answer: answer.trim() })),
    }
    await deps.db.transaction().execute(async (tx) => {
      await deps.lookAtTexts(tx, { brandId: member.brandId, memberId: member.memberId, written, at: deps.clock() })
      const place =
        body.region === undefined
          ? undefined
          : placeNamed(deps.geo, member.country, { ...body, region: body.region }, member.cityId)
      const homeChanges = place && (await countHomeChange(tx, member.memberId, place, deps.clock()))
      const age = body.ownAge === undefined ? {} : await correctAge(tx, member.memberId, body.ownAge, deps.clock())
      const listing = await changedListing(tx, member.memberId, body, deps.clock())
      await tx
        .updateTable('members')
        .set({
          ...(name === undefined ? {} : { screen_name: name }),
          ...age,
          ...listing,
          ...(body.genderWord === undefined ? {} : { gender_word: body.genderWord }),
          ...(body.hidesGenderWord === undefined ? {} : { hides_gender_word: body.hidesGenderWord }),
          ...(written.about === undefined ? {} : { about: written.about }),
          ...(written.lookingFor === undefined ? {} : { looking_for: written.lookingFor }),
          ...(body.hairColor === undefined ? {} : { hair_color: body.hairColor }),
          ...(body.height === undefined ? {} : { height_cm: body.height }),
          ...(body.weight === undefined ? {} : { weight_kg: body.weight }),
          ...(place === undefined ? {} : { region_id: place.regionId, city_id: place.cityId }),
          ...(homeChanges === undefined ? {} : { home_changes: homeChanges }),
          last_active_at: deps.clock(),
        })
        .where('id', '=', member.memberId)
        .execute()
      await writeChoices(tx, member.memberId, body, deps.clock())
      await refreshFindable(tx, member.memberId)
    })
    deps.realtime.refresh(member.memberId)
    return { result: 'OK' as const, user: await viewOf(deps, member.memberId) }
  })

  factRoutes(http, deps)

  http.bind(routes.privacy, ({ member }) => privacyOf(deps.db, member.memberId))

  http.bind(routes.changePrivacy, async ({ body, member }) => {
    const changed = await changePrivacy(deps.db, member.memberId, body)
    deps.realtime.visibilityChanged(member.memberId)
    return changed
  })

  http.bind(routes.ownPhone, ({ member }) => ownPhone(deps.db, member.memberId))

  http.bind(routes.changePhone, ({ body, member }) => changePhone(deps.db, member, body, deps.clock()))

  http.bind(routes.skipStep, async ({ body, member }) => {
    own(member, body.trackerId)
    await skipStep(deps.db, member.memberId, body.step)
    return { steps: await onboardingOf(deps.db, member.memberId) }
  })

  http.bind(routes.profileChoices, async ({ params }) => {
    const i18n = i18nFor(params.locale)
    const examples = promptExamples(i18n)
    return {
      prompts: inOrder(promptIds, promptTexts(i18n)).map((one) => ({ ...one, example: examples[one.id] })),
      interests: inOrder(interestIds, interestTexts(i18n)),
      intents: inOrder(intentIds, intentTexts(i18n)),
      ...factTexts(i18n),
    }
  })
}

/** The name that a member chose, unless it is the one they have: a form sends it with every other change. */
async function newName(deps: MemberDeps, member: Principal, written: string): Promise<string | undefined> {
  const { screen_name: known } = await deps.db
    .selectFrom('members')
    .select('screen_name')
    .where('id', '=', member.memberId)
    .executeTakeFirstOrThrow()
  if (written.trim() === known) return undefined
  const brand = deps.brands.byKey(member.brandId)
  if (!brand) throw notFound()
  return chosenName(written, brand)
}

async function viewOf(deps: MemberDeps, memberId: string): Promise<Session> {
  const view = await sessionViewOf(deps.db, deps, memberId)
  if (!view) throw notFound()
  return view
}
