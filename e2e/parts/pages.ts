import type { Page } from 'playwright-core'
import type { Product } from './product.ts'

export { acquaint, memberPages, visitorPages } from '#test/pages/paths.ts'

/** Waits until a page is complete: no skeletons, nothing loading, and its script running if it has one. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1, h2').first().waitFor({ state: 'attached' })
  await page.waitForFunction(
    () =>
      !document.querySelector('main [aria-busy="true"], [role="log"][aria-busy="true"]') &&
      document.fonts.status === 'loaded',
  )
  await page.waitForLoadState('load')
}

/** Changes the theme and waits until the transitions of the colours have finished. */
export async function inTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await arrived(page)
}

const arrived = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const passing = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
    // A transition that is replaced by another one rejects; it has ended, too.
    await Promise.all(passing.map((animation) => animation.finished.catch(() => undefined)))
  })

export const open = async (product: Product, page: Page, path: string, host?: string): Promise<void> => {
  await page.goto(product.at(path, host))
  await settled(page)
}

/** Navigates like a link within the app, without a page load; for members' pages only. */
export async function goTo(page: Page, path: string): Promise<void> {
  // The page may be rendered before its script has run.
  await page.waitForFunction(() => '__reactRouterDataRouter' in window)
  await page.evaluate(
    (to) =>
      (
        window as unknown as { __reactRouterDataRouter: { navigate(to: string): Promise<void> } }
      ).__reactRouterDataRouter.navigate(to),
    path,
  )
  await settled(page)
}

/** Call before opening a page: resolves when its socket is connected, without which a like is refused. */
export async function connected(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket')
  await socket.waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('40'))
}

/** Runs the work for each item, one after the other. */
export async function inTurn<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (const item of items) await work(item)
}
