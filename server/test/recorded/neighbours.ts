import { refreshFindable } from '#modules/members/index.ts'
import { newIdAt } from '#platform/ids.ts'
import type { Player, Stage } from './stage.ts'

/*
 * The members among whom a member searches: for each rule of the list one who fits it and one who does not, some of
 * them equal but for their ids.
 */

interface Neighbour {
  readonly city?: string
  readonly region?: string
  readonly host?: string
  readonly gender?: 'man' | 'woman'
  readonly seeks?: 'man' | 'woman'
  readonly confirmed?: boolean
  readonly age?: number
  readonly set?: Readonly<Record<string, unknown>>
  readonly here?: boolean
  readonly photo?: 'approved' | 'pending' | 'refused'
  readonly intent?: string
  readonly interests?: readonly string[]
  readonly prompts?: readonly (readonly [prompt: string, answer: string])[]
  readonly filters?: object
  /** Days since they were last here, and since they signed up. */
  readonly away?: number
  readonly joined?: number
}

const neighbours: Readonly<Record<string, Neighbour>> = {
  anna: {
    city: 'Roma',
    here: true,
    photo: 'approved',
    intent: 'slowly',
    interests: ['cinema', 'sea', 'dogs'],
    age: 34,
  },
  bea: {
    city: 'Roma',
    photo: 'approved',
    away: 1,
    joined: 40,
    set: { height_cm: 165, weight_kg: 58, hair_color: 'red', about: 'Cucino volentieri.', looking_for: 'Risate.' },
    prompts: [
      ['sunday', 'Al mercato'],
      ['dish', 'Cacio e pepe'],
    ],
    intent: 'open',
  },
  carla: { city: 'Latina', away: 3, joined: 7, set: { height_cm: 180 }, photo: 'pending' },
  dora: { city: 'Roma', away: 29, joined: 200, photo: 'refused', filters: { age: { from: 40, to: 60 } } },
  elsa: { city: 'Viterbo', away: 31, joined: 300, interests: ['sea'], filters: { distance: 25 } },
  fiore: { away: 2, joined: 6, intent: 'relationship', set: { hides_last_seen: true } },
  gaia: { region: 'Toscana', city: 'Firenze', here: true, photo: 'approved' },
  hidden: { city: 'Roma', set: { is_hidden: true }, photo: 'approved' },
  resting: { city: 'Roma', set: { state: 'deactivated' } },
  banned: { city: 'Roma', set: { state: 'suspended' } },
  unconfirmed: { city: 'Roma', confirmed: false },
  vera: {
    city: 'Roma',
    set: { verified_at: new Date('2027-02-20T08:00:00Z'), verified_by: 'gesture' },
    photo: 'approved',
    age: 45,
    away: 5,
  },
  seeker: { city: 'Roma', seeks: 'woman' },
  ugo: { city: 'Roma', gender: 'man' },
  stranger: { city: 'Roma', host: 'battito.localhost' },
}

const day = 86_400_000

export async function addNeighbours(stage: Stage): Promise<Readonly<Record<keyof typeof neighbours, Player>>> {
  const players: Record<string, Player> = {}
  for (const [name, wish] of Object.entries(neighbours)) {
    const player = await stage.player(name, {
      gender: wish.gender ?? 'woman',
      ...(wish.seeks ? { seeks: wish.seeks } : {}),
      ...(wish.host ? { host: wish.host } : {}),
      confirmed: wish.confirmed ?? true,
      form: { age: wish.age ?? 30, geo: wish.region ?? 'Lazio', city: wish.city ?? '' },
      set: {
        ...wish.set,
        last_active_at: new Date(stage.clock.now().getTime() - (wish.away ?? 0) * day),
        created_at: new Date(stage.clock.now().getTime() - (wish.joined ?? 0) * day),
      },
    })
    players[name] = player
    if (wish.here)
      await stage.sql('insert into member_presence (member_id, arrived_at, seen_at) values ($1, $2, $2)', [
        player.id,
        stage.clock.now(),
      ])
    if (wish.photo !== undefined) await addPhoto(stage, player, wish.photo)
    if (wish.intent !== undefined || wish.interests !== undefined)
      await stage.sql('insert into profile_choices (member_id, intent, interests) values ($1, $2, $3)', [
        player.id,
        wish.intent ?? null,
        wish.interests ?? [],
      ])
    for (const [place, [prompt, answer]] of (wish.prompts ?? []).entries())
      await stage.sql('insert into profile_prompts (member_id, place, prompt, answer) values ($1, $2, $3, $4)', [
        player.id,
        place + 1,
        prompt,
        answer,
      ])
    if (wish.filters !== undefined)
      await stage.sql(
        'insert into search_settings (member_id, filters) values ($1, $2) on conflict (member_id) do update set filters = $2, is_suggested = false',
        [player.id, wish.filters],
      )
    await refreshFindable(stage.server.database.db, player.id)
  }
  return players
}

/** A row without files, for pages that only name the photo. */
export async function addPhoto(
  stage: Stage,
  player: Player,
  state: 'approved' | 'pending' | 'refused',
  { isDefault = state === 'approved', position = 0 } = {},
): Promise<string> {
  const id = newIdAt(stage.clock.now())
  await stage.sql(
    `insert into member_photos (member_id, id, storage_key, state, is_default, position, created_at, refusal, decided_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      player.id,
      id,
      `photos/${player.name}-${position}`,
      state,
      isDefault,
      position,
      stage.clock.now(),
      state === 'refused' ? 'nudity' : null,
      state === 'pending' ? null : stage.clock.now(),
    ],
  )
  stage.name(id, `${player.name}'s photo${position > 0 ? ` ${position + 1}` : ''}`)
  return id
}
