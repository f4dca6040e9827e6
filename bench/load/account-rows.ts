import { intentIds } from '@incontro/contract'
import type { MadeMember, World } from './members.ts'
import type { Random } from './random.ts'
import type { Tables } from './tables.ts'

export const day = 86_400_000
const consentVersion = '2026-01'

/** Writes the member's row and the rows that every account has: address, picture, consents, mails, sessions, visits. */
export function writeAccount(
  to: Tables,
  world: World,
  member: MadeMember,
  random: Random,
  other: string | undefined,
): void {
  const { id, index } = member
  const { brand, flow } = member.site
  const joined = new Date(member.joined)
  const active = new Date(member.active)
  const between = (): number => member.joined + (member.active - member.joined) * random.next()
  const email = `member-${index}@load.example`
  const clickid = `load${index}`
  const seeks = member.isUsual === (member.gender === 'man') ? 'woman' : 'man'
  const isConfirmed = index % 50 !== 7
  const height = random.chance(0.5) ? 155 + random.below(40) : null
  // oxfmt-ignore
  to.members.row(id, brand.key, brand.pool, clickid, email, world.passwordHash, `${names[member.gender][index % 20]!}`, member.gender, seeks,
    member.age, joined, brand.country, member.region.id, member.cityId, brand.defaultLanguage, random.pick(abouts), random.pick(abouts),
    height, member.level, flow.id, flow.version, 'direct', member.state,
    isConfirmed ? joined : null, joined, active, joined,
    member.state === 'deleting' ? new Date(world.now + day * (random.next() * 30 - 0.2)) : null)
  to.member_emails.row(brand.key, email, id)
  to.member_clickids.row(brand.key, clickid, id)
  if (member.state === 'active' && isConfirmed) {
    const isHere = index % 12 === 0
    // oxfmt-ignore
    to.discovery_entries.row(brand.pool, brand.country, member.region.id, member.cityId, id, member.gender, seeks, member.joined > world.now - 7 * day, isHere ? 'infinity' : active, joined,
      `${joined.getUTCFullYear() - member.age}${joined.toISOString().slice(4, 10).replace('-02-29', '-02-28')}`, height, random.chance(0.7) ? random.pick(intentIds) : null, true)
    if (isHere) to.member_presence.row(id, new Date(world.now - 1_200_000), new Date(world.now))
  }
  if (random.chance(0.8)) {
    const photo = random.uuid(member.joined)
    to.member_photos.row(id, photo, `load/${photo}.jpg`, 'approved', true, joined)
    if (index % 20 === 0) {
      const upload = random.uuid(member.joined)
      to.photo_uploads.row(id, upload, 4, 2, null, joined)
      to.photo_upload_parts.row(id, upload, 0, '\\x0000')
    }
  }
  if (index % 3 === 0) to.onboarding.row(id, '{photo}')
  if (index % 4 === 0) {
    to.phone_numbers.row(id, `+39${3_000_000_000 + index}`, 'written', joined)
    if (other !== undefined) to.phone_views.row(id, other, joined, active)
  }
  to.system_messages.row(id, '000000', 1, random.uuid(member.joined), 'benvenuto', '{}', joined)
  to.system_inbox.row(id, '000000', 1, joined, index % 3 === 0 ? 0 : 1)
  to.member_devices.row(id, random.hash(), joined, active, brand.key, browserOf(id), networkOf(id))
  for (const kind of ['terms', 'data', 'clauses', 'adult'])
    to.consents.row(id, random.uuid(member.joined), kind, true, consentVersion, brand.defaultLanguage, joined)
  for (const kind of ['confirm', 'welcome', 'message-waiting']) {
    if (kind === 'message-waiting' && random.chance(0.5)) continue
    const sent = between()
    // oxfmt-ignore
    to.emails.row(random.uuid(sent), brand.key, id, kind, email, brand.defaultLanguage, '{}', 'sent', 1, new Date(sent), new Date(sent + 900))
  }
  if (other !== undefined)
    for (let n = random.below(4); n > 0; n -= 1) {
      const at = between()
      to.member_events.row(id, random.uuid(at), 'visita_profilo', other, new Date(at))
    }
  if (member.active > world.now - 30 * day && member.state === 'active')
    // oxfmt-ignore
    to.sessions.row(random.hash(), random.uuid(member.active), id, brand.key, 'load', active, active, new Date(member.active + 30 * day))
  if (random.chance(0.1))
    // oxfmt-ignore
    to.one_time_tokens.row(random.hash(), 'confirm_email', brand.key, id, email, new Date(member.joined + 7 * day), isConfirmed ? joined : null, joined)
  if (random.chance(0.05))
    to.external_identities.row(brand.key, 'https://accounts.google.com', `load-${index}`, id, email, joined)
  if (member.state !== 'active')
    // oxfmt-ignore
    to.account_changes.row(id, random.uuid(member.active), member.state === 'deleting' ? 'deletion_asked' : member.state, 'member', 'asked', active)
  if (random.chance(0.02)) to.mail_suppressions.row(brand.key, 'notices', random.hash(), id, 'link', active)
  if (random.chance(0.01))
    to.invitations.row(
      brand.key,
      random.hash(),
      `guest-${index}@load.example`,
      new Date(member.active + 30 * day),
      null,
      active,
    )
  if (random.chance(0.3)) to.signup_devices.row(brand.key, random.hash(), random.hash(), joined)
  if (random.chance(0.01))
    to.limit_counters.row(`load:${index}`, new Date(world.now - random.below(3_600_000)), 1 + random.below(20))
  if (random.chance(0.005)) {
    const at = between()
    // oxfmt-ignore
    to.reviews.row(random.uuid(at), brand.key, id, names[member.gender][index % 20]!, member.gender, member.age, 1 + random.below(5),
      abouts[index % 4]!, brand.defaultLanguage, random.chance(0.9) ? 'published' : 'pending', new Date(at), new Date(at + day))
  }
}

const names = {
  man: 'Ugo Dario Elio Fabio Gino Ivo Leo Mario Nino Omar Paolo Rino Sante Tito Vito Aldo Bruno Carlo Duilio Ennio'.split(
    ' ',
  ),
  woman: 'Ada Bea Clara Dora Elsa Fiore Gaia Ines Lia Mara Nora Olga Pia Rita Sara Tea Ugolina Vera Zoe Emma'.split(
    ' ',
  ),
} as const

const abouts = [
  'Mi piacciono il mare d’inverno, i mercati la mattina presto e le domeniche senza programma.',
  'Cucino volentieri per gli altri, meno per me. Cerco qualcuno con cui ridere.',
  'Cammino molto, leggo poco, ascolto tutto.',
  'Due figli grandi, un cane piccolo e molta voglia di ricominciare con calma.',
  '',
]

/** As `random.hash` writes bytes: a browser that no other member has used. */
const browserOf = (id: string): string => `\\x${id.replaceAll('-', '')}`
/** One of 65,536 networks. */
const networkOf = (id: string): string => `10.${parseInt(id.slice(-4, -2), 16)}.${parseInt(id.slice(-2), 16)}.0/24`
