import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { PurgeCSS } from 'purgecss'
import type { Plugin } from 'vite'

/** `build/server/critical-styles.json`: the inline critical CSS of pages, without the brands' tokens and fonts. */
export interface CriticalStyles {
  /** By route id: all rules of the site's style sheet that the route, its layouts or their components may use. */
  readonly routes: Readonly<Record<string, string>>
  /** By font family: its `@font-face` rules. */
  readonly faces: Readonly<Record<string, string>>
}

export interface CriticalOptions {
  /** Folder of the routes' files. */
  readonly folder: string
  readonly routes: readonly RouteConfigEntry[]
  /** By route, the file that visitors see instead of the route's own. */
  readonly visitors: Readonly<Record<string, string>>
}

/**
 * Chooses the rules by a route's imports instead of by one rendering, so that later messages, other headers and forms
 * with mistakes are styled as well. Dynamic imports (`import()`) are not followed.
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
        // The module ids of a route that is split into chunks end with a query.
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

/** All page routes, each with its files from the outermost layout inwards. */
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
    // Keep elements, attributes and the few global classes; the classes of components begin with an underscore.
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
