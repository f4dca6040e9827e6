import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mailWith } from '#modules/accounts/testing/mail.ts'
import { emailQueue } from '#modules/outreach/index.ts'
import { invitationFor } from '#test/support/invitation.ts'
import { startTestServer, type TestMember, type TestServer } from '#test/support/test-server.ts'
import { openVisitor, type Page } from './visitor.ts'
import { webBuild } from './web-build.ts'

const enqueueEmail = emailQueue(() => new Date())

/*
 * What visitors and members can do without script, apart from sign-in methods (sign-in-methods.test.ts) and reviews
 * (review-without-script.test.ts). Forms are posted by the browser, and errors come back with the entered values.
 */

let testServer: TestServer
beforeAll(async () => {
  testServer = await startTestServer({ webBuild: webBuild() })
})
afterAll(() => testServer?.close())

const password = 'tre parole a caso'
const boxes = { terms1: 'on', terms2: 'on', terms3: 'on', terms4: 'on' }
const who = { sono: 'uomo', cerco: 'donna', age: '40', region: 'Lazio', ...boxes }
const memberWith = async (email: string) =>
  (
    await testServer.database.pool.query(
      `select brand_id, flow_id, clickid, source, campid, country, email_confirmed_at is not null as confirmed, password_hash is not null as has_password
       from members where email = $1`,
      [email],
    )
  ).rows[0]
const linkTo = async (address: string, path: string): Promise<string> => {
  const mail = await mailWith(testServer, address, path)
  const { pathname, search } = new URL(mail.links.find((link) => new URL(link).pathname === path) ?? '')
  return pathname + search
}
const valueOf = (page: Page, name: string): string | undefined =>
  page.forms.flatMap(({ values }) => values).find(([key]) => key === name)?.[1]

