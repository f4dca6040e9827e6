import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { polling } from './polling.ts'

/*
 * A phone as a thumb uses it: taps what is on the screen and nothing covers, swipes to what is not, and types key by key
 * into the field that has the focus. Playwright's own `click` and `fill` would reach anything in the page.
 */

/** Swipes until an element is on the screen and nothing lies over it; its middle. */
async function seen(page: Page, target: Locator): Promise<{ readonly x: number; readonly y: number }> {
  await target.waitFor()
  const { height, width } = page.viewportSize()!
  for (let swipes = 0; swipes < 40; swipes += 1) {
    const box = await target.boundingBox()
    if (!box) throw new Error('it is gone')
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    await drawn(page)
    const later = await target.boundingBox()
    // What still moves, as while a page settles, would be missed.
    if (later?.x !== box.x || later.y !== box.y) continue
    const isOnScreen = middle.x > 0 && middle.x < width && middle.y > 0 && middle.y < height
    if (isOnScreen && (await isOnTop(page, target, middle))) return middle
    await page.mouse.move(width / 2, height / 2)
    await page.mouse.wheel(0, middle.y > height / 2 ? height / 4 : -height / 4)
    await drawn(page)
  }
  throw new Error('a thumb does not reach it')
}

/** Waits for two frames: the page has scrolled and settled once it has drawn. */
const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

/** Whether a tap at a point of the screen would reach an element, which may be in a frame. */
async function isOnTop(page: Page, target: Locator, at: { readonly x: number; readonly y: number }): Promise<boolean> {
  const isInFrame = await target.evaluate(() => window.parent !== window)
  if (isInFrame) return page.evaluate(({ x, y }) => document.elementFromPoint(x, y)?.tagName === 'IFRAME', at)
  return target.evaluate((element, { x, y }) => {
    const hit = document.elementFromPoint(x, y)
    const label = element.closest('label')
    return hit !== null && (element.contains(hit) || (label?.contains(hit) ?? false))
  }, at)
}

export async function tap(page: Page, target: Locator): Promise<void> {
  const { x, y } = await seen(page, target)
  await page.touchscreen.tap(x, y)
}

/** Taps a field, and types with the keyboard of the phone. */
export async function typeInto(page: Page, field: Locator, keys: string): Promise<void> {
  await tap(page, field)
  await expect.poll(() => field.evaluate((input) => input === document.activeElement), polling).toBe(true)
  await page.keyboard.type(keys)
}
