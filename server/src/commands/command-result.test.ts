import { afterEach, expect, it, vi } from 'vitest'
import { refused, report } from './command-result.ts'

const { exitCode } = process
afterEach(() => {
  process.exitCode = exitCode
  vi.restoreAllMocks()
})

it('a command that failed says why on the error output, and makes the process exit with 1', () => {
  const said: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(`out ${line}`))
  vi.spyOn(console, 'error').mockImplementation((line: string) => void said.push(`error ${line}`))
  report({ ok: true, lines: ['one', 'two'] })
  expect(process.exitCode).toBe(exitCode)
  report(refused('three', 'four'))
  // Of several databases, one is enough.
  report({ ok: true, lines: ['five'] })
  expect(process.exitCode).toBe(1)
  expect(said).toEqual(['out one', 'out two', 'error three', 'error four', 'out five'])
})
