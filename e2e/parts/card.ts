import type { FrameLocator } from 'playwright-core'

/** Types a test card of the sandbox into the card frame. */
export async function fillCard(frame: FrameLocator, number: string): Promise<void> {
  await frame.getByLabel('Numero della carta').fill(number)
  await frame.getByLabel('Scadenza').fill('03/30')
  await frame.getByLabel('CVV', { exact: true }).fill('737')
}