describe('registration', () => {
  test('reports missing fields, keeps the entered values, registers, confirms and signs in', async () => {
    const email = 'nora@person.example.com'
    const visitor = openVisitor(testServer)
    const [terms = ''] = (await visitor.open('/')).links('/legal/terms')
    expect(await visitor.open(terms)).toMatchObject({ path: '/legal/terms', headings: 1 })

    const refused = await visitor.send(await visitor.open('/signup'), 'email', { email })
    expect(refused.alertLinks).toEqual(['#sono', '#cerco', '#age', '#region', '#password', '#terms1'])
    expect(valueOf(refused, 'email')).toBe(email)
    expect((await visitor.send(refused, 'email', { password, ...who })).path).toBe('/find')
    const confirm = await visitor.open(await linkTo(email, '/confirmEmail'))
    expect(['/match', '/find']).toContain((await visitor.send(confirm)).path)
    expect(await memberWith(email)).toMatchObject({ confirmed: true })

    visitor.leave()
    const login = await visitor.open('/login')
    const wrong = await visitor.send(login, 'password', { email, password: 'not this one' })
    expect(wrong.path).toBe('/login')
    expect(wrong.said('alert')).not.toBe('')
    expect(valueOf(wrong, 'email')).toBe(email)
    expect((await visitor.send(wrong, 'password', { password })).path).toBe('/find')
  })

  test('of a gender beside woman and man asks for the word, and where others find the member', async () => {
    const visitor = openVisitor(testServer)
    const email = 'robin@person.example.com'
    const answers = { email, password, ...who, sono: 'more', cerco: 'both' }
    const refused = await visitor.send(await visitor.open('/signup'), 'email', answers)
    expect(refused.alertLinks).toEqual(['#genderWord'])
    const arrived = await visitor.send(refused, 'email', { password, ...boxes, genderWord: 'agender', listed: 'uomo' })
    expect(arrived.path).toBe('/find')
    const { rows } = await testServer.database.pool.query(
      'select gender, listed_in_both, seeks_both, gender_word, hides_gender_word from members where email = $1',
      [email],
    )
    expect(rows).toEqual([
      { gender: 'man', listed_in_both: false, seeks_both: true, gender_word: 'agender', hides_gender_word: true },
    ])
  })

  test('on a landing page keeps the visit, from the first refusal on', async () => {
    const visitor = openVisitor(testServer)
    const refused = await visitor.send(await visitor.open('/find?tid=ad-7&src=radio'), 'email')
    expect(refused.said('alert')).not.toBe('')
    expect(refused.url.search).toBe('?tid=ad-7&src=radio')
    const email = 'plain@person.example.com'
    const arrived = await visitor.send(refused, 'email', { email, password, ...who })
    expect(arrived.path + arrived.url.search).toBe('/find')
    expect(await memberWith(email)).toMatchObject({ flow_id: '7', clickid: 'ad-7', source: 'radio' })
  })

  test('by a link with the address asks for the rest', async () => {
    const visitor = openVisitor(testServer)
    const landing = await visitor.open('/asignup?mail=short@person.example.com&tid=ad-8')
    expect((await visitor.send(landing, 'age', who)).path).toBe('/find')
    expect(await memberWith('short@person.example.com')).toMatchObject({ flow_id: '7', clickid: 'ad-8' })
  })

  test('with Google on another brand asks for the rest, and for a name that is the member’s own', async () => {
    const visitor = openVisitor(testServer, { host: 'battito.localhost' })
    const email = 'bruno.gallo@person.example.com'
    const completed = await byGoogle(visitor, '/login', email)
    expect(completed.path).toBe('/loginWithGoogle/complete')
    const refused = await visitor.send(completed, 'age')
    expect(refused.said('alert')).not.toBe('')
    const arrived = await visitor.send(refused, 'age', { ...who, username: 'Bruno G' })
    expect([arrived.url.hostname, arrived.path]).toEqual(['battito.localhost', '/find'])
    expect(await memberWith(email)).toMatchObject({
      brand_id: 'battito',
      source: 'direct',
      confirmed: true,
      has_password: false,
    })
    const { rows } = await testServer.database.pool.query('select screen_name from members where email = $1', [email])
    expect(rows).toEqual([{ screen_name: 'Bruno G' }])
  })

  test('with Google uses Google’s address, not the link’s', async () => {
    const email = 'other@person.example.com'
    const landing = '/asignup?mail=partner%40person.example.com&src=radio'
    const completed = await byGoogle(openVisitor(testServer), landing, email)
    expect(completed.path).toBe('/loginWithGoogle/complete')
    expect(completed.words).toContain(email)
    expect(JSON.stringify([completed.words, completed.forms])).not.toContain('partner@person')
  })

  /** From a page with the button through the provider's page and back; returns the last page. */
  async function byGoogle(visitor: ReturnType<typeof openVisitor>, path: string, email: string): Promise<Page> {
    const page = await visitor.open(path)
    const start = page.forms.find(({ action }) => action?.startsWith('/loginWithGoogle/start'))
    expect(start, path).toBeDefined()
    const away = await visitor.send({ ...page, forms: [start!] })
    const [authorize = ''] = away.links(testServer.sandbox.origin)
    return visitor.send(await visitor.send(await visitor.open(authorize), 'email', { email }))
  }

  test('in a country of another brand explains the redirect, and its target', async () => {
    const visitor = openVisitor(testServer, { host: 'vicino.localhost' })
    const form = await visitor.open('/ms?campid=42&src=radio')
    const email = 'ines@person.example.com'
    const led = await visitor.send(form, 'livesIn', { email, livesIn: 'ES' })
    const address = 'https://cercame.example/signup?campid=42&src=radio'
    expect(led.words).toContain('Dove vivi tu c’è un altro nostro sito')
    expect([led.refresh, led.links('https://')]).toEqual([address, expect.arrayContaining([address])])
    expect(await memberWith(email)).toBeUndefined()

    // No entered data was passed on; the form there has its own country and asks for no other.
    const sister = openVisitor(testServer, { host: 'cercame.localhost' })
    const there = await sister.open(new URL(address).pathname + new URL(address).search)
    expect(valueOf(there, 'email')).toBe('')
    expect(there.forms.some(({ fields }) => fields.has('livesIn'))).toBe(false)
    await sister.send(there, 'email', { email, password, ...who, region: 'Andalucía' })
    expect(await memberWith(email)).toMatchObject({ brand_id: 'cercame', campid: '42', country: 'ES' })
  })

  test('in a country of another brand redirects from a link with the address, too', async () => {
    const visitor = openVisitor(testServer, { host: 'vicino.localhost' })
    const landing = await visitor.open('/asignup?mail=partner%40person.example.com')
    expect((await visitor.send(landing, 'livesIn', { livesIn: 'GB' })).refresh).toBe('https://heartline.example/signup')
    expect(await memberWith('partner@person.example.com')).toBeUndefined()
  })

  test('in the brand’s own country shows the address where requested', async () => {
    const visitor = openVisitor(testServer, { host: 'vicino.localhost' })
    const email = 'vicino@person.example.com'
    const form = await visitor.open('/signup')
    expect(valueOf(form, 'livesIn')).toBe('IT')
    expect((await visitor.send(form, 'email', { email, password, ...who })).path).toBe('/find')
    expect(await memberWith(email)).toMatchObject({ brand_id: 'vicino', campid: null, country: 'IT' })
  })
})

