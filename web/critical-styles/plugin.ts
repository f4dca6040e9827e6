import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { PurgeCSS } from 'purgecss'
import type { Plugin } from 'vite'

/** `build/server/critical-styles.json`: the rules that a page carries itself, brands' tokens and fonts aside. */
export interface CriticalStyles {
  /** By route id: every rule of the site's style sheet that the route, what it is laid out in or any part of them may use. */
  readonly routes: Readonly<Record<string, string>>
  /** By family: its `@font-face` rules. */
  readonly faces: Readonly<Record<string, string>>
}

export interface CriticalOptions {
  /** Folder of the routes' files. */
  readonly folder: string
  readonly routes: readonly RouteConfigEntry[]
  /** Files that stand in for a route's own where a visitor sees another page than a member. */
  readonly visitors: Readonly<Record<string, string>>
}

/**
 * Chooses rules by what a route imports, not by what one rendering of it happened to show: a message that appears later, a brand
 * with another header and a form with mistakes are dressed as well. What is fetched later (`import()`) is not counted.
 */
export const criticalStyles = ({ folder, routes, visitors }: CriticalOptions): Plugin => ({
  name: 'critical-styles',
  applyToEnvironment: ({ name }) => name === 'ssr',
  async writeBundle({ dir = '' }) {
    const assets = join(this.environment.getTopLevelConfig().environments['client']?.build.outDir ?? '', 'assets')
    const name = readdirSync(assets).find((file) => file.endsWith('.css'))
    if (name === undefined) this.error('the site has no style sheet')
    const { css, faces } = withoutFaces(readFileSync(join(assets, name), 'utf8'))
    const classesOf = (files: readonly string[]): Set<string> => {
      const seen = new Set<string>()
      const classes = new Set<string>()
      const visit = (id: string): void => {
        if (seen.has(id)) return
        seen.add(id)
        const module = this.getModuleInfo(id)
        if (/\.css(\?|$)/.test(id)) for (const [one] of module?.code?.matchAll(/_[\w-]+/g) ?? []) classes.add(one)
        for (const imported of module?.importedIds ?? []) visit(imported)
      }
      const [first] = files
      for (const file of files) {
        const id = resolve(folder, file)
        // A route that is split into chunks comes with a query behind its name.
        const ids = [...this.getModuleIds()].filter((one) => one === id || one.startsWith(`${id}?`))
        if (ids.length === 0) this.error(`${file} is no part of the build (${first})`)
        ids.forEach(visit)
      }
      return classes
    }
    const found: Record<string, string> = {}
    for (const [id, files] of [
      ...leavesOf(routes),
      ...Object.entries(visitors).map(([id, file]) => [id, [file]] as const),
    ])
      found[id] = await rulesFor(css, classesOf(['root.tsx', ...files]))
    writeFileSync(join(dir, 'critical-styles.json'), JSON.stringify({ routes: found, faces } satisfies CriticalStyles))
  },
})

/** Each route that is a page, with its files from the outermost layout inwards. */
function leavesOf(
  entries: readonly RouteConfigEntry[],
  above: readonly string[] = [],
): (readonly [string, string[]])[] {
  return entries.flatMap(({ id, file, children }) =>
    children && children.length > 0
      ? leavesOf(children, [...above, file])
      : [[id ?? file.replace(/\.\w+$/, ''), [...above, file]] as const],
  )
}

async function rulesFor(css: string, classes: ReadonlySet<string>): Promise<string> {
  const [found] = await new PurgeCSS().purge({
    content: [{ raw: [...classes].join(' '), extension: 'html' }],
    css: [{ raw: css }],
    defaultExtractor: (text) => text.split(' '),
    keyframes: true,
    // Elements, attributes and the few global classes; a class of a component begins with an underscore.
    safelist: { standard: [/^[^_]/] },
  })
  return found?.css ?? css
}

function withoutFaces(sheet: string): { css: string; faces: Record<string, string> } {
  const faces: Record<string, string> = {}
  const css = sheet.replace(/@font-face\s*\{[^}]*\}/g, (face) => {
    const family = /font-family:\s*["']?([^"';}]+)/.exec(face)?.[1] ?? ''
    faces[family] = `${faces[family] ?? ''}${face}`
    return ''
  })
  return { css, faces }
}
