import { openCase } from '#modules/cases/index.ts'
import type { Tx } from '#platform/database/database.ts'
import { conversationId } from '#platform/ids.ts'
import type { Storage } from '#platform/storage.ts'
import texts from './data/cases.json' with { type: 'json' }
import type { SampleMember } from './fixtures.ts'
import { drawPortrait } from './portraits/portrait.ts'
import { createRng, sampleId } from './rng.ts'
import { writeChanged } from './write-changed-texts.ts'

const hour = 3_600_000
/** New photos that wait, of each brand with logins. */
const newPhotos = 5

/** The members of a brand whom the sample cases are about, each for one. */
function rolesIn(members: readonly SampleMember[]) {
  const [brandId] = members.map((member) => member.brandId)
  const drawn = createRng(`cases ${brandId}`).some(
    members.filter(({ login }) => !login),
    newPhotos + 11,
  )
  const [verified, reviewer, named, victim, insulting, observer, copied, stolen, warned, renamed, writing] =
    drawn.slice(newPhotos)
  if (
    !verified ||
    !reviewer ||
    !named ||
    !victim ||
    !insulting ||
    !observer ||
    !copied ||
    !stolen ||
    !warned ||
    !renamed ||
    !writing
  )
    throw new Error(`the demo has too few members at ${brandId} for its cases`)
  return {
    photos: drawn.slice(0, newPhotos),
    verified,
    reviewer,
    named,
    victim,
    insulting,
    observer,
    copied,
    stolen,
    warned,
    renamed,
    writing,
  }
}

/** Pictures of their own: a decision may delete them. */
const pictureKey = ({ photoId }: SampleMember): string => `samples/${photoId}-case.svg`

/** Draws the pictures that wait in the queue. */
export async function writeCasePictures(storage: Storage, members: readonly SampleMember[]): Promise<void> {
  for (const ofBrand of byBrand(members)) {
    const { photos, verified } = rolesIn(ofBrand)
    for (const member of [...photos, verified])
      await storage.put(
        pictureKey(member),
        drawPortrait({ seed: `${member.number} case`, gender: member.gender, age: member.age, hair: member.hair }),
      )
  }
}

const byBrand = (members: readonly SampleMember[]) => Map.groupBy(members, ({ brandId }) => brandId).values()

/** Opens a case of each kind at each brand, so that an operator who tries the console finds the queue with something in it. */
export async function writeCases(
  tx: Tx,
  domainOf: (brandId: string) => string,
  members: readonly SampleMember[],
  now: Date,
): Promise<void> {
  for (const ofBrand of byBrand(members)) {
    const login = ofBrand.find((member) => member.login)
    if (login) await writeCasesOf(tx, { login, origin: `https://${domainOf(login.brandId)}`, members: ofBrand, now })
  }
}

interface Scene {
  readonly login: SampleMember
  readonly origin: string
  readonly members: readonly SampleMember[]
  readonly now: Date
}