test('the contact form reports missing fields, keeps the entered values, and reaches support', async () => {
  const visitor = openVisitor(testServer, { host: 'battito.localhost' })
  const message = 'Buongiorno,\r\ncome cambio città?'
  const refused = await visitor.send(await visitor.open('/contactUs'), 'message', { name: 'Nora Neri', message })
  expect(refused.alertLinks).toEqual(['#email', '#topic'])
  expect([valueOf(refused, 'name'), valueOf(refused, 'message')?.replace('\r', '')]).toEqual([
    'Nora Neri',
    message.replace('\r', ''),
  ])
  const sent = await visitor.send(refused, 'message', { email: 'nora@person.example.com', topic: 'account' })
  expect(sent.said('status')).toContain('Grazie')
  const brand = testServer.context.brands.byHost('battito.localhost')
  const { rows } = await testServer.database.pool.query(
    'select t.name, m.body from tickets t join ticket_messages m on m.ticket_id = t.id where t.brand_id = $1',
    [brand?.key],
  )
  expect(rows).toEqual([{ name: 'Nora Neri', body: expect.stringContaining('Buongiorno,\ncome cambio città?') }])
})

describe('a notification email', () => {
  /** Path and query of the unsubscribe link in a notification. */
  async function noticeTo({ session, email }: TestMember): Promise<string> {
    await testServer.database.db.transaction().execute((tx) =>
      enqueueEmail(tx, {
        brandId: 'local',
        memberId: session.angelId,
        kind: 'new-message',
        to: email,
        locale: 'it',
        props: { link: `${testServer.url}/chats` },
      }),
    )
    return linkTo(email, '/unsubscribe')
  }
  const wanted = async ({ token }: TestMember): Promise<boolean> =>
    (await testServer.call('/api/mail-lists', { token })).body.notices

  test('is turned off by the button of its page, which offers signing in when its link is invalid', async () => {
    const member = await testServer.member()
    const visitor = openVisitor(testServer)
    // Opening the link changes nothing: scanners open every link.
    const page = await visitor.open(await noticeTo(member))
    expect([page.status, await wanted(member)]).toEqual([200, true])
    expect((await visitor.send(page)).words).toContain('Fatto: non ti scriviamo più')
    expect(await wanted(member)).toBe(false)
    expect((await visitor.open('/unsubscribe')).links('/login')).not.toEqual([])
  })

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
    ],
  ])('is turned off by a mail program’s one-click request, %s', async (type, body) => {
    const member = await testServer.member()
    const link = await noticeTo(member)
    // No cookie, no origin: the request comes from the mail provider.
    const click = (path: string) => testServer.call(path, { body, headers: { 'content-type': type } })
    expect((await click(`/unsubscribe?token=${'A'.repeat(120)}`)).status).toBe(400)
    expect((await click('/unsubscribe')).status).toBe(401)
    expect(await wanted(member)).toBe(true)
    expect((await click(link)).status).toBe(200)
    expect(await wanted(member)).toBe(false)
  })
})

