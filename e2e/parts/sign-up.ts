import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { polling } from './polling.ts'

export interface NewMember {
  readonly email: string
  readonly sono: 'donna' | 'uomo'
  readonly cerco: 'donna' | 'uomo'
  readonly age: string
  readonly region: string
}

export const password = 'tre parole a caso'

/**
 * Fills in the page's form as a visitor would and submits it.
 * @param more is done once the region is chosen
 */
export async function fillSignup(
  page: Page,
  { email, sono, cerco, age, region }: NewMember,
  more: () => Promise<void> = async () => undefined,
): Promise<void> {
  await page.locator('label', { has: page.locator(`input[name=sono][value=${sono}]`) }).click()
  await page.locator('label', { has: page.locator(`input[name=cerco][value=${cerco}]`) }).click()
  await page.locator('#age').selectOption(age)
  await page.locator('#region').selectOption(region)
  await more()
  await page.locator('#email').fill(email)
  await page.locator('#password').fill(password)
  for (const id of ['terms1', 'terms2', 'terms3', 'terms4']) await page.locator(`#${id}`).check()
  await page.getByRole('button', { name: 'Crea il profilo' }).click()
}

/** Expects four unchecked boxes, and mistakes listed in the order of the rules, with the focus on the list. */
export async function expectEmptyFormRefused(page: Page): Promise<void> {
  for (const box of await page.getByRole('checkbox').all()) expect(await box.isChecked()).toBe(false)
  await page.getByRole('button', { name: 'Crea il profilo' }).click()
  const faultLinks = page.getByRole('alert').getByRole('link')
  await expect.poll(() => faultLinks.count(), polling).toBe(7)
  expect(await faultLinks.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    '#sono',
    '#cerco',
    '#age',
    '#region',
    '#email',
    '#password',
    '#terms1',
  ])
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role')), polling).toBe('alert')
}