async function writeCasesOf(tx: Tx, { login, origin, members, now }: Scene): Promise<void> {
  const { brandId } = login
  const words = login.locale === 'es' ? texts.es : texts.it
  const roles = rolesIn(members)
  const ago = (hours: number): Date => new Date(now.getTime() - hours * hour)
  const idOf = (kind: string, place = 0): string => sampleId(`case ${kind}`, `${brandId} ${place}`)

  for (const [place, member] of roles.photos.entries()) {
    const [id, at] = [idOf('photo', place), ago(1 + place * 3)]
    await tx
      .insertInto('member_photos')
      .values({
        member_id: member.id,
        id,
        storage_key: pictureKey(member),
        state: 'pending',
        created_at: at,
        position: 1,
        site_origin: origin,
      })
      .execute()
    await openCase(tx, { brandId, kind: 'photo', subjectId: id, memberId: member.id, at })
  }

  const verification = idOf('verification')
  await tx
    .insertInto('photo_verifications')
    .values({
      member_id: roles.verified.id,
      id: verification,
      photo_id: roles.verified.photoId,
      gesture: 'open_hand',
      state: 'sent',
      storage_key: pictureKey(roles.verified),
      site_origin: origin,
      asked_at: ago(5),
      sent_at: ago(4),
    })
    .execute()
  await openCase(tx, {
    brandId,
    kind: 'verification',
    subjectId: verification,
    memberId: roles.verified.id,
    at: ago(4),
  })

  const review = idOf('review')
  await tx
    .insertInto('reviews')
    .values({
      id: review,
      brand_id: brandId,
      member_id: roles.reviewer.id,
      author_name: roles.reviewer.memberName,
      author_gender: roles.reviewer.gender === 'woman' ? 'woman' : 'man',
      author_age: roles.reviewer.age,
      stars: 3,
      body: words.review,
      locale: login.locale === 'es' ? 'es' : 'it',
      state: 'pending',
      sample: true,
      created_at: ago(9),
      site_origin: origin,
    })
    .execute()
  await openCase(tx, { brandId, kind: 'review', subjectId: review, memberId: roles.reviewer.id, at: ago(9) })
  await openCase(tx, { brandId, kind: 'profile', subjectId: roles.named.id, memberId: roles.named.id, at: ago(7) })

  await writeChanged(tx, 'name', { member: roles.renamed, to: `${roles.renamed.memberName} Bitcoin`, at: ago(2) })
  await writeChanged(tx, 'text', { member: roles.writing, to: `${roles.writing.about} ${words.contact}`, at: ago(3) })

  const report = async (place: number, given: Report): Promise<void> => {
    const { by, about, reason, text, claimsIllegal = false, hours } = given
    const id = idOf('report', place)
    await tx
      .insertInto('reports')
      .values({
        id,
        brand_id: brandId,
        reporter_id: by?.id ?? null,
        reported_id: about.id,
        reason,
        body: text,
        message_ids: [...(given.messageIds ?? [])],
        conversation_id: by ? conversationId(by.id, about.id) : null,
        channel: by ? 'member' : 'public',
        claims_illegal: claimsIllegal,
        content_kind: given.photo ? 'photo' : null,
        content_id: given.photo ? about.photoId : null,
        content_date: given.photo ? about.createdAt : null,
        place: by ? null : `${origin}/user/${about.id}`,
        site_origin: origin,
        created_at: ago(hours),
      })
      .execute()
    await openCase(tx, {
      brandId,
      kind: 'report',
      subjectId: id,
      memberId: about.id,
      source: by ? 'member' : 'public',
      parts: [reason, ...(claimsIllegal ? ['claims_illegal'] : [])],
      at: ago(hours),
    })
  }
  const { victim, insulting, observer, copied, stolen } = roles
  await report(0, { by: victim, about: insulting, reason: 'harassment', text: words.insults, hours: 2 })
  await report(1, { by: observer, about: copied, reason: 'fake', text: words.photo, photo: true, hours: 6 })
  await report(2, { by: null, about: stolen, reason: 'fake', text: words.notice, claimsIllegal: true, hours: 3 })
  const written = await messagesTo(tx, login, members)
  if (written) await report(3, { by: login, ...written, reason: 'scam', text: words.message, hours: 1 })

  await writeAppeal(tx, { brandId, member: roles.warned, words, ids: [idOf('restriction'), idOf('appeal')], ago })
}

interface Report {
  /** Null for a visitor. */
  readonly by: SampleMember | null
  readonly about: SampleMember
  readonly reason: string
  readonly text: string
  readonly claimsIllegal?: boolean
  /** About the main photo. */
  readonly photo?: boolean
  readonly messageIds?: readonly string[]
  readonly hours: number
}

/** Who wrote to the login last, and their messages. */
async function messagesTo(
  tx: Tx,
  login: SampleMember,
  members: readonly SampleMember[],
): Promise<Pick<Report, 'about' | 'messageIds'> | undefined> {
  const rows = await tx
    .selectFrom('messages as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .select(['m.id', 'm.sender_id'])
    .where((eb) => eb.or([eb('c.low_id', '=', login.id), eb('c.high_id', '=', login.id)]))
    .where('m.sender_id', '<>', login.id)
    .orderBy('m.created_at', 'desc')
    .limit(20)
    .execute()
  const about = members.find(({ id }) => id === rows[0]?.sender_id)
  return about && { about, messageIds: rows.filter((row) => row.sender_id === about.id).map(({ id }) => id) }
}

/** A warning of some days ago, against which its member has appealed. */
async function writeAppeal(
  tx: Tx,
  given: {
    readonly brandId: string
    readonly member: SampleMember
    readonly words: { readonly facts: string; readonly appeal: string }
    readonly ids: readonly [restriction: string, appeal: string]
    readonly ago: (hours: number) => Date
  },
): Promise<void> {
  const { brandId, member, words, ids, ago } = given
  const [restriction, appeal] = ids
  const madeBy = 'command:demo'
  await tx
    .insertInto('restrictions')
    .values({
      brand_id: brandId,
      id: restriction,
      member_id: member.id,
      kind: 'warning',
      from_at: ago(12 * 24),
      ground: 'terms',
      clause: 'harassment',
      facts: words.facts,
      content_type: 'message',
      automated_detection: false,
      automated_decision: false,
      territory: 'IT ES FR GB IE',
      source: 'member',
      made_by: madeBy,
    })
    .execute()
  await tx
    .insertInto('appeals')
    .values({
      brand_id: brandId,
      id: appeal,
      member_id: member.id,
      restriction_id: restriction,
      body: words.appeal,
      filed_at: ago(8),
    })
    .execute()
  await openCase(tx, {
    brandId,
    kind: 'appeal',
    subjectId: appeal,
    memberId: member.id,
    source: 'appeal',
    barred: madeBy,
    at: ago(8),
  })
}
