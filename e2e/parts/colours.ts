import type { Page } from 'playwright-core'
import { usedColours } from '#server/modules/brands/used-colours.ts'

/*
 * Which colours are used on which backgrounds. Every colour token temporarily gets a unique value, so that a computed
 * colour identifies its token; any other value is a colour written in a style sheet. The allowed pairs are data of the
 * brands module, which computes their contrast in every palette, so pages need not be checked in each brand's colours.
 */

const allowed = new Set(usedColours)

/** The current page's pairs of colours that are not in `used-colours.json`, in both themes. */
export async function strangeColours(page: Page): Promise<string[]> {
  return (await coloursOf(page)).filter(({ pair }) => !allowed.has(pair)).map(({ pair, where }) => `${pair} (${where})`)
}

/**
 * Lists `text|large|icon FRONT on GROUND [over GROUND …]`, each a token, a mix of tokens or a colour. Icons count if a
 * link or button shows nothing else. Disabled or covered elements and those on a photo or its scrim are left out.
 */
export const coloursOf = (page: Page): Promise<{ pair: string; where: string }[]> =>
  page.evaluate(() => {
    const root = document.documentElement
    const written = [...document.styleSheets, ...document.adoptedStyleSheets]
      .flatMap(({ cssRules }) => [...cssRules].map((rule) => rule.cssText))
      .join('')
    const names = [...new Set([...written.matchAll(/(--[a-z0-9-]+):\s*oklch\(/g)].map(([, name = '']) => name))]
    const sheet = new CSSStyleSheet()
    const marks = new Map(
      names.map((name, at) => [`rgb(${40 + (at % 10) * 17}, ${50 + Math.floor(at / 10) * 23}, 201)`, name]),
    )
    sheet.replaceSync(
      `:root:root:root:root { ${[...marks].map(([colour, name]) => `${name}: ${colour} !important`).join(';')} }
       *, *::before, *::after, *::placeholder { transition: none !important; pointer-events: auto !important; }`,
    )
    const before = { sheets: [...document.adoptedStyleSheets], theme: root.dataset['theme'], y: scrollY }
    document.adoptedStyleSheets = [...before.sheets, sheet]

    const changes: (() => void)[] = []
    const nameOf = new Map(marks)
    const probe = document.body.appendChild(document.createElement('i'))
    for (const [mix] of written.matchAll(/color-mix\((?:[^()]|\([^()]*\))*\)/g)) {
      if (/currentcolor/i.test(mix)) continue
      probe.style.color = mix
      nameOf.set(getComputedStyle(probe).color, mix)
    }
    probe.remove()
    const name = (colour: string): string => nameOf.get(colour) ?? colour
    const alpha = (colour: string): number =>
      colour === 'transparent' ? 0 : Number(/(?:rgba\(.*,|\/)\s*([\d.]+)\)$/.exec(colour)?.[1] ?? 1)

    const gradientOf = (image: string) =>
      [...image.matchAll(/(?:rgba?|oklab|oklch|color)\([^()]*\)/g)].map(([colour]) => colour)
    /** What a function of an element returned in this theme: most elements are behind many others. */
    function perTheme<T>(work: (element: Element) => T): (element: Element) => T {
      const known = new Map<Element, T>()
      changes.push(() => known.clear())
      return (element) => {
        if (!known.has(element)) known.set(element, work(element))
        return known.get(element) as T
      }
    }
    /** A scrim that a pseudo-element draws over a picture. */
    const hasScrim = perTheme((element) =>
      ['::before', '::after'].some((part) => {
        const { content, backgroundImage } = getComputedStyle(element, part)
        return content !== 'none' && gradientOf(backgroundImage).length > 0
      }),
    )
    /**
     * The backgrounds of an element from the top down, one list per colour of a gradient; none above a picture or its
     * scrim.
     */
    const groundsOf = (stack: readonly Element[]): string[][] => {
      const whole: string[][] = []
      let open: string[][] = [[]]
      let scrim = false
      for (const element of stack) {
        const { backgroundColor, backgroundImage } = getComputedStyle(element)
        const isPicture = /^(IMG|VIDEO|CANVAS|IFRAME|image)$/.test(element.tagName) || backgroundImage.includes('url(')
        if (hasScrim(element)) return []
        if (isPicture)
          return scrim
            ? []
            : open
                .filter((one) => one.length > 0)
                .flatMap((one) => ['rgb(0, 0, 0)', 'rgb(255, 255, 255)'].map((end) => [...one, end]))
        const stops = gradientOf(backgroundImage)
        const layered = open.flatMap((one) =>
          stops.map((stop) => ({ layers: alpha(stop) === 0 ? one : [...one, name(stop)], ends: alpha(stop) >= 0.9 })),
        )
        if (stops.length > 0) {
          scrim = true
          whole.push(...layered.filter(({ ends }) => ends).map(({ layers }) => layers))
          open = layered.filter(({ ends }) => !ends).map(({ layers }) => layers)
        }
        // A nearly opaque colour is the last background; otherwise every page that scrolls under a bar would add pairs.
        if (alpha(backgroundColor) > 0) open = open.map((one) => [...one, name(backgroundColor)])
        if (open.length === 0 || alpha(backgroundColor) >= 0.9) return [...whole, ...open]
      }
      return whole
    }
    const paints = perTheme((element) => {
      const { backgroundColor, backgroundImage } = getComputedStyle(element)
      return alpha(backgroundColor) > 0 || backgroundImage !== 'none' || element.tagName === 'IMG'
    })
    const opacityOf: (element: Element) => number = perTheme(
      (element) =>
        Number(getComputedStyle(element).opacity) * (element.parentElement ? opacityOf(element.parentElement) : 1),
    )

    const seen = new Map<string, string>()
    const note = (
      kind: 'text' | 'large' | 'icon',
      element: Element,
      colour: string,
      { left, top, width, height }: DOMRect,
    ) => {
      if (width < 2 || height < 2 || alpha(colour) === 0) return
      const stack = document.elementsFromPoint(left + width / 2, top + height / 2)
      const at = stack.findIndex((one) => one === element || element.contains(one))
      const own = stack.indexOf(element)
      if (at < 0 || stack.slice(0, at).some((one) => paints(one))) return
      const below = own < 0 ? stack.slice(at) : stack.slice(own)
      const opacity = opacityOf(element)
      if (opacity === 0) return
      for (const grounds of groundsOf(below)) {
        const front = name(colour) + (opacity < 1 ? ` at ${Math.round(opacity * 100) / 100}` : '')
        const where = `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> ${(element.textContent ?? '').trim().slice(0, 30)}`
        seen.set(`${kind} ${front} on ${grounds.join(' over ')}`, where)
      }
    }
    /** Whether its centre is in the viewport: of the rest, nothing can be said before it is scrolled to. */
    const isInView = ({ left, top, width, height }: DOMRect): boolean => {
      const [x, y] = [left + width / 2, top + height / 2]
      return x >= 0 && y >= 0 && x < innerWidth && y < innerHeight
    }
    const kindOf = (element: Element): 'text' | 'large' => {
      const { fontSize, fontWeight } = getComputedStyle(element)
      const size = Number.parseFloat(fontSize)
      return size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700) ? 'large' : 'text'
    }

    const look = (): void => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      while (texts.nextNode()) {
        const element = texts.currentNode.parentElement
        if (
          !element ||
          !/\S/.test(texts.currentNode.nodeValue ?? '') ||
          element.closest('[disabled], [aria-disabled=true], option, noscript, svg')
        )
          continue
        range.selectNodeContents(texts.currentNode)
        const [rect] = range.getClientRects()
        if (rect && isInView(rect)) note(kindOf(element), element, getComputedStyle(element).color, rect)
      }
      for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea, select')) {
        if (field.disabled || /^(checkbox|radio|hidden|range|submit)$/.test(field.type)) continue
        const empty = field.tagName !== 'SELECT' && field.value === ''
        if (empty && !field.placeholder) continue
        note(
          'text',
          field,
          getComputedStyle(field, empty ? '::placeholder' : null).color,
          field.getBoundingClientRect(),
        )
      }
      for (const icon of document.querySelectorAll('a svg, button svg, summary svg, [role=button] svg')) {
        const control = icon.closest<HTMLElement>('a, button, summary, [role=button]')
        // A logo is drawn with `use`, and exempt.
        if (
          !control ||
          icon.querySelector('use') ||
          control.closest('[disabled], [aria-disabled=true]') ||
          /\S/.test(control.innerText)
        )
          continue
        const { stroke, fill } = getComputedStyle(icon)
        note('icon', icon, stroke === 'none' ? fill : stroke, icon.getBoundingClientRect())
      }
    }
    try {
      for (const theme of ['light', 'dark']) {
        root.dataset['theme'] = theme
        for (const change of changes) change()
        const end = root.scrollHeight - innerHeight
        for (let y = 0; ; y = Math.min(end, y + innerHeight * 0.7)) {
          scrollTo({ top: y, behavior: 'instant' })
          look()
          if (y >= end) break
        }
      }
    } finally {
      document.adoptedStyleSheets = before.sheets
      if (before.theme === undefined) delete root.dataset['theme']
      else root.dataset['theme'] = before.theme
      scrollTo({ top: before.y, behavior: 'instant' })
    }
    return [...seen].map(([pair, where]) => ({ pair, where }))
  })
