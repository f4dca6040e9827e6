import { createHmac } from 'node:crypto'
import { recording } from './recording.ts'

recording('site', async (stage) => {
  const marco = await stage.player('marco')
  const other = await stage.player('other', { host: 'battito.localhost', gender: 'woman' })
  const friend = await stage.player('friend', { host: 'battito.localhost' })
  const reader = await stage.player('reader')
  const english = { host: 'heartline.localhost' }
  for (const [n, stars] of [5, 2].entries())
    await stage.sql(
      `insert into reviews (id, brand_id, member_id, author_name, author_gender, author_age, stars, body, locale, state, created_at, decided_at)
       values (gen_random_uuid(), $1, $2, 'Ada', 'woman', 40, $3, 'Bene.', 'it', $4, $5, $5)`,
      ['local', [marco, reader][n]?.id, stars, n === 0 ? 'published' : 'pending', stage.clock.now()],
    )

  stage.heading('Every header of a page of data, and of one that refuses')
  await stage.step('headers', async () => {
    const answers = await Promise.all(
      ['/api/claims', '/api/users/account', '/api/nowhere'].map((path) => stage.server.call(path)),
    )
    return answers.map(({ headers }) =>
      [...headers]
        .filter(([name]) => !['date', 'x-ratelimit-reset', 'x-ratelimit-remaining', 'keep-alive'].includes(name))
        .map(([name, value]) => [name, value.replaceAll(/'nonce-[^']+'/g, 'nonce').split('; ')].flat()),
    )
  })

  stage.heading('For visitors')
  await stage.ask(null, 'challenge')
  await stage.ask(null, 'jwks')
  for (const country of ['IT', 'FR', 'ZZ']) await stage.ask(null, 'regions', { params: { country } })
  await stage.ask(null, 'cities', { params: { country: 'IT' }, query: { region: 'Molise' } })
  await stage.ask(null, 'cities', { params: { country: 'IT' }, query: { region: 'Nowhere' } })
  for (const query of ['romano', 'città', 'xx']) await stage.ask(null, 'city', { params: { country: 'IT', query } })
  for (const region of ['Lombardia', 'Nowhere'])
    await stage.ask(null, 'city', { params: { country: 'IT', query: 'romano' }, query: { region } })
  await stage.ask(null, 'profileChoices', { params: { locale: 'en' } })
  for (const body of [
    { p: 'terms' },
    { p: 'privacy', l: 'fr' },
    { p: 'cookie', l: 'xx' },
    { p: 'faq', d: 'battito.example' },
  ])
    await stage.ask(null, 'legal', { body })
  await stage.ask(null, 'legal', { body: { p: 'features' }, ...english })
  for (const asked of [{}, { query: { count: 1 } }, { query: { count: 25 } }, english])
    await stage.ask(null, 'reviews', asked)
  await stage.ask(null, 'reviewSummary')
  await stage.ask(null, 'reviewSummary', english)
  await stage.ask(null, 'claims')
  await stage.ask(null, 'lookUpIp', { headers: { 'user-agent': 'a browser' } })
  const message = {
    name: 'Anna Bianchi',
    email: 'Anna@person.example.com',
    topic: 'payments',
    message: 'Buongiorno,\nquando?',
  }
  await stage.ask(null, 'contact', { body: message })
  await stage.ask(marco, 'contact', { body: { ...message, topic: 'account' } })
  const { body } = await stage.ask(marco, 'supportRequests')
  const [{ id } = { id: '' }] = body as readonly { readonly id: string }[]
  await stage.ask(marco, 'replyToSupport', { params: { id }, body: { text: 'Grazie, aspetto.' } })
  await stage.ask(marco, 'supportRequest', { params: { id } })
  await stage.ask(null, 'contact', { body: { ...message, topic: undefined } })
  await stage.ask(null, 'contact', { body: message, ...english })

  stage.heading('Consents and lists')
  await stage.ask(marco, 'consents')
  for (const granted of [true, true, false])
    await stage.ask(marco, 'giveConsent', { body: { kind: 'promotion', granted, l: 'en' } })
  await stage.ask(other, 'giveConsent', { body: { kind: 'analytics', granted: true, l: 'it' } })
  await stage.ask(marco, 'cookieConsent', { body: { analytics: true, remarketing: false, l: 'it' } })
  await stage.ask(marco, 'consents')
  await stage.ask(null, 'consents')
  const kpi = (who: { readonly tracker: string }, more: object = {}) =>
    stage.ask(null, 'kpiEvent', { body: { clickid: who.tracker, nome_evento: 'initiate_checkout', ...more } })
  await kpi(marco, { valore_evento: 3 })
  await kpi(marco, { unica: 1 })
  await kpi(marco, { unica: true })
  await kpi(other)
  await stage.ask(marco, 'mailLists')
  await stage.ask(marco, 'unsubscribe', { body: { list: 'notices' } })
  await stage.ask(marco, 'unsubscribe', { body: { list: 'promotion' } })
  await stage.ask(null, 'unsubscribe', { body: { list: 'notices' } })
  await stage.ask(marco, 'mailLists')
  await stage.ask(marco, 'subscribe', { body: { list: 'notices' } })
  await stage.ask(marco, 'mailLists')
  const signed = (recipient: string, ageMs = 0, event: object = {}, letter = 'a') => {
    const timestamp = String(Math.floor((stage.clock.now().getTime() - ageMs) / 1000))
    const token = letter.repeat(50)
    const signature = createHmac('sha256', 'key-of-the-mail-provider').update(`${timestamp}${token}`).digest('hex')
    return {
      body: { signature: { timestamp, token, signature }, 'event-data': { recipient, ...event } },
      shown: { recipient, ageMs, ...event },
    }
  }
  await stage.ask(null, 'mailRemove', signed('marco@person.example.com'))
  await stage.ask(null, 'mailRemove', signed('marco@person.example.com'))
  await stage.ask(null, 'mailRemove', signed('nobody@person.example.com', 3_600_000))

  stage.heading('Mail that comes back')
  const bounce = { event: 'failed', severity: 'permanent', 'delivery-status': { code: 550, message: 'no such user' } }
  await stage.ask(marco, 'mailAddress')
  await stage.ask(marco, 'checkMailAddress')
  await stage.ask(null, 'mailRemove', signed(marco.email, 0, bounce, 'b'))
  await stage.ask(null, 'mailRemove', signed(marco.email, 0, { event: 'complained' }, 'c'))
  await stage.ask(marco, 'mailAddress')
  await stage.ask(marco, 'checkMailAddress')
  await stage.ask(null, 'mailAddress')

  stage.heading('A review')
  const review = { stars: 4, text: 'Ho conosciuto persone simpatiche e il servizio funziona bene.' }
  await stage.ask(other, 'ownReview')
  await stage.ask(other, 'writeReview', { body: review })
  await stage.sql(`update members set created_at = created_at - interval '60 days' where id = $1`, [other.id])
  await stage.ask(other, 'ownReview')
  await stage.ask(other, 'writeReview', { body: review })
  await stage.sql(
    `insert into conversations (id, pool_id, low_id, high_id, low_wrote, high_wrote, created_at)
     values (gen_random_uuid(), 'battito', least($1::uuid, $2), greatest($1, $2), true, true, $3)`,
    [other.id, friend.id, stage.clock.now()],
  )
  await stage.sql(
    `insert into inbox (member_id, conversation_id, other_id, last_seq, last_at, unread, read_seq, other_read_seq)
     select $1, id, $2, 2, $3, 0, 2, 2 from conversations where $1 in (low_id, high_id)`,
    [other.id, friend.id, stage.clock.now()],
  )
  await stage.ask(other, 'writeReview', { body: review })
  await stage.ask(other, 'writeReview', { body: { ...review, stars: 2 } })
  await stage.ask(other, 'ownReview')
  await stage.ask(other, 'withdrawReview')
  await stage.ask(other, 'ownReview')

  stage.heading('Files')
  for (const path of [
    '/robots.txt',
    '/sitemap.xml',
    '/manifest.webmanifest',
    '/brand/tokens.css',
    '/brand/icon.svg',
    '/brand/hooks/7/blurred.svg',
    '/media/x/y',
    '/media/messages/x',
    '/healthz',
    '/pay/card-frame',
    '/api/users/export/file',
    '/pay/orders/00000000-0000-4000-8000-000000000000/withdrawal',
    '/pay/subscription/reminder',
    '/nowhere',
  ])
    await stage.fetch(null, 'GET', path, english)
  await stage.work()
})
