import { recording } from './recording.ts'

recording('activity', async (stage) => {
  const marco = await stage.player('marco', { form: { city: 'Roma' } })
  const giulia = await stage.player('giulia', { gender: 'woman', form: { age: 33, city: 'Roma' } })
  const ada = await stage.player('ada', { gender: 'woman' })
  const quiet = await stage.player('quiet', { set: { hides_visits: true } })
  const hidden = await stage.player('hidden', { gender: 'woman', set: { is_hidden: true } })
  const stranger = await stage.player('stranger', { gender: 'woman', host: 'battito.localhost' })
  const resting = await stage.player('resting', { gender: 'woman', set: { state: 'deactivated' } })
  await stage.connect(marco)
  await stage.connect(giulia)
  await stage.connect(ada)
  const visit = (who = marco, other = giulia) =>
    stage.ask(who, 'visited', { body: { angelId: other.id, trackerId: who.tracker } })

  stage.heading('Visits')
  await visit()
  await visit()
  await stage.later(3_600_000)
  await visit()
  await stage.later(86_400_000)
  await visit()
  await visit(giulia, marco)
  await visit(quiet)
  for (const other of [hidden, stranger, resting, marco]) await visit(marco, other)
  await stage.ask(null, 'visited', { body: { angelId: giulia.id, trackerId: marco.tracker } })

  stage.heading('Likes')
  for (const event of ['like', 'match', 'unmatch'])
    await stage.emit(marco, event, {
      trackerId: marco.tracker,
      angelId: ada.id,
      ...(event === 'match' ? { type: 'dislike' } : {}),
    })
  await stage.emit(marco, 'match', { trackerId: marco.tracker, angelId: giulia.id, type: 'dislike' })
  await stage.emit(marco, 'unmatch', { trackerId: marco.tracker, angelId: giulia.id })
  await stage.emit(marco, 'match', { trackerId: marco.tracker, angelId: giulia.id, type: 'like' })
  await stage.emit(marco, 'like', { trackerId: marco.tracker, angelId: giulia.id })
  await stage.sql(`insert into profile_prompts values ($1, 1, 'dish', 'Lasagne')`, [marco.id])
  await stage.emit(giulia, 'like', { trackerId: giulia.tracker, angelId: marco.id, prompt: 'dish' })
  await stage.emit(ada, 'like', { trackerId: ada.tracker, angelId: marco.id, prompt: 'song' })
  for (const other of [hidden, stranger, resting, marco])
    await stage.emit(marco, 'like', { trackerId: marco.tracker, angelId: other.id })
  await stage.emit(marco, 'like', { trackerId: giulia.tracker, angelId: ada.id })
  await stage.sql('update wallets set likes = 0 where member_id = $1', [ada.id])
  await stage.emit(ada, 'match', { trackerId: ada.tracker, angelId: quiet.id, type: 'like' })
  await stage.emit(ada, 'match', { trackerId: ada.tracker, angelId: quiet.id, type: 'dislike' })

  stage.heading('What each sees of it')
  for (const other of [giulia, ada])
    await stage.ask(marco, 'angel', { params: { angelId: other.id, country: 'IT', cerco: 'donna' } })
  for (const who of [marco, giulia, ada, quiet]) {
    await stage.ask(who, 'all')
    const { body } = await stage.ask(who, 'notifications')
    const last = body.messages.at(-1)
    if (last) await stage.ask(who, 'notifications', { query: { before: body.messages[0].idNotifica } })
  }
  await stage.ask(null, 'all', { params: { trackerId: marco.tracker } })
  await stage.ask(giulia, 'all', { params: { trackerId: marco.tracker } })
  await stage.ask(marco, 'conversations')
  await stage.ask(ada, 'conversations')
  const read = (angelId: string) =>
    stage.ask(giulia, 'notificationRead', { body: { clickid: giulia.tracker, angelId } })
  await read(marco.id)
  await read(marco.id)
  await read(stranger.id)
  await stage.ask(giulia, 'all')

  stage.heading('Events')
  for (const type of ['visita_profilo', 'vista_profilo', 'ko_msg'])
    await stage.ask(marco, 'logEvent', { body: { clickid: marco.tracker, angelId: ada.id, type } })
  await stage.ask(marco, 'logEvent', { body: { clickid: marco.tracker, angelId: stranger.id, type: 'like' } })
  await stage.ask(null, 'logClient', {
    body: { subject: 'error', messaggio: { errore: 'boom at giulia@person.example.com' } },
  })

  stage.heading('Blocks')
  await stage.ask(giulia, 'block', { body: { angelId: marco.id } })
  await stage.ask(giulia, 'block', { body: { angelId: marco.id } })
  await stage.ask(giulia, 'block', { body: { angelId: stranger.id } })
  await stage.ask(giulia, 'blocks')
  await stage.ask(marco, 'blocks')
  await visit()
  await stage.emit(marco, 'like', { trackerId: marco.tracker, angelId: giulia.id })
  for (const who of [marco, giulia]) {
    await stage.ask(who, 'all')
    await stage.ask(who, 'notifications')
  }
  await stage.ask(marco, 'unblock', { params: { angelId: giulia.id } })
  await stage.ask(giulia, 'unblock', { params: { angelId: marco.id } })
  await stage.ask(marco, 'notifications')
  await stage.work()
})
