import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import type { Plugin } from 'vite'

/** `build/service-worker-files.json`: the files that the service worker caches. */
export interface ServiceWorkerFiles {
  /** Identifies the build; it changes with every build that differs. */
  readonly version: string
  /** URLs of the scripts that the routes load, immediately or on demand. */
  readonly files: readonly string[]
}

/**
 * Lists the files of the members' pages, including dialogs that load on demand. A language's texts are cached when
 * first loaded.
 */
export const serviceWorkerFiles = ({
  folder,
  routes,
}: {
  /** Folder of the routes' files. */
  readonly folder: string
  readonly routes: readonly RouteConfigEntry[]
}): Plugin => ({
  name: 'service-worker-files',
  applyToEnvironment: ({ name }) => name === 'client',
  writeBundle({ dir = '' }, bundle) {
    const chunks = new Map(
      Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? [[part.fileName, part]] : [])),
    )
    const wanted = new Set(filesOf(routes).map((file) => resolve(folder, file)))
    const found = new Set<string>()
    const visit = (name: string): void => {
      const chunk = chunks.get(name)
      if (!chunk || found.has(name) || isCatalogue(chunk.facadeModuleId)) return
      found.add(name)
      for (const next of [...chunk.imports, ...chunk.dynamicImports]) visit(next)
    }
    for (const { fileName, facadeModuleId } of chunks.values())
      if (wanted.has(facadeModuleId?.replace(/\?.*$/, '') ?? '')) visit(fileName)
    // The offline page's own script belongs to no route.
    const [script] = Object.keys(bundle).filter((name) => /\boffline-script-[^/]*\.js$/.test(name))
    if (script === undefined) this.error('the offline page has no script')
    found.add(script)
    const version = createHash('sha256').update(Object.keys(bundle).sort().join()).digest('hex').slice(0, 12)
    const files = [...found].sort().map((name) => `/${name}`)
    writeFileSync(
      join(dir, '..', 'service-worker-files.json'),
      JSON.stringify({ version, files } satisfies ServiceWorkerFiles),
    )
  },
})

const isCatalogue = (id: string | null): boolean => id !== null && /\.po(\?|$)/.test(id)

const filesOf = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ file, children = [] }) => [file, ...filesOf(children)])
