import type { FrameLocator, Locator, Page } from 'playwright-core'

/* Filling in forms as people do: key by key, so that what a field makes of each key is tested too. */

/** Types over what a field contains. */
export async function typeOver(field: Locator, text: string): Promise<void> {
  await field.click()
  await field.press('ControlOrMeta+a')
  await field.pressSequentially(text)
}

/** A card as it is printed, of the sandbox's test cards. */
const printed = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ')

/** Types a test card of the sandbox into the card frame. */
export async function typeCard(frame: FrameLocator, number: string): Promise<void> {
  await typeOver(frame.getByLabel('Numero della carta'), printed(number))
  await typeOver(frame.getByLabel('Scadenza'), '03/30')
  await typeOver(frame.getByLabel('CVV', { exact: true }), '737')
}

/** Types the holder's name beside the card frame. */
export async function typeHolder(page: Page, [first, last]: readonly [string, string]): Promise<void> {
  await typeOver(page.getByLabel('Nome', { exact: true }), first)
  await typeOver(page.getByLabel('Cognome'), last)
}
