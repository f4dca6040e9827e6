import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { letters, lettersRange } from '../../fonts/letters.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const filesOf = (folder: string, kind: RegExp) =>
  readdirSync(at(folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => kind.test(name))
    .map((name) => join(at(folder), name))

it('the subset fonts contain every letter of our own texts', () => {
  const texts = [
    ...filesOf('../i18n', /\.po$/),
    ...filesOf('../../../brands', /(\.md|brand\.json|fl.*\.json)$/),
    ...filesOf('..', /^(?!dev\/).*(?<!\.test)\.tsx$/),
  ]
  expect(texts.length).toBeGreaterThan(20)
  const missing = texts.flatMap((file) =>
    [...new Set(readFileSync(file, 'utf8').normalize('NFC'))]
      .filter((letter) => letter !== '\n' && !letters.includes(letter))
      .map((letter) => `${letter} U+${letter.codePointAt(0)?.toString(16)} in ${file.split('/').slice(-2).join('/')}`),
  )
  expect(missing).toEqual([])
})

it('the unicode range lists exactly those letters', () => {
  const inRange = lettersRange.split(',').flatMap((part) => {
    const [from = 0, to = from] = part
      .slice(2)
      .split('-')
      .map((code) => Number.parseInt(code, 16))
    return Array.from({ length: to - from + 1 }, (_, n) => String.fromCodePoint(from + n))
  })
  expect(inRange.sort()).toEqual([...new Set(letters)].sort())
})
