import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const TEXT = /^(?:licen[cs]e|copying|notice|ofl)(?:[.-].*)?$/i

/**
 * The licences of what is shipped, in one text: each package with its version, the name of its licence and the texts
 * that come with it.
 * @param {string} project folder in which the packages are installed
 * @param {Iterable<string>} paths of the packages, as in package-lock.json
 */
export function licencesOf(project, paths) {
  const parts = []
  for (const path of paths) {
    const folder = join(project, path)
    // Optional packages of other platforms are not here; their licence is that of the package that wants them.
    if (!existsSync(join(folder, 'package.json'))) continue
    const { name, version, license, licenses, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const kind =
      typeof license === 'string'
        ? license
        : (license?.type ?? licenses?.map?.((/** @type {any} */ one) => one.type).join(' OR '))
    const by = typeof author === 'string' ? author : author?.name
    const texts = readdirSync(folder)
      .filter((file) => TEXT.test(file))
      .map((file) => readFileSync(join(folder, file), 'utf8').trim())
    parts.push(
      [`${name} ${version}`, `Licence: ${kind ?? 'see below'}${by ? `, by ${by}` : ''}`, ...texts].join('\n\n'),
    )
  }
  return `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}
