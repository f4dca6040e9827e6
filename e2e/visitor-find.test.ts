import { fileURLToPath } from 'node:url'
import { createContext } from '../server/src/context.ts'
import { createLog } from '../server/src/platform/log.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openVisitor, sizes } from './parts/person.ts'
import { openProduct, type Product } from './parts/product.ts'

/* The sign-up landings. `/find` is one for visitors only. */

let product: Product
beforeAll(async () => { product = await openProduct() })
afterAll(() => product?.close())

const landings = ['/find', '/Find/?tid=ad-7', '/ms', '/loginWithGoogle', '/asignup?mail=nora@person.example.com']

test.each([true, false])('whoever’s address came with the link may come in with Google all the same (script: %s)', async (javaScriptEnabled) => {
  const { context, page, problems } = await openVisitor(product, { ...sizes.phone, javaScriptEnabled })
  const email = `other.${javaScriptEnabled}@person.example.com`
  await page.goto(product.at('/asignup?mail=partner%40person.example.com&src=radio'))
  await page.getByRole('button', { name: 'Continua con Google' }).click()
  await page.waitForURL(`${product.house.sandbox.origin}/google/**`)
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Go on' }).click()
  if (!javaScriptEnabled) await page.getByRole('button', { name: 'Entra' }).click()
  await page.waitForURL('**/loginWithGoogle/complete')
  // Google's address is the account's; the partner's goes nowhere.
  await page.getByText(email).waitFor()
  expect(await page.content()).not.toContain('partner@person')
  expect(problems.filter((problem) => !/status of 40[013]/.test(problem))).toEqual([])
  await context.close()
})

test('where Google is not set up nothing on these pages speaks of it', async () => {
  const pages = [...landings, '/signup', '/login']
  const webBuild = process.env['WEB_BUILD_DIR'] ?? fileURLToPath(new URL('../web/build', import.meta.url))
  const words = async (config: typeof product.house.config) => {
    const context = await createContext({ config, log: createLog('silent'), health: { ready: true }, webBuild })
    const found = await Promise.all(pages.map(async (url) => (await context.app.inject({ url, headers: { host: product.house.host } })).body.includes('Continua con Google')))
    await context.close()
    return found
  }
  expect(await words(product.house.config)).toEqual(pages.map(() => true))
  expect(await words({ ...product.house.config, google: undefined })).toEqual(pages.map(() => false))
})
