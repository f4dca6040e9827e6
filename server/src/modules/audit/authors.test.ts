import { expect, it } from 'vitest'
import { authorsOf } from './authors.ts'

it('says who acted: staff by name, a command by who ran it, the member, or the program', async () => {
  const asked: string[][] = []
  const namesOf = async (ids: readonly string[]) => {
    asked.push([...ids])
    return new Map([['1', 'Ada']])
  }
  const author = await authorsOf(namesOf, ['staff:1', 'staff:1', 'staff:2', 'command:root', 'member', 'rule', null])
  expect(asked).toEqual([['1', '2']])
  expect(['staff:1', 'staff:2', 'command:root', 'member', 'rule'].map(author)).toEqual([
    { kind: 'staff', name: 'Ada' },
    { kind: 'staff', name: null },
    { kind: 'command', name: 'root' },
    { kind: 'member', name: null },
    { kind: 'program', name: null },
  ])
})
