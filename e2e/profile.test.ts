import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestMember } from '#test/support/test-server.ts'
import { connected, open } from './parts/pages.ts'
import { withRefusals } from './parts/page-problems.ts'
import { openMember, openVisitor, signIn, sizes } from './parts/person.ts'
import { polling } from './parts/polling.ts'
import { openProduct, type Product } from './parts/product.ts'
import { jpeg, upload } from '#server/modules/photos/testing/pictures.ts'

let product: Product
beforeAll(async () => {
  product = await openProduct()
})
afterAll(() => product?.close())

const about = (page: Page) => page.getByLabel('Due righe su di te')
const saved = (page: Page) => page.getByText('Salvato', { exact: true })
const stored = async ({ session }: TestMember): Promise<string> => {
  const { rows } = await product.testServer.database.pool.query<{ about: string }>(
    'select about from members where clickid = $1',
    [session.clickid],
  )
  return rows[0]?.about ?? ''
}

test('the profile saves itself, says so, and can undo a change', async () => {
  const { context, page, member, problems } = await openMember(product, {}, sizes.phone)
  await open(product, page, '/profile')
  const before = await about(page).inputValue()
  await about(page).fill('Cammino la domenica.')
  await saved(page).waitFor()
  expect(await stored(member)).toBe('Cammino la domenica.')
  await page.getByRole('button', { name: 'Annulla l’ultima modifica' }).click()
  await expect.poll(() => about(page).inputValue(), polling).toBe(before)
  await expect.poll(() => stored(member), polling).toBe(before)

  // Without a name the other fields are saved, and others see the previous name.
  await page.getByLabel('Nome sul profilo').fill('')
  await page.getByText('Scrivi il nome con cui ti vedono gli altri.').waitFor()
  await about(page).fill('Cucino bene.')
  await expect.poll(() => stored(member), polling).toBe('Cucino bene.')

  // A refused gender says why; corrected back, the form saves the rest again.
  await product.testServer.database.pool.query(
    'update members set gender_changes = array[now(), now()] where clickid = $1',
    [member.session.clickid],
  )
  const gender = page.getByRole('radiogroup', { name: 'Sono' })
  await gender.getByText('Donna').click()
  await gender.getByText('Si può cambiare due volte in 30 giorni.').waitFor()
  await about(page).fill('Cucino molto bene.')
  await gender.getByText('Uomo').click()
  await expect.poll(() => stored(member), polling).toBe('Cucino molto bene.')
  // The server has it before the page has the server's answer.
  await expect.poll(() => gender.getByText('Si può cambiare').count(), polling).toBe(0)
  expect(withRefusals(problems)).toEqual([`403 /api/users/${member.session.clickid}`])
  await context.close()
})

test('a page that is not up to date stores nothing but what is changed on it', async () => {
  const { context, page, member, problems } = await openMember(product, {}, sizes.phone)
  const { pool } = product.testServer.database
  const set = (change: string) =>
    pool.query(`update members set ${change} where clickid = $1`, [member.session.clickid])
  const named = async () =>
    (await pool.query('select screen_name from members where clickid = $1', [member.session.clickid])).rows[0]
      .screen_name
  // The field shows what others see in place of a name, which is none.
  await set('screen_name = null')
  await open(product, page, '/profile')
  await about(page).fill('Cammino la domenica.')
  await expect.poll(() => stored(member), polling).toBe('Cammino la domenica.')
  expect(await named()).toBeNull()
  // On another device, or by a moderator.
  await set(`about = 'Scritto dal telefono'`)
  await page.getByLabel('Nome sul profilo').fill('Aldo')
  await expect.poll(named, polling).toBe('Aldo')
  expect(await stored(member)).toBe('Scritto dal telefono')
  expect(problems).toEqual([])
  await context.close()
})

test('edits survive leaving the page and a server that is unreachable', async () => {
  const { context, page, member } = await openMember(product, {}, sizes.phone)
  await open(product, page, '/profile')
  await about(page).fill('Scritto e via.')
  await page.getByRole('navigation').getByRole('link', { name: 'Notifiche' }).click()
  await expect.poll(() => stored(member), polling).toBe('Scritto e via.')

  await page.getByRole('navigation').getByRole('link', { name: 'Profilo' }).click()
  await about(page).waitFor()
  // The place has a save button; until it is pressed, the edit is kept, and leaving the page shows a notice.
  const city = page.getByLabel('Città')
  const { rows } = await product.testServer.database.pool.query<{ name: string }>(
    'select c.name from geo_cities c join members m using (region_id) where m.clickid = $1 limit 1',
    [member.session.clickid],
  )
  const name = rows[0]?.name ?? ''
  await city.fill(name)
  await page.keyboard.press('Tab')
  await page.getByRole('navigation').getByRole('link', { name: 'Notifiche' }).click()
  await page.getByRole('button', { name: 'Torna al profilo' }).click()
  await expect.poll(() => city.inputValue(), polling).toBe(name)
  // Its page of the list was another one's.
  const lastPage = () => page.evaluate(() => localStorage.getItem('page'))
  await page.evaluate(() => localStorage.setItem('page', '3'))
  await page.getByRole('button', { name: 'Salva dove vivi' }).click()
  await page.locator('p', { hasText: new RegExp(`^${name}, `) }).waitFor()
  await expect.poll(lastPage, polling).toBe('1')
  const away = (url: URL): boolean => url.pathname === `/api/users/${member.session.clickid}`
  await page.route(away, (route) => route.abort())
  await about(page).fill('Scritto mentre il server non c’era.')
  await page.getByText('Non ancora salvato').waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Notifiche' }).click()
  await page.waitForURL('**/notifications')
  await page.unroute(away)
  await page.getByRole('navigation').getByRole('link', { name: 'Profilo' }).click()
  await expect.poll(() => about(page).inputValue(), polling).toBe('Scritto mentre il server non c’era.')
  await expect.poll(() => stored(member), polling).toBe('Scritto mentre il server non c’era.')
  await context.close()
})

