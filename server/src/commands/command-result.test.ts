import { afterEach, expect, it, vi } from 'vitest'
import { printable, refused, report } from './command-result.ts'

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

it('a text that a member wrote is shown and never obeyed', () => {
  expect(printable('brutto\r    said: nothing\u009b2J\u009d0;owned\u009c\u001b[31m\u007f\u202eabc')).toBe(
    'brutto\u240d    said: nothing\\u009b2J\\u009d0;owned\\u009c\u241b[31m\u2421\\u202eabc',
  )
  expect(printable('due righe\n\te un’emoji 👩‍🦰')).toBe('due righe\n\te un’emoji 👩‍🦰')
})
