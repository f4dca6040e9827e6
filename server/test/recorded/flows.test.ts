import { recording } from './recording.ts'
import type { Player } from './stage.ts'

recording('flows', async (stage) => {
  stage.heading('A flow in which a first message waits to be accepted')
  const marco = await stage.player('marco', { set: { flow_id: 'invites' } })
  const women = [
    await stage.player('anna', { gender: 'woman' }),
    await stage.player('bea', { gender: 'woman' }),
    await stage.player('carla', { gender: 'woman' }),
  ] as const
  const [anna, bea, carla] = women
  for (const who of [marco, anna, bea]) await stage.connect(who)
  let count = 0
  const send = (from: Player, to: Player, msg: string) => {
    count += 1
    const clientMessageId = `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`
    return stage.emit(from, 'chat', { msg, trackerId: from.tracker, angelId: to.id, clientMessageId })
  }
  for (const woman of women) await send(marco, woman, 'Ti va un caffè?')
  await send(marco, anna, 'Allora?')
  for (const who of [marco, anna]) await stage.ask(who, 'conversations')
  await stage.ask(anna, 'messages', { params: { partnerId: marco.id } })
  const answer = (who: Player, accepted: boolean) =>
    stage.ask(who, 'answerInvite', { params: { angelId: marco.id }, body: { accepted } })
  await answer(anna, true)
  await answer(anna, true)
  await answer(anna, false)
  await answer(bea, false)
  await stage.ask(marco, 'answerInvite', { params: { angelId: carla.id }, body: { accepted: true } })
  await send(marco, anna, 'Domani?')
  await send(marco, bea, 'Domani?')
  await send(bea, marco, 'Forse')
  await stage.ask(marco, 'conversations')
  await stage.ask(marco, 'messages', { params: { partnerId: bea.id } })
  await stage.work()

  stage.heading('A flow with the assistant')
  const helped = await stage.player('helped', { set: { flow_id: 'helped' } })
  await stage.connect(helped)
  await stage.ask(marco, 'concierge')
  await stage.ask(marco, 'askConcierge', {
    body: { text: 'Ciao', clientMessageId: '00000000-0000-4000-8000-00000000000a' },
  })
  for (const n of [1, 2, 3, 4]) {
    await stage.ask(helped, 'askConcierge', {
      body: { text: 'Quale foto metto?', clientMessageId: `00000000-0000-4000-8000-00000000000${n}` },
    })
    await stage.work()
  }
  await stage.ask(helped, 'concierge')
  await stage.ask(helped, 'concierge', { query: { before: 2 } })
  await stage.ask(helped, 'conversations')

  stage.heading('A flow that asks for the age')
  const young = await stage.player('young', { form: { fluxId: '18' } })
  await stage.ask(young, 'user')
  await stage.ask(young, 'match', { body: { trackerId: young.tracker } })
  await stage.ask(young, 'payRules', { body: { clickid: young.tracker } })
  for (const age of ['under', 'over'] as const) {
    const started = await stage.ask(young, 'startAgeCheck', { body: { clickid: young.tracker } })
    const answered = await fetch(started.body.url, {
      method: 'POST',
      body: new URLSearchParams({ choice: age }),
      redirect: 'manual',
    })
    const code = new URL(answered.headers.get('location') ?? 'http://none').searchParams.get('code') ?? ''
    await stage.ask(young, 'finishAgeCheck', {
      body: { clickid: young.tracker, code },
      shown: `the code of somebody ${age} 18`,
    })
  }
  await stage.ask(young, 'match', { body: { trackerId: young.tracker } })
  await stage.ask(marco, 'startAgeCheck', { body: { clickid: marco.tracker } })
})
