import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Product } from './product.ts'
import { polling } from './polling.ts'

/** The path and query of the newest link to a page among an address's mails, waited for. */
export async function linkIn(product: Product, address: string, page: string): Promise<string> {
  let found: string | undefined
  await expect
    .poll(
      async () =>
        (found = (await product.testServer.mailTo(address)).links.find((link) => new URL(link).pathname === page)),
      polling,
    )
    .toBeTruthy()
  const { pathname, search } = new URL(found ?? '')
  return pathname + search
}

/** Sends the form that holds a field; found by its field, because its words may be in any language. */
export const send = (page: Page, field: string): Promise<void> =>
  page.locator(`form:has(${field}) button[type=submit]`).last().click()

/** What every form to register asks besides an email and a password. */
export async function fillWho(page: Page): Promise<void> {
  await page.locator('label', { has: page.locator('input[name=sono][value=donna]') }).click()
  await page.locator('label', { has: page.locator('input[name=cerco][value=uomo]') }).click()
  await page.locator('#age').selectOption('34')
  await page.locator('#region').selectOption('Toscana')
  for (const id of ['terms1', 'terms2', 'terms3', 'terms4']) await page.locator(`#${id}`).check()
}
