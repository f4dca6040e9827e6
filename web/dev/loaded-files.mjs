import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { textGroups } from '../page-texts/folders.ts'

/** Folder of the client build. */
export const client = resolve(import.meta.dirname, '..', process.env.WEB_BUILD_DIR ?? 'build', 'client')

/**
 * The scripts that a browser loads for a page before its first interaction, read from the build: the entry, the root,
 * the routes and all their imports, one language, and the route table.
 * @param {string[]} routes ids of route files, such as `features/identity/signup/signup`
 * @returns {string[]} paths below `client`
 */
export function loadedFiles(routes) {
  const assets = readdirSync(join(client, 'assets'))
  // A build into an existing folder keeps older files; the newest route table names the current ones.
  const server = join(client, '../server')
  const served = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join(server, file), 'utf8'))
  const name = assets.find((file) => /^manifest-.*\.js$/.test(file) && served.some((code) => code.includes(file)))
  const manifest = JSON.parse(
    readFileSync(join(client, 'assets', name), 'utf8')
      .replace(/^[^{]*/, '')
      .replace(/;\s*$/, ''),
  )
  const parts = [
    manifest.entry,
    manifest.routes.root,
    ...routes.map((id) => {
      const route = manifest.routes[id]
      if (route === undefined) throw new Error(`The build has no route ${id}.`)
      return route
    }),
  ]
  const files = new Set(parts.flatMap((part) => [part.module, ...(part.imports ?? [])]))
  files.add(`/assets/${assets.find((file) => /^it-.*\.js$/.test(file))}`)
  files.add(`/assets/${name}`)
  // In a file of several pages, a wait would make all of them load the catalogue.
  const waits = [...files].find(
    (file) =>
      !/-texts-/.test(file) && /\bawait \w+\(`\w+`,\s*document\./.test(readFileSync(join(client, file), 'utf8')),
  )
  if (waits !== undefined) throw new Error(`${waits} waits for a catalogue: see web/page-chunks.ts.`)
  for (const group of textGroups.filter((name) => [...files].some((file) => file.startsWith(`/assets/${name}-texts-`))))
    files.add(`/assets/${assets.find((file) => file.startsWith(`${group}-it-`))}`)
  return [...files]
}
