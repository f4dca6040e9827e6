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
   * The rules of a style sheet of the build that a page of this markup uses in any state, behind the brand's own.
   * @param file name of the style sheet
   * @param brand the brand's rules and the address that changes with them
   */
  of(html: string, file: string, brand: BrandStyle): Promise<InlineStyle>
}

/** Rules are chosen by classes, elements and attributes: two pages with the same ones share the result. */
const markOf = (html: string): string => [...new Set(html.match(/ class="[^"]*"|<[a-z]\w*/g))].sort().join('')

/** Font faces that neither the page's rules nor the brand's custom properties name. */
function withoutIdleFonts(css: string, brandRules: string): string {
  const faces = /@font-face\s*\{[^}]*\}/g
  const rest = css.replace(faces, '') + brandRules
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
      css: [{ raw: sheet }],
      defaultExtractor: (text) => text.match(/[A-Za-z0-9_-]+/g) ?? [],
      keyframes: true, safelist: ['html', 'body'],
    })
    const rules = `${brand.rules}\n${withoutIdleFonts(found?.css ?? sheet, brand.rules)}`.replaceAll('</', '<\\/')
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
