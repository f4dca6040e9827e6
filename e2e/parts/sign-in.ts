import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Product } from './product.ts'
import { polling } from './polling.ts'

/** Waits for an email to an address and returns path and query of the newest link to a page. */
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

/** Submits the form that contains a field; found by the field, because texts depend on the language. */
export const send = (page: Page, field: string): Promise<void> =>
  page.locator(`form:has(${field}) button[type=submit]`).last().click()

/** Fills in the fields of every sign-up form besides email and password. */
export async function fillWho(page: Page): Promise<void> {
  await page.locator('label', { has: page.locator('input[name=sono][value=donna]') }).click()
  await page.locator('label', { has: page.locator('input[name=cerco][value=uomo]') }).click()
  await page.locator('#age').selectOption('34')
  await page.locator('#region').selectOption('Toscana')
  for (const id of ['terms1', 'terms2', 'terms3', 'terms4']) await page.locator(`#${id}`).check()
}
