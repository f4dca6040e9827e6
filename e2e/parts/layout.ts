import type { Page } from 'playwright-core'
import { sizes } from './person.ts'

/** What a narrow screen and large text must not break (WCAG 2.2, 1.4.4 and 1.4.10), by name. */
const squeezes = {
  '320 px': { width: 320, text: '' },
  '200 % text': { width: sizes.phone.viewport.width, text: 'html { font-size: 200% !important }' },
} as const

/**
 * Text that is cut off, overlaps other text, or needs sideways scrolling, as `320 px: cut "Ricambia"`. Text that is
 * shortened on purpose (an ellipsis, a line clamp), in its own scroll area, or for screen readers only does not count.
 */
export async function layoutFaults(page: Page): Promise<string[]> {
  const found: string[] = []
  const { height } = sizes.phone.viewport
  for (const [name, { width, text }] of Object.entries(squeezes)) {
    await page.setViewportSize({ width, height })
    found.push(...(await page.evaluate(look, text)).map((fault) => `${name}: ${fault}`))
  }
  await page.setViewportSize(sizes.phone.viewport)
  return found
}

/** The same at the size that the page has. */
export const layoutFaultsHere = (page: Page): Promise<string[]> => page.evaluate(look, '')

/** Runs in the page. */
async function look(css: string): Promise<string[]> {
  const sheet = new CSSStyleSheet()
  // What is laid out only when it is near has its place when the page is at that part.
  sheet.replaceSync(`${css} * { transition: none !important; content-visibility: visible !important }`)
  const before = [...document.adoptedStyleSheets]
  document.adoptedStyleSheets = [...before, sheet]
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

  const found = new Set<string>()
  const root = document.documentElement
  if (root.scrollWidth > innerWidth + 1) found.add('scrolls sideways')
  interface Words {
    readonly element: Element
    readonly text: string
    /** The visible part, without what a scrolling box hides. */
    rect: DOMRect
  }
  const words: Words[] = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement
    const text = (texts.currentNode.nodeValue ?? '').trim()
    if (!element || !/\p{L}/u.test(text) || element.closest('option, noscript, svg, script, style, [inert]')) continue
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    // The initial that replaces a missing photo is a picture, not text.
    if (text.length < 3 && element.closest('[aria-hidden=true]')) continue
    range.selectNodeContents(texts.currentNode)
    for (const rect of range.getClientRects())
      if (rect.width > 2 && rect.height > 2) words.push({ element, text: text.slice(0, 24), rect })
  }

  /** Nothing moves meanwhile, and each box is around many words. */
  const boxes = new Map<Element, ReturnType<typeof measure>>()
  const measure = (element: Element) => {
    const style = getComputedStyle(element)
    const { clipPath, clip, position, overflowX, overflowY, display } = style
    const isMeant =
      style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none' || /auto|scroll/.test(overflowX + overflowY)
    return { clipPath, clip, position, overflowX, overflowY, display, isMeant, rect: element.getBoundingClientRect() }
  }
  const boxOf = (element: Element) => {
    const known = boxes.get(element) ?? measure(element)
    boxes.set(element, known)
    return known
  }
  const shown = words.filter((one) => {
    const { element, text, rect } = one
    // Off-screen until it has the focus.
    if (rect.right <= 0 || rect.bottom + scrollY <= 0) return false
    for (let box: Element | null = element; box && box !== root; box = box.parentElement) {
      const style = boxOf(box)
      if (style.clipPath !== 'none' || style.clip !== 'auto') return false
      if (style.position === 'fixed' && box !== element) break
      if (style.overflowX === 'visible' || style.display === 'inline') continue
      const { left, right, top, bottom } = style.rect
      if (right - left < 2 || bottom - top < 2) return false
      const isCut =
        rect.left < left - 1 ||
        rect.right > right + 1 ||
        rect.top < top - rect.height / 2 ||
        rect.bottom > bottom + rect.height / 2
      if (!isCut) {
        if (/auto|scroll/.test(style.overflowY)) {
          const seenFrom = Math.max(one.rect.top, top)
          const seenTo = Math.min(one.rect.bottom, bottom)
          one.rect = new DOMRect(rect.left, seenFrom, rect.width, Math.max(0, seenTo - seenFrom))
        }
        continue
      }
      if (!style.isMeant || element.closest('button, [role=tab]')) found.add(`cut "${text}"`)
      return false
    }
    if (rect.right > innerWidth + 1 || rect.left < -1) found.add(`over the edge "${text}"`)
    // Text that overflows its button's background is hard to read on the background beside it.
    const button = element.closest('a, button')
    if (button && getComputedStyle(button).backgroundColor !== 'rgba(0, 0, 0, 0)') {
      const { left, right } = button.getBoundingClientRect()
      if (rect.left < left - 1 || rect.right > right + 1) found.add(`out of its button "${text}"`)
    }
    return true
  })

  // Only compare text of the same layer: sticky bars cover the page while it scrolls, as intended.
  const layerOf = (element: Element | null): Element | null => {
    for (let one = element; one; one = one.parentElement)
      if (/fixed|sticky/.test(boxOf(one).position) || one.matches('dialog, [role=dialog], [role=region]')) return one
    return null
  }
  const placed = shown
    .map((one) => ({ ...one, layer: layerOf(one.element) }))
    .toSorted((a, b) => a.rect.top - b.rect.top)
  for (const [at, one] of placed.entries())
    for (let next = at + 1; next < placed.length; next += 1) {
      const other = placed[next]
      if (!other || other.rect.top >= one.rect.bottom) break
      if (other.element === one.element || other.layer !== one.layer) continue
      const across = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left)
      const down = Math.min(one.rect.bottom, other.rect.bottom) - other.rect.top
      if (across > 3 && down > Math.min(one.rect.height, other.rect.height) * 0.4)
        found.add(`"${one.text}" and "${other.text}" overlap`)
    }
  document.adoptedStyleSheets = before
  return [...found]
}
