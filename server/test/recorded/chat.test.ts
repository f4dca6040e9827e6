import { addPhoto } from './neighbours.ts'
import { recording } from './recording.ts'
import type { Player } from './stage.ts'

recording('chat', async (stage) => {
  const marco = await stage.player('marco')
  const payer = await stage.player('payer', { set: { level: 1 } })
  const giulia = await stage.player('giulia', {
    gender: 'woman',
    set: { verified_at: new Date('2027-02-20T08:00:00Z'), verified_by: 'gesture' },
  })
  await addPhoto(stage, giulia, 'approved')
  const ada = await stage.player('ada', { gender: 'woman', set: { first_messages_from: 'verified' } })
  const eva = await stage.player('eva', { gender: 'woman', set: { first_messages_from: 'liked' } })
  const hidden = await stage.player('hidden', { gender: 'woman', set: { is_hidden: true } })
  const stranger = await stage.player('stranger', { gender: 'woman', host: 'battito.localhost' })
  const unconfirmed = await stage.player('unconfirmed', { confirmed: false })
  for (const who of [marco, payer, giulia, unconfirmed]) await stage.connect(who)
  await stage.sql('update wallets set messages = 30 where member_id = any($1)', [[marco.id, payer.id, giulia.id]])
  await stage.sql(
    `insert into ledger_transfers (member_id, id, brand_id, from_account, to_account, amount, idempotency_key, created_at)
     select member_id, gen_random_uuid(), brand_id, 'house:gifts', 'wallet:messages', 27, 'test', $2 from wallets where member_id = any($1)`,
    [[marco.id, payer.id, giulia.id], stage.clock.now()],
  )
  let count = 0
  const send = (from: Player, to: Player | { readonly id: string }, msg: string, more: object = {}) => {
    count += 1
    const clientMessageId = `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`
    return stage.emit(from, 'chat', { msg, trackerId: from.tracker, angelId: to.id, clientMessageId, ...more })
  }

  stage.heading('First messages')
  await send(marco, giulia, 'Ciao Giulia, come stai?')
  await stage.emit(marco, 'chat', {
    msg: 'Ciao Giulia, come stai?',
    trackerId: marco.tracker,
    angelId: giulia.id,
    clientMessageId: '00000000-0000-4000-8000-000000000001',
  })
  await send(marco, giulia, 'Ci sei?')
  await send(payer, giulia, 'Buongiorno!', { icebreaker: true })
  await send(payer, giulia, 'Ti ho scritto.')
  for (const other of [ada, eva, hidden, stranger, marco, { id: 'nobody' }]) await send(marco, other, 'Ciao')
  await stage.sql(`insert into reactions values ($1, $2, 'like', $3)`, [eva.id, marco.id, stage.clock.now()])
  await send(marco, eva, 'Ciao Eva')
  await send(unconfirmed, giulia, 'Ciao')
  await send(marco, giulia, '   ')
  await send(marco, giulia, 'x', { trackerId: giulia.tracker })

  stage.heading('What each reads')
  for (const who of [marco, payer, giulia, eva, stranger]) await stage.ask(who, 'conversations')
  const read = (who: Player, other: Player | { readonly id: string }, query = {}) =>
    stage.ask(who, 'messages', { params: { partnerId: other.id }, query })
  await read(marco, giulia)
  await read(giulia, marco)
  await read(giulia, payer)
  await read(giulia, ada)
  await read(marco, { id: '000000' })
  await stage.ask(null, 'messages', { params: { trackerId: marco.tracker, partnerId: giulia.id } })
  await stage.ask(null, 'conversations', { params: { trackerId: marco.tracker } })

  stage.heading('Reading and answering')
  await stage.emit(giulia, 'typing', { angelId: marco.id })
  await stage.emit(giulia, 'typing', { angelId: stranger.id })
  await stage.emit(giulia, 'read', { angelId: marco.id, seq: 1 })
  await stage.emit(giulia, 'read', { angelId: marco.id, seq: 1 })
  await stage.emit(giulia, 'read', { angelId: marco.id, seq: 99 })
  await stage.emit(giulia, 'read', { angelId: ada.id, seq: 1 })
  await send(giulia, marco, 'Bene, e tu? Scrivimi a giulia@example.com o al 333 1234567', { replyTo: 1 })
  await send(giulia, marco, 'Seconda risposta, da leggere per chi paga')
  await send(giulia, payer, 'Buongiorno a te')
  await send(marco, giulia, 'Investi in bitcoin con me, guadagno garantito: https://truffa.example')
  await read(marco, giulia)
  await read(payer, giulia)
  await read(giulia, marco)
  await read(marco, giulia, { after: 2 })
  await read(marco, giulia, { before: 3 })
  await stage.ask(marco, 'conversations')
  await stage.ask(giulia, 'conversations')
  const { body: list } = await stage.ask(giulia, 'conversations')
  await stage.ask(giulia, 'conversations', { query: { before: list.messages[0].time } })
  for (const text of ['giulia', 'CIAO', 'non c’è'])
    await stage.ask(giulia, 'findMessages', { params: { angelId: marco.id }, body: { text } })
  await stage.ask(giulia, 'findMessages', { params: { angelId: marco.id }, body: { text: 'i', before: 3 } })
  await stage.ask(marco, 'findMessages', { params: { angelId: giulia.id }, body: { text: 'risposta' } })

  await stage.ask(giulia, 'changePhone', { body: { number: '+39 333 1234567', shownTo: 'written' } })
  for (const who of [marco, payer, eva]) await stage.ask(who, 'showPhone', { params: { angelId: giulia.id } })
  await stage.ask(giulia, 'ownPhone')

  stage.heading('Changing messages')
  const one = (seq: number, other: Player) => ({ params: { angelId: other.id, seq: String(seq) } })
  await send(marco, giulia, 'Con un errrore')
  await send(marco, giulia, 'Da ritirare')
  await stage.ask(marco, 'editMessage', { ...one(6, giulia), body: { text: 'Senza errore' } })
  await stage.ask(marco, 'editMessage', { ...one(1, giulia), body: { text: 'Troppo tardi' } })
  await stage.ask(giulia, 'editMessage', { ...one(6, marco), body: { text: 'Non mio' } })
  await stage.ask(marco, 'withdrawMessage', one(7, giulia))
  await stage.ask(marco, 'withdrawMessage', one(7, giulia))
  await stage.ask(giulia, 'withdrawMessage', one(6, marco))
  await stage.ask(giulia, 'reactToMessage', { ...one(1, marco), body: { reaction: 'heart' } })
  await stage.ask(giulia, 'reactToMessage', { ...one(1, marco), body: { reaction: null } })
  await stage.ask(payer, 'reactToMessage', { ...one(3, giulia), body: { reaction: 'laugh' } })
  await stage.ask(marco, 'reactToMessage', { ...one(4, giulia), body: { reaction: 'heart' } })
  await stage.ask(giulia, 'hideMessage', { ...one(2, marco), body: { hidden: true } })
  await read(giulia, marco)
  await stage.ask(giulia, 'conversations')
  await stage.ask(giulia, 'hideMessage', { ...one(2, marco), body: { hidden: false } })
  await stage.ask(giulia, 'hideMessage', { ...one(50, marco), body: { hidden: true } })

  stage.heading('Drafts')
  const draft = (text: string, other: Player) =>
    stage.ask(giulia, 'saveDraft', { params: { angelId: other.id }, body: { text } })
  await draft('Non ancora', marco)
  await draft('Nemmeno', payer)
  await draft('Nuovo', marco)
  await draft('x', stranger)
  await stage.ask(giulia, 'draft', { params: { angelId: marco.id } })
  await stage.ask(marco, 'draft', { params: { angelId: giulia.id } })
  await draft('', marco)

  stage.heading('Out of credits')
  await stage.sql('update wallets set messages = 0 where member_id = $1', [marco.id])
  await send(marco, giulia, 'Senza crediti')
  await send(marco, giulia, 'Senza crediti', { icebreaker: true })

  stage.heading('Reports and blocks')
  const { body: messages } = await read(giulia, marco)
  await stage.ask(giulia, 'report', {
    body: { angelId: marco.id, reason: 'scam', text: 'Vuole soldi', messageIds: [messages[4].id, messages[0].id] },
  })
  await stage.ask(giulia, 'report', { body: { angelId: stranger.id, reason: 'spam' } })
  await stage.ask(giulia, 'block', { body: { angelId: payer.id } })
  await send(payer, giulia, 'Ci sei ancora?')
  await stage.ask(payer, 'conversations')
  await read(payer, giulia)
  await stage.ask(giulia, 'conversations')
  await stage.emit(marco, 'brain', { trackerId: marco.tracker, country: 'IT' })
  await stage.emit(marco, 'clickid', { clickid: marco.tracker, softwareVersion: '1' })

  stage.heading('Without a socket')
  const post = (payload: object) => stage.ask(giulia, 'sendEvent', { body: { event: 'chat', payload } })
  const again = {
    msg: 'Per richiesta',
    trackerId: giulia.tracker,
    angelId: marco.id,
    clientMessageId: '00000000-0000-4000-8000-000000000999',
  }
  await post(again)
  await post(again)
  await post({ ...again, trackerId: marco.tracker })
  await stage.ask(null, 'sendEvent', { body: { event: 'brain', payload: { trackerId: giulia.tracker } } })

  stage.heading('Emails about unread messages')
  await stage.work()
  await stage.later(3 * 3_600_000)
  await stage.work()
})
