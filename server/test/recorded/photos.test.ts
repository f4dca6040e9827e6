import { gestures } from '@incontro/contract'
import { fileForm, jpeg } from '#modules/photos/testing/pictures.ts'
import { ogg, recording as voice } from '#modules/chat/testing/recordings.ts'
import { addPhoto } from './neighbours.ts'
import { recording } from './recording.ts'

recording('photos', async (stage) => {
  const marco = await stage.player('marco')
  const giulia = await stage.player('giulia', { gender: 'woman', host: 'battito.localhost' })
  const ada = await stage.player('ada', { gender: 'woman' })
  const picture = await jpeg(1)

  stage.heading('Uploads')
  const photo = (who: typeof marco, bytes: Buffer, field = 'avatar') =>
    stage.ask(who, 'uploadPhoto', { ...fileForm(bytes, { field }), shown: `${bytes.length} bytes` })
  await photo(marco, picture)
  await photo(marco, picture)
  await photo(marco, Buffer.from('no picture'))
  await photo(marco, picture, 'file')
  await photo(giulia, await jpeg(2))
  await stage.work()

  stage.heading('The album')
  const second = await addPhoto(stage, marco, 'approved', { isDefault: false, position: 1 })
  const third = await addPhoto(stage, marco, 'pending', { position: 2 })
  await addPhoto(stage, marco, 'refused', { position: 3 })
  const { body } = await stage.ask(marco, 'photos')
  const [first] = body.album
  await stage.ask(giulia, 'photos')
  await stage.ask(null, 'photos', { params: { trackerId: marco.tracker } })
  await stage.ask(ada, 'photos', { params: { trackerId: marco.tracker } })
  const names = body.album.map(({ name }: { name: string }) => name)
  await stage.ask(marco, 'orderPhotos', {
    body: { order: [second, ...names.filter((name: string) => name !== second)] },
  })
  await stage.ask(marco, 'orderPhotos', { body: { order: [second] } })
  await stage.ask(ada, 'removePhoto', { params: { photoId: second } })
  await stage.ask(marco, 'removePhoto', { params: { photoId: second } })
  await stage.ask(marco, 'restorePhoto', { params: { photoId: second }, body: {} })
  await stage.ask(marco, 'removePhoto', { params: { photoId: first.name } })
  await stage.later(15_000)
  await stage.work()
  await stage.ask(marco, 'restorePhoto', { params: { photoId: first.name }, body: {} })
  await stage.ask(marco, 'removePhoto', { params: { photoId: third } })

  stage.heading('Verification')
  // It is chosen at random.
  for (const gesture of gestures) stage.name(gesture, 'gesture')
  await stage.ask(ada, 'verification')
  await stage.ask(ada, 'askVerification', { body: {} })
  await stage.ask(marco, 'declineVerification', { body: {} })
  await stage.ask(marco, 'declineVerification', { body: {} })
  await stage.ask(marco, 'verification')
  await stage.ask(marco, 'askVerification', { body: {} })
  await stage.ask(marco, 'askVerification', { body: {} })
  await stage.ask(marco, 'sendVerification', { ...fileForm(await jpeg(3)), shown: 'a picture' })
  await stage.ask(marco, 'verification')
  await stage.ask(marco, 'withdrawVerification')

  stage.heading('Photos and recordings in a conversation')
  await stage.connect(marco)
  await stage.connect(ada)
  const send = (from: typeof marco, to: typeof marco, n: number, more: object) =>
    stage.emit(from, 'chat', {
      trackerId: from.tracker,
      angelId: to.id,
      clientMessageId: `00000000-0000-4000-8000-00000000000${n}`,
      msg: '',
      ...more,
    })
  await stage.sql('update wallets set messages = 100 where member_id = any($1)', [[marco.id, ada.id]])
  const uploadTo = (route: 'uploadMessagePhoto' | 'uploadMessageVoice', bytes: Buffer, shown: string) =>
    stage.ask(marco, route, {
      params: { angelId: ada.id },
      ...(route === 'uploadMessageVoice' ? { query: { waveform: '00ff80' } } : {}),
      ...fileForm(bytes),
      shown,
    })
  await uploadTo('uploadMessagePhoto', picture, 'before both wrote')
  await send(marco, ada, 1, { msg: 'Ciao' })
  await send(ada, marco, 2, { msg: 'Ciao a te' })
  await uploadTo('uploadMessagePhoto', picture, 'a photo')
  await uploadTo('uploadMessageVoice', ogg(voice(2000)), 'a recording')
  await uploadTo('uploadMessageVoice', picture, 'no recording')
  const media = await stage.sql('select id, kind from message_media where sender_id = $1 order by kind', [marco.id])
  for (const [n, { id }] of media.entries()) await send(marco, ada, 3 + n, { mediaId: id })
  await send(marco, ada, 6, { mediaId: media[0]?.['id'] })
  await stage.ask(ada, 'messages', { params: { partnerId: marco.id } })
  await stage.ask(ada, 'conversations')
  await stage.ask(marco, 'withdrawMessage', { params: { angelId: ada.id, seq: '3' } })
  await stage.work()
})
