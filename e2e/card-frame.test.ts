import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import axe from 'axe-core'
import type { Browser, FrameLocator, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop, type Shop } from '#server/modules/payments/testing/shop.ts'
import { openBrowser } from './parts/product.ts'
import { typeOver } from './parts/typing.ts'

const web = fileURLToPath(new URL('../web', import.meta.url))
const frameDir = `${web}/build/frame`
/** The machine may be busy with other tests. */
const polling = { timeout: 20_000 }
let shop: Shop
let browser: Browser
let page: Page
let frame: FrameLocator
let origin: string

/** The payment page's side of the protocol; `said` collects the frame's messages. */
const parent = `<!doctype html><html lang="it" data-brand="battito"><body style="margin:0"><iframe id="f" sandbox="allow-scripts" style="width:100%;border:0"></iframe>
<script>
  const f = document.getElementById('f'); window.said = []
  addEventListener('message', (event) => {
    if (event.source !== f.contentWindow) return
    said.push({ origin: event.origin, ...event.data })
    if (event.data.type === 'resize') f.style.height = event.data.height + 'px'
  })
  window.ask = (message) => f.contentWindow.postMessage(message, '*')
  f.src = '/pay/card-frame' + location.search
</script></body></html>`

beforeAll(async () => {
  if (!existsSync(`${frameDir}/card-frame.js`))
    await build({ root: web, configFile: `${web}/vite.frame.config.ts`, logLevel: 'error' })
  shop = await openShop({
    frameDir,
    pages: (app) =>
      app.get('/parent', async (_request, reply) =>
        reply
          .header(
            'content-security-policy',
            "default-src 'self'; script-src 'unsafe-inline'; style-src 'unsafe-inline'",
          )
          .type('text/html')
          .send(parent),
      ),
  })
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://localhost:${(shop.app.server.address() as AddressInfo).port}`
  browser = await openBrowser()
})
afterAll(async () => {
  await page?.close()
  await shop?.close()
})
beforeEach(async () => {
  await page?.close()
  page = await browser.newPage({ viewport: { width: 420, height: 720 } })
  await page.goto(`${origin}/parent?lang=it&theme=light`)
  frame = page.frameLocator('#f')
  await expect.poll(() => said('ready'), polling).toHaveLength(1)
})

interface Axe {
  run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
}
interface Said {
  readonly type: string
  readonly origin: string
  readonly [key: string]: unknown
}
const said = async (type: string): Promise<Said[]> =>
  (await page.evaluate(() => (window as unknown as { said: Said[] }).said)).filter((message) => message.type === type)
const ask = (message: object) =>
  page.evaluate((data) => (window as unknown as { ask: (data: object) => void }).ask(data), message)

test('a typed card leaves the frame encrypted, and pays', async () => {
  await frame.getByLabel('Numero della carta').pressSequentially('4111-1111-1111-1111')
  await frame.getByLabel('Scadenza').pressSequentially('03/30')
  await frame.getByLabel('CVV', { exact: true }).pressSequentially('7375')
  expect(await frame.getByLabel('Numero della carta').inputValue()).toBe('4111 1111 1111 1111')
  expect(await frame.getByLabel('Scadenza').inputValue()).toBe('03/30')
  expect(await frame.getByLabel('CVV', { exact: true }).inputValue()).toBe('737')
  expect(await frame.getByRole('img', { name: 'Visa' }).isVisible()).toBe(true)
  expect(await frame.getByText('Numero valido').isVisible()).toBe(true)
  await expect
    .poll(async () => (await said('state')).at(-1), polling)
    .toMatchObject({ complete: true, brand: 'visa', origin: 'null' })

  await ask({ type: 'submit', id: 'order-1' })
  await expect.poll(() => said('encrypted'), polling).toHaveLength(1)
  const [{ card, id } = { card: {}, id: '' }] = await said('encrypted')
  expect(id).toBe('order-1')
  expect(JSON.stringify(await page.evaluate(() => (window as unknown as { said: Said[] }).said))).not.toMatch(
    /4111|737/,
  )
  const ada = await shop.customer()
  const { body } = await shop.pay(ada, 'messages-60', null, {
    ...(card as object),
    firstName: 'Ada',
    lastName: 'Rossi',
  })
  expect(body).toMatchObject({ status: 'ok', message: 'success' })

  await ask({ type: 'clear-cvv' })
  await expect.poll(() => frame.getByLabel('CVV', { exact: true }).inputValue(), polling).toBe('')
})

test('mistakes are shown beside their fields, and nothing is sent', async () => {
  await frame.getByLabel('Numero della carta').pressSequentially('4111 1111 1111 1112')
  await frame.getByLabel('Scadenza').pressSequentially('01/20')
  await ask({ type: 'submit', id: 'order-2' })
  await expect.poll(() => said('invalid'), polling).toMatchObject([{ id: 'order-2', field: 'number' }])
  for (const [label, text] of [
    ['Numero della carta', 'Questo numero non è valido'],
    ['Scadenza', 'scaduta'],
    ['CVV', '3 cifre'],
  ] as const) {
    const field = frame.getByLabel(label, { exact: true })
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    const described = (await field.getAttribute('aria-describedby'))?.split(' ')[0] ?? ''
    expect(await frame.locator(`#${described}`).textContent()).toContain(text)
  }
  expect(await said('encrypted')).toEqual([])
  await typeOver(frame.getByLabel('Numero della carta'), '5555444433331111')
  expect(await frame.getByLabel('Numero della carta').getAttribute('aria-invalid')).toBeNull()
})

