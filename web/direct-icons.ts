import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const prefix = 'lucide-react/icon/'
const glyph = fileURLToPath(new URL('./src/components/marks/glyph.ts', import.meta.url))
const imports = /^import \{([^}]*)\} from 'lucide-react'$/gm

/** The file of each icon, by each of its names. */
export function iconFiles(index: string): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  for (const [, names = '', file = ''] of index.matchAll(/^export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs'/gm))
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, file)
  return files
}

/** Imports each icon from its file; types stay an import of the package, which leaves no trace in the program. */
export const importDirectly = (code: string, files: ReadonlyMap<string, string>): string =>
  code.replace(imports, (whole, given: string) => {
    const parts = given.split(',').map((part) => part.trim())
    const lines = parts.flatMap((part) => {
      if (part === '' || part.startsWith('type ')) return []
      const [name = '', local = name] = part.split(/ as /)
      const file = files.get(name)
      if (file === undefined) throw new Error(`lucide-react has no icon “${name}”`)
      return [`import ${local} from '${prefix}${file}'`]
    })
    // As many lines as before, so that errors name the right one.
    return lines.join('; ') + '\n'.repeat(whole.split('\n').length - 1)
  })

/**
 * Icons without the package's index: with it a build reads 2,400 files, twice, of which a hundred are used, and keeps
 * them all in memory. Their drawings become components of ours (`glyph.ts`).
 */
export function directIcons(): Plugin {
  const index = createRequire(import.meta.url)
    .resolve('lucide-react')
    .replace(/cjs[\\/].*$/, join('esm', 'lucide-react.mjs'))
  const files = iconFiles(readFileSync(index, 'utf8'))
  return {
    name: 'direct-icons',
    enforce: 'pre',
    resolveId: {
      filter: { id: new RegExp(`^(?:${prefix}|\\.\\./createLucideIcon\\.mjs$)`) },
      handler: (id) =>
        id.startsWith(prefix) ? join(dirname(index), 'icons', `${id.slice(prefix.length)}.mjs`) : glyph,
    },
    transform: {
      filter: { id: /[\\/]src[\\/].*\.tsx?(?:$|\?)/, code: /from 'lucide-react'/ },
      handler: (code) => importDirectly(code, files),
    },
  }
}
