import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { Failure } from '../support/failure.mjs'
import { print } from '../support/output.mjs'
import { root } from '../support/paths.mjs'
import { devices, screens, usualDevices } from './list.mjs'
import { screensPage } from './page.mjs'

export const themes = /** @type {const} */ (['light', 'dark'])
const folder = join(root, 'docs', 'screens')
/** Of sample members; `npm start` prints it. */
const password = 'incontro-demo'

/**
 * @param {{ url: string, email: string, mockups?: string | undefined, only?: string[] | undefined, chromium: string }} options
 */
export async function takeScreens({ url, email, mockups, only, chromium: executablePath }) {
  await mkdir(folder, { recursive: true })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  /** @type {import('playwright-core').Cookie[]} */
  let cookies = []
  try {
    for (const [device, { context: options, width }] of Object.entries(devices)) {
      const context = await browser.newContext({
        ...options,
        locale: 'it-IT',
        timezoneId: 'Europe/Rome',
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
      })
      const shown = screens.filter(
        ({ name, devices: sizes = usualDevices }) =>
          sizes.some((one) => one === device) && (only === undefined || only.includes(name)),
      )
      const [staff, members] = [shown.filter((one) => one.staff), shown.filter((one) => !one.staff)]
      const take = async (/** @type {typeof screens} */ some, /** @type {() => Promise<Place>} */ arrive) => {
        if (some.length === 0) return
        const { page, origin, other } = await arrive()
        for (const screen of some) {
          for (const theme of themes) await picture({ page, origin, other, screen, theme, device, width, options })
          print(`${device}: ${screen.title}`)
        }
        await page.close()
      }
      await take(members, async () => {
        const page = await newPage(context)
        await signIn(page, url, email)
        return { page, origin: url, other: await firstInList(page, url) }
      })
      await take(staff, async () => {
        const [page, origin] = [await newPage(context), consoleOf(url)]
        // A code counts once: later devices go on with the same session.
        await context.addCookies(cookies)
        if (cookies.length === 0) await signInAsOwner(page, origin)
        cookies = await context.cookies(origin)
        return { page, origin, other: '' }
      })
      await context.close()
    }
  } finally {
    await browser.close()
  }
  if (mockups !== undefined) await copyMockups(mockups)
  await writeFile(join(folder, 'README.md'), screensPage())
}

/** @typedef {{ page: import('playwright-core').Page, origin: string, other: string }} Place */

/** @param {import('playwright-core').BrowserContext} context */
async function newPage(context) {
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  return page
}

/**
 * @param {Place & { screen: import('./list.mjs').Screen, theme: 'light' | 'dark', device: string, width: number,
 *   options: { viewport: { width: number, height: number } } }} what
 */
async function picture({ page, origin, other, screen, theme, device, width, options }) {
  await page.emulateMedia({ colorScheme: theme })
  await screen.before?.(page)
  await page.goto(new URL(screen.path.replace('OTHER', other), origin).href)
  if (screen.staff) await page.waitForLoadState('networkidle')
  await settle(page)
  if (screen.act !== undefined) {
    await screen.act(page)
    await settle(page)
  }
  if (screen.wholePage === true) await makeTall(page, options.viewport)
  const taken = await page.screenshot()
  await page.setViewportSize(options.viewport)
  await keep(taken, `${screen.name}.${device}.${theme}`, width)
  await screen.after?.(page)
}

/** The demo's console is beside its brands. @param {string} url */
const consoleOf = (url) => {
  const { protocol, port } = new URL(url)
  return `${protocol}//admin.localhost:${port}`
}

/** The demo shows the code of the second factor. @param {import('playwright-core').Page} page @param {string} origin */
async function signInAsOwner(page, origin) {
  await page.goto(origin)
  await page.fill('input[type=email]', 'owner@console.example')
  await page.fill('input[type=password]', password)
  await page.keyboard.press('Enter')
  const hint = page.getByText(/Demo: .*\d{6}/)
  await hint.waitFor()
  const [code] = /\d{6}/.exec(await hint.innerText()) ?? []
  await page
    .locator('input')
    .first()
    .fill(code ?? '')
  await page.keyboard.press('Enter')
  await hint.waitFor({ state: 'detached' })
}

/** @param {import('playwright-core').Page} page @param {string} url @param {string} email */
async function signIn(page, url, email) {
  await page.goto(new URL('/login', url).href).catch((error) => {
    throw new Failure(`${url} does not answer: start the demo first (npm start), or give its --url.`, { cause: error })
  })
  await page.fill('#email', email)
  await page.fill('#password', password)
  await page.click('form button[type=submit]')
  await page
    .waitForURL(({ pathname }) => pathname !== '/login')
    .catch((error) => {
      throw new Failure(`${email} cannot sign in at ${url}.`, { cause: error })
    })
  // A popup that the demo shows once.
  await settle(page)
  await page.keyboard.press('Escape')
}

/** @param {import('playwright-core').Page} page @param {string} url @returns the id of a person with whom the member has written */
async function firstInList(page, url) {
  await page.goto(new URL('/chats', url).href)
  await settle(page)
  const links = page.locator('a[href^="/chats/"]')
  const ids = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')?.split('/').at(-1) ?? ''))
  const id = ids.find((one) => one.length === 36)
  if (id === undefined) throw new Failure('The member has no conversation: use a login of the demo.')
  return id
}

/** Waits until nothing loads any more. @param {import('playwright-core').Page} page */
async function settle(page) {
  await page.waitForLoadState('load')
  await page.waitForFunction(
    () =>
      '__reactRouterDataRouter' in window ||
      document.querySelector('script[type=module]') === null ||
      // The console has no pages of the server's.
      location.hostname.startsWith('admin.'),
  )
  await page.waitForFunction(
    () => !document.querySelector('main [aria-busy="true"]') && document.fonts.status === 'loaded',
  )
  // Pictures elsewhere load when they are scrolled to.
  await page.waitForFunction(() =>
    [...document.images].every((image) => {
      const { top, left } = image.getBoundingClientRect()
      const isShown = image.checkVisibility() && top < window.innerHeight && left < window.innerWidth
      return image.complete || !isShown
    }),
  )
}

/**
 * As tall as the page, so that bars are at its end and pictures load.
 * @param {import('playwright-core').Page} page @param {{ width: number, height: number }} viewport
 */
async function makeTall(page, { width, height }) {
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.max(height, whole) })
  await settle(page)
}

/** @param {Buffer | string} picture @param {string} name @param {number} width in pixels */
const keep = (picture, name, width) =>
  sharp(picture)
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 72 })
    .toFile(join(folder, `${name}.webp`))

/** @param {string} from the folder of the mock-ups' pictures */
async function copyMockups(from) {
  for (const { name, mockups, devices: sizes = usualDevices } of screens)
    for (const device of sizes)
      for (const theme of themes) {
        const mockup = mockups[device]?.[theme]
        if (mockup === undefined) continue
        const file = join(from, `${mockup}.png`)
        if (!existsSync(file)) throw new Failure(`There is no mock-up ${file}.`)
        await keep(file, `mockup.${name}.${device}.${theme}`, devices[device].width)
      }
}