test.each([
  ['03/30', 0],
  ['0330', 60],
  ['03 30', 0],
  ['3/30', 60],
  ['03/2030', 200],
])('an expiry date typed as %s, a key each %i ms, is the date, and can be corrected', async (keys, delay) => {
  const expiry = frame.getByLabel('Scadenza')
  await expiry.pressSequentially(keys, { delay })
  expect(await expiry.inputValue()).toBe('03/30')
  for (const shown of ['03/3', '03/', '03', '0', '']) {
    await expiry.press('Backspace')
    expect(await expiry.inputValue()).toBe(shown)
  }
  await expiry.pressSequentially('12/29', { delay })
  for (const key of ['Home', 'ArrowRight', 'Delete', '1', 'Delete']) await expiry.press(key)
  // Past the slash, which came back, the next digit is deleted.
  expect(await expiry.inputValue()).toBe('11/29')
  for (const key of ['Delete', '3']) await expiry.press(key)
  expect(await expiry.inputValue()).toBe('11/39')
})

test('takes what is pasted, filled in by a program, and composed by an input method', async () => {
  const expiry = frame.getByLabel('Scadenza')
  const paste = (text: string) => page.keyboard.insertText(text)
  await expiry.click()
  await paste(' 03-2030 ')
  expect(await expiry.inputValue()).toBe('03/30')
  // A program that fills in forms sets the value, and some report only the change.
  for (const event of ['input', 'change']) {
    await expiry.evaluate((input: HTMLInputElement, name) => {
      input.value = '2031-07'
      input.dispatchEvent(new Event(name, { bubbles: true }))
    }, event)
    expect(await expiry.inputValue()).toBe('07/31')
    await typeOver(expiry, '1/30')
  }
  // An input method composes: nothing is rewritten under it, and its full-width digits count.
  const session = await page.context().newCDPSession(page)
  await expiry.press('ControlOrMeta+a')
  for (const text of ['０', '０３', '０３３', '０３３０'])
    await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  expect(await expiry.inputValue()).toBe('０３３０')
  await paste('０３３０')
  expect(await expiry.inputValue()).toBe('03/30')
})

test('a digit in the middle of a number leaves the caret there', async () => {
  const number = frame.getByLabel('Numero della carta')
  await number.pressSequentially('41111111')
  for (const key of ['Home', 'ArrowRight', 'ArrowRight', '2', '3']) await number.press(key)
  expect(await number.inputValue()).toBe('4123 1111 11')
  await number.press('4')
  expect(await number.inputValue()).toBe('4123 4111 111')
})

test.each([2, -2])('a device whose clock is wrong by %i days encrypts with the server’s time', async (days) => {
  await page.clock.setSystemTime(Date.now() + days * 86_400_000)
  await page.goto(`${origin}/parent?lang=it&theme=light`)
  await expect.poll(() => said('ready'), polling).toHaveLength(1)
  await frame.getByLabel('Numero della carta').pressSequentially('4111111111111111')
  await frame.getByLabel('Scadenza').pressSequentially('03/30')
  await frame.getByLabel('CVV', { exact: true }).pressSequentially('737')
  await ask({ type: 'submit', id: 'order-3' })
  await expect.poll(() => said('encrypted'), polling).toHaveLength(1)
  const [{ card }] = (await said('encrypted')) as [Said]
  const ada = await shop.customer()
  const { body } = await shop.pay(ada, 'messages-60', null, {
    ...(card as object),
    firstName: 'Ada',
    lastName: 'Rossi',
  })
  expect(body).toMatchObject({ status: 'ok', message: 'success' })
})

test('the frame fits its content, and answers only its own page', async () => {
  const height = await page.locator('#f').evaluate((element) => element.getBoundingClientRect().height)
  expect(height).toBeGreaterThan(150)
  expect(await frame.locator('html').evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0)
  // A page whose script runs after the frame's asks for what it has missed.
  await ask({ type: 'report' })
  await expect.poll(() => said('ready'), polling).toHaveLength(2)
  expect((await said('resize')).at(-1)).toMatchObject({ height: Math.ceil(height) })
  expect((await said('state')).at(-1)).toMatchObject({ complete: false, brand: null })
  // A message that the frame sends to itself does not come from its page.
  await frame.locator('body').evaluate(() => window.postMessage({ type: 'submit', id: 'own' }, '*'))
  await ask({ type: 'submit', id: 'page' })
  await expect.poll(() => said('invalid'), polling).toHaveLength(1)
  expect(await frame.locator('body').evaluate(() => window.origin)).toBe('null')
})

test.each(['light', 'dark'])('has no accessibility fault in the %s theme', async (theme) => {
  await page.goto(`${origin}/pay/card-frame?lang=en&theme=${theme}`)
  await page.getByLabel('Card number').fill('4111')
  await page.getByLabel('Card number').blur()
  await page.evaluate(axe.source)
  // The frame has no heading; the page around it has one.
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: Axe }).axe.run({ rules: { 'page-has-heading-one': { enabled: false } } }),
  )
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
})
