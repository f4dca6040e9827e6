import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Class names that code reads from a style sheet (`styles.card`) but the sheet does not define. */
function missingClasses(code: string, sheetAt: (specifier: string) => string): string[] {
  const imports = [...code.matchAll(/^import (\w+) from '([^']+\.module\.css)'$/gm)]
  const rest = code.replace(/^import .*$/gm, '')
  return imports.flatMap(([, name = '', specifier = '']) => {
    const rules = sheetAt(specifier).replace(/\/\*[^]*?\*\//g, '')
    const known = new Set([...rules.matchAll(/\.([a-z_][\w-]*)/gi)].map(([, known = '']) => known))
    const used = [...rest.matchAll(new RegExp(`(?<![\\w.])${name}(?:\\.(\\w+)|\\['([\\w-]+)'\\])`, 'g'))]
    return used.map(([, dotted, bracketed]) => dotted ?? bracketed ?? '').filter((one) => !known.has(one))
  })
}

const folder = join(import.meta.dirname, '..')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))

describe('class names', () => {
  it('all exist in their style sheet', () => {
    const missing = files.flatMap((file) => {
      const sheetAt = (specifier: string) => {
        const path = specifier.startsWith('#') ? specifier.slice(1) : join(dirname(file), specifier)
        return readFileSync(join(folder, path), 'utf8')
      }
      return missingClasses(readFileSync(join(folder, file), 'utf8'), sheetAt).map((name) => `${file}: ${name}`)
    })
    expect(missing).toEqual([])
  })
  it('are reported if they do not', () => {
    const code = `import styles from './a.module.css'\nconst a = [styles.card, styles['is-open'], styles.gone]`
    expect(missingClasses(code, () => '.card {} /* .gone */ .is-open:hover {}')).toEqual(['gone'])
  })
})