test('an answer on a profile can be replied to or liked, which opens the conversation with it; a chosen interest is shared', async () => {
  const { testServer } = product
  const her = await testServer.member({ gender: 'woman' })
  await testServer.call(`/api/users/${her.session.clickid}`, {
    method: 'PUT',
    body: { prompts: [{ id: 'sunday', answer: 'Mercato presto, sugo lento.' }], interests: ['sea', 'wine'] },
    token: her.token,
  })
  const { context, page, member, problems } = await openMember(product, {}, sizes.phone)
  await open(product, page, '/profile')
  const wine = page.getByRole('button', { name: 'Vino', exact: true })
  await Promise.all([page.waitForResponse((answer) => answer.request().method() === 'PUT'), wine.click()])
  await expect.poll(() => wine.getAttribute('aria-pressed'), polling).toBe('true')
  await page.getByText('Scelti 1 di 10.').waitFor()

  await open(product, page, `/user/${her.session.angelId}`)
  const common = page.locator('section', { has: page.getByRole('heading', { name: 'Avete in comune' }) })
  await common.getByText('Vino').waitFor()
  const viewed = () =>
    product.testServer.database.db
      .selectFrom('member_events')
      .select(['kind', 'other_id'])
      .where('other_id', '=', her.session.angelId)
      .execute()
  await expect.poll(viewed, polling).toEqual([{ kind: 'vista_profilo', other_id: her.session.angelId }])
  expect(await common.getByText('Mare').count()).toBe(0)
  await page.getByRole('button', { name: 'Rispondi a: Mercato presto, sugo lento.' }).click()
  await expect
    .poll(() => page.getByLabel('Scrivi un messaggio').inputValue(), polling)
    .toBe('«Mercato presto, sugo lento.» ')

  await page.goBack()
  await page.getByRole('button', { name: 'Mi piace: Mercato presto, sugo lento.' }).click()
  await page.getByText(/^Mi piace inviato a /).waitFor()
  const hers = await openVisitor(product, sizes.phone)
  await signIn(product, hers.context, her)
  await open(product, hers.page, '/notifications')
  await hers.page.getByText('Ha messo mi piace alla tua risposta «La domenica perfetta»').waitFor()
  await open(product, hers.page, `/chats/${member.session.angelId}`)
  await hers.page.getByText('Mercato presto, sugo lento.').waitFor()
  expect([...problems, ...hers.problems]).toEqual([])
  await hers.context.close()
  await context.close()
})

test('a photo is proposed at the match, too, and not again once it was put off', async () => {
  const { context, page, member } = await openMember(product, {}, sizes.phone)
  const { db } = product.testServer.database
  await db.deleteFrom('onboarding').where('member_id', '=', member.session.angelId).execute()
  await open(product, page, '/match')
  const proposal = page.getByRole('dialog', { name: 'Aggiungi la tua prima foto' })
  const skipped = page.waitForResponse((response) => response.url().endsWith('/onboarding/skip'))
  await proposal.getByRole('button', { name: 'Più tardi' }).click()
  await proposal.waitFor({ state: 'detached' })
  await skipped
  const session = await product.testServer.call('/api/users/verify', { body: {}, token: member.token })
  expect(session.body).toMatchObject({ asksForPhoto: false })
  await context.close()
})

