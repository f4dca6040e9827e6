import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

const digits = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * Scoped class names of three characters and an underscore. A hash of the file in each name, as by default, is a
 * thirteenth of a compressed page; here the names of one file only differ in their last characters.
 *
 * @param folder contains all CSS modules
 * @returns the name of a class or keyframes rule: `_`, two digits for the file and one or two for the rule's place in
 *   it; the same in the builds for browser and server
 */
export function shortClassNames(folder: string): (name: string, file: string, css: string) => string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.module.css'))
    .map((file) => join(resolve(folder), file))
    .toSorted()
  return (name, file, css) => {
    const place = files.indexOf(resolve(file.replace(/\?.*$/, '')))
    if (place < 0) throw new Error(`${file} is not in ${folder}`)
    const names = [...new Set([...css.matchAll(/(?:\.|@keyframes\s+)([a-z_][\w-]*)/gi)].map(([, found]) => found))]
    const position = names.indexOf(name)
    if (position < 0) throw new Error(`${file} has no class ${name}`)
    return `_${base62(place).padStart(2, '0')}${base62(position)}`
  }
}

const base62 = (value: number): string =>
  (value < digits.length ? '' : base62(Math.floor(value / digits.length))) + (digits[value % digits.length] ?? '')
