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

export interface BrandStyle {
  readonly href: string
  readonly rules: string
}

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

/** Every word of the markup that may name a class, an element or an attribute. */
const words = (text: string): string[] => text.match(/[A-Za-z0-9_-]+/g) ?? []

/** @param folder the browser's files of the build */
export function createUsedStyles(folder: string): UsedStyles {
  const purge = new PurgeCSS()
  const sheets = new Map<string, Promise<string>>()
  const chosen = new LRUCache<string, Promise<string>>({ max: 300 })
  const dressed = new LRUCache<string, Promise<InlineStyle>>({ max: 1000 })

  function read(file: string): Promise<string> {
    const known = sheets.get(file) ?? readFile(join(folder, basename(file)), 'utf8')
    sheets.set(file, known)
    return known
  }

  async function purged(html: string, css: string, more: { readonly variables?: true } = {}): Promise<string> {
    const [found] = await purge.purge({
      content: [{ raw: html.replace(/<script\b[\s\S]*?<\/script>/g, ''), extension: 'html' }],
      css: [{ raw: css }],
      defaultExtractor: words,
      // Whichever theme the page is in: the visitor's device may change it while the page stands there.
      keyframes: true,
      safelist: { standard: ['html', 'body'], greedy: [/data-brand/] },
      ...more,
    })
    return found?.css ?? css
  }

  /** The same for all brands, and most of the work. */
  const choose = async (html: string, file: string): Promise<string> => purged(html, await read(file))

  async function dress(html: string, rules: Promise<string>, brand: BrandStyle): Promise<InlineStyle> {
    const css = await purged(html, `${brand.rules.replace(/\s*\n\s*/g, ' ')}\n${await rules}`, { variables: true })
    const whole = withoutIdleFonts(css).replaceAll('</', '<\\/')
    return { rules: whole, hash: `'sha256-${createHash('sha256').update(whole).digest('base64')}'` }
  }

  return {
    of(html, file, brand) {
      const mark = `${file} ${markOf(html)}`
      return kept(dressed, `${brand.href} ${mark}`, () =>
        dress(
          html,
          kept(chosen, mark, () => choose(html, file)),
          brand,
        ),
      )
    },
  }
}

/** What is there under a key, or is made now; what cannot be made is tried again the next time. */
function kept<T>(cache: LRUCache<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const known = cache.get(key)
  if (known) return known
  const made = make()
  cache.set(key, made)
  made.catch(() => cache.delete(key))
  return made
}