test('the first steps appear one at a time, and skipped ones remain on the profile', async () => {
  const { context, page, problems, member } = await openMember(product, {}, sizes.phone)
  // The photo popup of the first page load links to them.
  const { db } = product.testServer.database
  await db.deleteFrom('onboarding').where('member_id', '=', member.session.angelId).execute()
  await open(product, page, '/find')
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await button('Carica la prima foto').click()
  await heading('Una foto in cui ti riconosci')
  await button('Non adesso').click()
  await heading('Che cosa speri di trovare?')
  await page.getByRole('radio', { name: 'Una relazione' }).check()
  await button('Continua').click()
  await heading('Dai uno spunto a chi ti legge')
  await button('Scegli una domanda').click()
  await page.getByRole('button', { name: 'Il piatto che mi riesce meglio' }).click()
  await page.getByLabel('Il piatto che mi riesce meglio').fill('Il pane in casa.')
  await button('Salva').click()
  await page.locator('#main').getByText('Il pane in casa.').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('Passo 4 di 5').waitFor()
  await button('Indietro').click()
  await heading('Che cosa speri di trovare?')
  await button('Indietro').click()
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused, polling).toBe('Una foto in cui ti riconosci')
  await button('Non adesso').click()
  await heading('Che cosa speri di trovare?')
  await button('Continua').click()
  await button('Continua').click()
  await heading('Che cosa ti piace?')
  await button('Non adesso').click()
  await page.getByRole('heading', { name: 'Il tuo profilo: 3 di 5' }).waitFor()
  await page.getByRole('link', { name: 'Che cosa ti piace?' }).click()
  await heading('Che cosa ti piace?')
  expect(problems).toEqual([])
  await context.close()
})

test('a card expands into the member’s page and back to its place in the list, which is not reloaded', async () => {
  const region = 'Basilicata'
  for (const username of ['Ada', 'Bea', 'Cleo', 'Dora', 'Elsa', 'Fina'])
    await product.testServer.member({ gender: 'woman', region, form: { username } })
  const { context, page, problems } = await openMember(
    product,
    { region },
    { ...sizes.phone, reducedMotion: 'no-preference' },
  )
  // Records the calls to the device, since vibration cannot be observed.
  await page.addInitScript(() => {
    const asked: unknown[] = []
    Object.assign(window, { asked })
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      asked.push('transition')
      return start(update)
    }
    navigator.vibrate = (pattern) => asked.push(pattern) > 0
  })
  const asked = () => page.evaluate(() => (window as unknown as { asked: unknown[] }).asked)
  let lists = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/dispenser/match')) lists += 1
  })
  const ready = connected(page)
  await open(product, page, '/find')
  await ready
  const last = page.getByRole('article').last()
  await last.getByRole('button', { name: /^Mi piace: / }).click()
  await page.getByText(/^Mi piace inviato a /).waitFor()
  const from = await page.evaluate(() => scrollY)
  expect(from).toBeGreaterThan(0)
  const { db } = product.testServer.database
  const logged = () => db.selectFrom('member_events').select('kind').where('kind', '=', 'like_da_home').execute()
  await expect.poll(logged, polling).toEqual([{ kind: 'like_da_home' }])
  // Undone, and given again.
  await page.getByRole('button', { name: 'Annulla', exact: true }).click()
  await last.getByRole('button', { name: /^Mi piace: /, pressed: false }).click()
  await expect.poll(logged, polling).toHaveLength(2)
  const before = lists
  await last.getByRole('link', { name: /, \d+$/ }).click()
  await page.waitForURL('**/user/*')
  await page.getByRole('heading', { name: 'In breve' }).waitFor({ state: 'attached' })
  // It can be undone there, too, although the page was loaded with the like.
  const given = page.getByRole('button', { name: 'Ti piace', exact: true })
  await given.waitFor()
  await page.getByRole('button', { name: 'Annulla', exact: true }).click()
  await given.waitFor({ state: 'detached' })
  await page.goBack()
  await last.waitFor()
  await expect.poll(() => page.evaluate(() => scrollY), polling).toBe(from)
  expect([lists - before, await asked()]).toEqual([0, [[12], [12], 'transition', 'transition']])
  expect(problems).toEqual([])
  await context.close()
})

test('a photo is blurred until it has loaded, and a member’s page begins with the card’s', async () => {
  const region = 'Sardegna'
  const her = await product.testServer.member({ gender: 'woman', region, form: { username: 'Gaia' } })
  await upload(product.testServer, her, await jpeg(5))
  const { context, page } = await openMember(product, { region }, sizes.phone)
  let held: ((go: boolean) => void) | undefined
  const hold = () => new Promise<boolean>((resolve) => (held = resolve))
  await page.route('**/media/**', async (route) => {
    await hold()
    await route.continue()
  })
  const background = (image: ReturnType<typeof page.locator>) =>
    expect.poll(() => image.evaluate((element) => element.style.backgroundImage), polling)
  // The page's own load event waits for the photo.
  await page.goto(product.at('/find'), { waitUntil: 'commit' })
  const card = page.getByRole('article').filter({ hasText: 'Gaia' })
  await background(card.locator('img')).toMatch(/^url\("data:image\/png/)
  held?.(true)
  await expect
    .poll(() => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth), polling)
    .toBeGreaterThan(0)
  await card.getByRole('link', { name: /Gaia, \d+$/ }).click()
  const photo = page.getByRole('img', { name: 'Foto di Gaia' })
  await background(photo).toContain('/card')
  held?.(true)
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth), polling).toBeGreaterThan(0)
  await context.close()
})
