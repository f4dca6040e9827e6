import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { PurgeCSS } from 'purgecss'

export interface InlineStyle {
  /** What stands in `<style>`. */
  readonly rules: string
  /** Its source expression for the content policy. */
  readonly hash: string
}

export interface BrandStyle { readonly href: string; readonly rules: string }

export interface UsedStyles {
  /**
   * The brand's rules and those of a style sheet of the build that a page of this markup uses in any state, with the custom properties
   * they need and no others.
   * @param file name of the style sheet
   * @param brand the brand's rules and the address that changes with them
   */
  of(html: string, file: string, brand: BrandStyle): Promise<InlineStyle>
}

/** Rules are chosen by classes, elements and attributes: two pages with the same ones share the result. */
const markOf = (html: string): string => [...new Set(html.match(/ class="[^"]*"|<[a-z]\w*/g))].sort().join('')

/** Without the font faces that no rule and no custom property names. */
function withoutIdleFonts(css: string): string {
  const faces = /@font-face\s*\{[^}]*\}/g
  const rest = css.replace(faces, '')
  return css.replace(faces, (face) => {
    const family = /font-family:\s*["']?([^"';}]+)/.exec(face)?.[1]
    return family !== undefined && rest.includes(family) ? face : ''
  })
}

/** @param folder the browser's files of the build */
export function createUsedStyles(folder: string): UsedStyles {
  const purge = new PurgeCSS()
  const sheets = new Map<string, Promise<string>>()
  const kept = new LRUCache<string, Promise<InlineStyle>>({ max: 300 })

  function read(file: string): Promise<string> {
    const known = sheets.get(file) ?? readFile(join(folder, basename(file)), 'utf8')
    sheets.set(file, known)
    return known
  }

  async function find(html: string, file: string, brand: BrandStyle): Promise<InlineStyle> {
    const sheet = await read(file)
    const [found] = await purge.purge({
      content: [{ raw: html.replace(/<script\b[\s\S]*?<\/script>/g, ''), extension: 'html' }],
      css: [{ raw: `${brand.rules.replace(/\s*\n\s*/g, ' ')}\n${sheet}` }],
      defaultExtractor: (text) => text.match(/[A-Za-z0-9_-]+/g) ?? [],
      // Whichever theme the page is in: the visitor's device may change it while the page stands there.
      keyframes: true, variables: true, safelist: { standard: ['html', 'body'], greedy: [/data-brand/] },
    })
    const rules = withoutIdleFonts(found?.css ?? brand.rules + sheet).replaceAll('</', '<\\/')
    return { rules, hash: `'sha256-${createHash('sha256').update(rules).digest('base64')}'` }
  }

  return {
    of(html, file, brand) {
      const mark = `${file} ${brand.href} ${markOf(html)}`
      const known = kept.get(mark)
      if (known) return known
      const found = find(html, file, brand)
      kept.set(mark, found)
      found.catch(() => kept.delete(mark))
      return found
    },
  }
}
