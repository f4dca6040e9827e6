import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const named = 'web/src/styles/breakpoints.css'

it('style sheets name the breakpoints that have a name, and no other', () => {
  const known = new Map(
    [...readFileSync(named, 'utf8').matchAll(/@custom-media (--[\w-]+) (\([^)]*\))/g)].map(
      ([, name = '', query = '']) => [query, name],
    ),
  )
  expect(known.size).toBeGreaterThan(5)
  const wrong = globSync('web/src/**/*.css')
    .filter((file) => file !== named)
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/@media[^{]*/g)].flatMap(([query]) => [
        ...[...known].filter(([range]) => query.includes(range)).map(([range, name]) => `${file}: ${range} is ${name}`),
        ...[...query.matchAll(/\((--[\w-]+)\)/g)]
          .filter(([, name = '']) => ![...known.values()].includes(name))
          .map(([, name]) => `${file}: ${name} is not in ${named}`),
      ]),
    )
  expect(wrong).toEqual([])
})
