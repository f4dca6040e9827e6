import type { Page } from 'playwright-core'

const desktop = [
  ['1440', 1440, 900],
  ['1280', 1280, 800],
  ['tablet', 820, 1180],
] as const

/** Pictures to look at, light and dark, in the folder of `SHOTS`; none without it. A phone’s page keeps its size. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS']
  const size = page.viewportSize()
  if (folder === undefined || !size) return
  const sizes = size.width < 600 ? ([['phone', size.width, size.height]] as const) : desktop
  for (const [label, width, height] of sizes) {
    await page.setViewportSize({ width, height })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${folder}/${name}-${label}-${colorScheme}.png` })
    }
  }
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme: 'light' })
}
