import { type ClauseKey, clauseKeys, type Locale, locales } from '@incontro/contract'
import { expect, test } from 'vitest'
import { clauseOf } from './clauses.ts'

test('every rule has its section, its name and its saved answer in each language', () => {
  for (const key of clauseKeys satisfies readonly ClauseKey[])
    for (const locale of locales satisfies readonly Locale[]) {
      const { section, name, facts } = clauseOf(key)
      expect({ key, section, name: name[locale], facts: facts[locale] }).toEqual({
        key,
        section: expect.stringMatching(/^\d+$/),
        name: expect.stringMatching(/\S/),
        facts: expect.stringMatching(/\S.*\.$/),
      })
    }
})
