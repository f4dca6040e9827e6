import { addNeighbours, addPhoto } from './neighbours.ts'
import { recording } from './recording.ts'

recording('discovery', async (stage) => {
  const others = await addNeighbours(stage)
  const marco = await stage.player('marco', { form: { city: 'Roma', age: 38 } })
  const payer = await stage.player('payer', { form: { city: 'Roma' }, set: { level: 1 } })
  await addPhoto(stage, marco, 'approved')
  const match = (body: object = {}, who = marco) =>
    stage.ask(who, 'match', { body: { trackerId: who.tracker, ...body } })
  const filter = async (filters: object) => {
    await stage.ask(marco, 'saveFilters', { body: { trackerId: marco.tracker, filters } })
    await match()
  }

  stage.heading('The list and the deck')
  await match()
  await match({ mode: 'match' })
  await match({ page: 2 })
  await match({ page: 6 })
  await match({ page: 6 }, payer)
  await match({ country: 'IT', region: 'Toscana' })
  await match({ country: 'IT', region: 'Toscana' }, payer)
  await match({ country: 'IT', region: 'Lazio', city: 'Viterbo' })
  await match({}, others['anna'])
  await match({}, others['seeker'])
  await match({}, others['stranger'])
  await match({}, others['unconfirmed'])
  await stage.ask(null, 'match', { body: { trackerId: marco.tracker } })
  await stage.ask(marco, 'match', { body: { trackerId: others['anna']?.tracker } })
  await stage.ask(marco, 'match', { body: { trackerId: marco.tracker, page: 0 } })

  stage.heading('Filters')
  await filter({})
  for (const filters of [
    { age: { from: 34, to: 45 } },
    { age: { from: 35, to: 44 } },
    { distance: 25 },
    { height: { from: 165, to: 180 } },
    { height: { from: 166, to: 179 } },
    { online: true },
    { isNew: true },
    { withPhoto: true },
    { verified: true },
    { withWords: true },
    { sharedInterests: true },
    { intents: ['open', 'relationship'] },
  ])
    await filter(filters)
  await stage.ask(marco, 'countFiltered', { body: { trackerId: marco.tracker, filters: { withPhoto: true } } })
  await stage.ask(marco, 'countFiltered', {
    body: { trackerId: marco.tracker, filters: { verified: true, isNew: true } },
  })
  await stage.ask(marco, 'saveFilters', { body: { trackerId: marco.tracker, filters: { age: { from: 40, to: 30 } } } })
  await stage.ask(marco, 'totalRegion', { body: { country: 'IT', region: 'Lazio' } })
  await stage.ask(marco, 'totalRegion', { body: { country: 'IT', region: 'Molise' } })
  await stage.ask(marco, 'totalRegion', { body: { country: 'IT', region: 'Nowhere' } })

  stage.heading('Saved searches')
  await stage.ask(marco, 'saveSearch', { body: { trackerId: marco.tracker, name: 'Vicino' } })
  await filter({ isNew: true })
  const { body } = await stage.ask(marco, 'saveSearch', { body: { trackerId: marco.tracker } })
  await stage.ask(marco, 'saveSearch', { body: { trackerId: marco.tracker } })
  const [first, second] = body.searches
  await stage.ask(marco, 'savedSearches')
  await stage.ask(payer, 'savedSearches')
  await stage.later(3_600_000)
  await stage.player('nora', { gender: 'woman', form: { city: 'Roma' } })
  await stage.ask(marco, 'savedSearches')
  await stage.ask(marco, 'openSearch', { params: { searchId: first.id }, body: { trackerId: marco.tracker } })
  await stage.ask(payer, 'openSearch', { params: { searchId: first.id }, body: { trackerId: payer.tracker } })
  await stage.ask(marco, 'renameSearch', {
    params: { searchId: first.id },
    body: { trackerId: marco.tracker, name: 'Qui' },
  })
  await stage.ask(payer, 'renameSearch', {
    params: { searchId: first.id },
    body: { trackerId: payer.tracker, name: 'Mia' },
  })
  await stage.ask(payer, 'removeSearch', { params: { searchId: first.id } })
  await stage.ask(marco, 'removeSearch', { params: { searchId: second.id } })

  stage.heading('Where a member looks')
  for (const place of [
    { region: 'Toscana', city: 'Firenze' },
    { region: 'Lazio', city: 'Latina' },
    { region: 'Nowhere' },
    {},
  ])
    await stage.ask(marco, 'savePlace', { body: { trackerId: marco.tracker, ...place } })
  await stage.ask(payer, 'savePlace', { body: { trackerId: payer.tracker, region: 'Toscana', city: 'Firenze' } })
  await match({}, payer)

  stage.heading('One member')
  for (const player of Object.values(others))
    await stage.ask(marco, 'angel', { params: { angelId: player.id, country: 'IT', cerco: 'donna' } })
  await stage.ask(null, 'angel', { params: { angelId: others['anna']?.id ?? '', country: 'IT', cerco: 'donna' } })
  await stage.ask(marco, 'angel', { params: { angelId: 'nobody', country: 'IT', cerco: 'donna' } })

  stage.heading('First words')
  await stage.sql(
    `insert into profile_choices (member_id, intent, interests) values ($1, 'slowly', '{sea,dogs,wine}')
     on conflict (member_id) do update set intent = excluded.intent, interests = excluded.interests`,
    [marco.id],
  )
  for (const other of ['anna', 'bea', 'carla', 'hidden', 'stranger'])
    await stage.ask(marco, 'starters', { params: { angelId: others[other]?.id ?? '', locale: 'it' } })
  await stage.ask(marco, 'starters', { params: { angelId: others['anna']?.id ?? '', locale: 'fr' } })
  await stage.ask(marco, 'starters', { params: { angelId: 'nobody', locale: 'en' } })
  await stage.ask(null, 'starters', { params: { angelId: others['anna']?.id ?? '', locale: 'it' } })

  stage.heading('The people picked for today')
  const picked = (who = marco) => stage.ask(who, 'picks', { body: { trackerId: who.tracker } })
  await stage.ask(marco, 'saveFilters', { body: { trackerId: marco.tracker, filters: {} } })
  await picked()
  await picked()
  await stage.later(86_400_000)
  await picked()
  await stage.ask(marco, 'picks', { body: { trackerId: others['anna']?.tracker } })
})
