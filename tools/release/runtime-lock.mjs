/**
 * @typedef {{ [name: string]: string }} Ranges
 * @typedef {{ version?: string, resolved?: string, link?: boolean, dev?: boolean, dependencies?: Ranges,
 *   devDependencies?: Ranges, optionalDependencies?: Ranges, peerDependencies?: Ranges,
 *   peerDependenciesMeta?: Record<string, { optional?: boolean }>, workspaces?: string[] }} Entry
 * @typedef {{ name?: string, version?: string, lockfileVersion: number, requires?: boolean, packages: Record<string, Entry> }} Lock
 */

/**
 * The part of a package-lock.json (version 3) that these workspaces need to run: what is only needed to build and to
 * test is left out, at the same versions and checksums.
 * @param {Lock} lock
 * @param {Readonly<Record<string, Ranges>>} workspaces by folder, what each needs to run
 * @returns {Lock}
 */
export function runtimeLock(lock, workspaces) {
  const { packages } = lock
  /** @type {Map<string, Entry>} */
  const kept = new Map()
  /** @param {string} path @param {string} name @param {boolean} isOptional */
  const take = (path, name, isOptional) => {
    const found = resolved(packages, path, name)
    if (found === undefined) {
      if (isOptional) return
      throw new Error(`package-lock.json has no ${name}, which ${path || 'the project'} needs`)
    }
    if (kept.has(found)) return
    const { dev: _dev, ...entry } = /** @type {Entry} */ (packages[found])
    kept.set(found, entry)
    if (entry.link) return
    for (const dependency of Object.keys(entry.dependencies ?? {})) take(found, dependency, false)
    for (const dependency of Object.keys(entry.optionalDependencies ?? {})) take(found, dependency, true)
    // An optional peer is there because something else wants it, or not at all.
    for (const dependency of Object.keys(entry.peerDependencies ?? {}))
      if (!entry.peerDependenciesMeta?.[dependency]?.optional) take(found, dependency, false)
  }
  for (const [folder, ranges] of Object.entries(workspaces))
    for (const name of Object.keys(ranges)) take(folder, name, false)

  const { devDependencies: _tests, dependencies: _builds, ...project } = packages[''] ?? {}
  /** @type {Record<string, Entry>} */
  const own = { '': { ...project, workspaces: Object.keys(workspaces) } }
  for (const [folder, dependencies] of Object.entries(workspaces)) {
    const { devDependencies: _, ...entry } = packages[folder] ?? {}
    own[folder] = { ...entry, dependencies }
    const link = Object.entries(packages).find(([, { resolved: target, link: isLink }]) => isLink && target === folder)
    if (link) kept.set(link[0], link[1])
  }
  const sorted = [...kept].sort(([one], [other]) => (one < other ? -1 : 1))
  return { ...lock, packages: { ...own, ...Object.fromEntries(sorted) } }
}

/**
 * Where Node finds a package, by going up from the one that needs it.
 * @param {Record<string, Entry>} packages @param {string} from @param {string} name
 */
function resolved(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    // A scope, or `node_modules` itself, holds no packages of its own: they are not in the list.
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[path] !== undefined) return path
    if (folder === '') return undefined
  }
}
