import { clientEvents, routes } from '@incontro/contract'
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/* What the recordings contain: every route of the contract with a success, and every socket event. */

/** While they are written, the files of other subjects are those of before. */
const isWritten = process.env['RECORDED'] === 'write'

/** Routes without a recorded success. */
const exceptions: Readonly<Record<string, string>> = {}

const texts = globSync('*.txt', { cwd: import.meta.dirname }).map((file) =>
  readFileSync(new URL(file, import.meta.url), 'utf8'),
)
const steps = texts.flatMap((text) => text.split('\n\n'))

it.skipIf(isWritten)('every route of the contract is recorded with a success, or excepted here', () => {
  const answered = new Set(
    steps.flatMap((step) => {
      const [, route] = /^\S+: (\w+) (?:GET|POST|PUT|DELETE) /.exec(step) ?? []
      return route !== undefined && /^ {2}20\d$/m.test(step) ? [route] : []
    }),
  )
  const missing = Object.keys(routes).filter((route) => !answered.has(route))
  expect(missing.sort()).toEqual(Object.keys(exceptions).sort())
})

it.skipIf(isWritten)('every event that a socket may send is recorded with a success', () => {
  const answered = new Set(
    steps.flatMap((step) => {
      const [, event] = /^\S+ emits (\w+) /.exec(step) ?? []
      return event !== undefined && /^ {2}= \{\s*ok: true/m.test(step) ? [event] : []
    }),
  )
  expect(Object.keys(clientEvents).filter((event) => !answered.has(event))).toEqual([])
})
