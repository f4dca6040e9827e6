import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { Failure } from '../support/failure.mjs'
import { print } from '../support/output.mjs'
import { root } from '../support/paths.mjs'
import { screens } from './list.mjs'
import { screensPage } from './page.mjs'

/** The sizes of the design, and the width of their pictures. */
export const devices = {
  phone: { context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, width: 390 },
  desktop: { context: { viewport: { width: 1440, height: 900 } }, width: 960 },
}
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
  try {
    for (const [device, { context: options, width }] of Object.entries(devices)) {
      const context = await browser.newContext({
        ...options,
        locale: 'it-IT',
        timezoneId: 'Europe/Rome',
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
      })
      const page = await context.newPage()
      page.setDefaultTimeout(60_000)
      await signIn(page, url, email)
      const other = await firstInList(page, url)
      for (const screen of screens) {
        if (only !== undefined && !only.includes(screen.name)) continue
        for (const theme of themes) {
          await page.emulateMedia({ colorScheme: theme })
          await screen.before?.(page)
          await page.goto(new URL(screen.path.replace('OTHER', other), url).href)
          await settle(page)
          if (screen.act !== undefined) {
            await screen.act(page)
            await settle(page)
          }
          if (screen.wholePage === true) await makeTall(page, options.viewport)
          const picture = await page.screenshot()
          await page.setViewportSize(options.viewport)
          await keep(picture, `${screen.name}.${device}.${theme}`, width)
          await screen.after?.(page)
        }
        print(`${device}: ${screen.title}`)
      }
      await context.close()
    }
  } finally {
    await browser.close()
  }
  if (mockups !== undefined) await copyMockups(mockups)
  await writeFile(join(folder, 'README.md'), screensPage())
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
    () => '__reactRouterDataRouter' in window || document.querySelector('script[type=module]') === null,
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
  for (const { name, mockups } of screens)
    for (const device of /** @type {const} */ (['phone', 'desktop']))
      for (const theme of themes) {
        const mockup = mockups[device]?.[theme]
        if (mockup === undefined) continue
        const file = join(from, `${mockup}.png`)
        if (!existsSync(file)) throw new Failure(`There is no mock-up ${file}.`)
        await keep(file, `mockup.${name}.${device}.${theme}`, devices[device].width)
      }
}