test('the link of the welcome email signs in by its button, once; then it offers a new one', async () => {
  const member = await testServer.registeredMember()
  const link = await linkTo(member.email, '/autologin')
  const visitor = openVisitor(testServer)
  // Opening it changes nothing: a program that fetches links uses none up.
  await visitor.open(link)
  expect((await visitor.send(await visitor.open(link))).path).toBe('/profile')
  const events = await testServer.database.db
    .selectFrom('member_events')
    .select('detail')
    .where('member_id', '=', member.session.angelId)
    .execute()
  expect(events).toEqual([{ detail: { type: 'email', event: 'login' } }])
  visitor.leave()
  const used = await visitor.send(await visitor.open(link))
  expect((await visitor.send(used)).words).toContain('Controlla la posta')
})

test('a used invitation creates no second member', async () => {
  const email = 'twice@person.example.com'
  const link = await invitationFor(testServer, email)
  const visitor = openVisitor(testServer)
  const form = await visitor.open(link)
  expect(form.words).toContain(email)
  const refused = await visitor.send(form, 'age')
  expect(refused.alertLinks).toEqual(['#sono', '#cerco', '#age', '#region', '#terms1'])
  expect((await visitor.send(refused, 'age', who)).path).toBe('/notifications')
  expect(await memberWith(email)).toMatchObject({ confirmed: true, has_password: false })
  visitor.leave()
  const used = await visitor.open(link)
  expect(used.words).toContain('Questo invito non vale più')
  expect(used.words).not.toContain(email)
})

test('a deletion is cancelled by the link of its email', async () => {
  const member = await testServer.member()
  const body = { clickid: member.session.clickid, password }
  await testServer.call('/api/users/deletion', { token: member.token, body })
  const stateOf = async () =>
    (await testServer.database.pool.query('select state from members where email = $1', [member.email])).rows[0].state
  const visitor = openVisitor(testServer)
  const asked = await visitor.send(await visitor.open('/login'), 'password', { email: member.email, password })
  expect(asked.words).toContain('Questo profilo sta per essere eliminato.')
  expect(await stateOf()).toBe('deleting')
  const kept = await visitor.send(await visitor.open(await linkTo(member.email, '/cancelDeletion')))
  expect(kept.words).toContain('Che bello, resti')
  expect(await stateOf()).toBe('active')
})

test('a deletion that is cancelled while a suspension is in force leads to the reasons', async () => {
  const member = await testServer.member()
  const body = { clickid: member.session.clickid, password }
  await testServer.call('/api/users/deletion', { token: member.token, body })
  await testServer.database.pool.query(
    `insert into restrictions (brand_id, id, member_id, kind, from_at, ground, clause, facts, content_type, automated_detection,
       automated_decision, territory, source, made_by)
     values ('local', gen_random_uuid(), $1, 'suspension', now(), 'terms', 'scam', 'Truffa', 'account', false, false, 'IT', 'staff', 'command:anna')`,
    [member.session.angelId],
  )
  const visitor = openVisitor(testServer)
  const kept = await visitor.send(await visitor.open(await linkTo(member.email, '/cancelDeletion')))
  expect(kept.words).toContain('L’eliminazione è annullata')
  expect(kept.words).not.toContain('Che bello, resti')
  const cases = await visitor.open(await linkTo(member.email, '/cases'))
  expect(cases.words).toContain('Truffa')
})
