import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { PurgeCSS } from 'purgecss'

export interface UsedStyles {
  /** The rules of a style sheet of the build that a page of this markup uses in any state. @param file its name */
  of(html: string, file: string): Promise<string>
}

/** The classes, ids and elements of a page are what rules are chosen by: two pages with the same ones share the result. */
const markOf = (html: string): string => [...new Set(html.match(/\bclass="[^"]*"|<[a-z][a-z0-9]*|\b(?:data|aria)-[a-z-]+/g))].sort().join(' ')

/** @param folder the browser's files of the build */
export function createUsedStyles(folder: string): UsedStyles {
  const purge = new PurgeCSS()
  const kept = new LRUCache<string, Promise<string>>({ max: 200 })

  async function find(html: string, file: string): Promise<string> {
    const sheet = await readFile(join(folder, basename(file)), 'utf8')
    const [found] = await purge.purge({
      content: [{ raw: html.replace(/<script\b[\s\S]*?<\/script>/g, ''), extension: 'html' }],
      css: [{ raw: sheet }],
      defaultExtractor: (text) => text.match(/[A-Za-z0-9_-]+/g) ?? [],
      fontFace: true, keyframes: true,
      // What a browser adds to the markup by itself.
      safelist: ['html', 'body'],
    })
    return found?.css ?? sheet
  }

  return {
    of(html, file) {
      const mark = `${file} ${markOf(html)}`
      const known = kept.get(mark)
      if (known) return known
      const found = find(html, file)
      kept.set(mark, found)
      found.catch(() => kept.delete(mark))
      return found
    },
  }
}
