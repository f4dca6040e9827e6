import { expect, test, vi } from 'vitest'
import { watchSpace } from './space-watch.mjs'

/**
 * The lines printed while the free space takes these values in megabytes; `undefined`: the file system does not answer.
 */
function printedFor(/** @type {(number | undefined)[]} */ megabytes) {
  const left = [...megabytes]
  /** @type {string[]} */
  const lines = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0)
  const free = () => {
    const next = left.shift()
    if (next === undefined) throw new Error('the file system does not answer')
    return next
  }
  const watch = watchSpace('/data', { free })
  try {
    while (left.length > 0) watch.check()
  } finally {
    watch.stop()
    write.mockRestore()
  }
  return lines.map((line) => line.trim().replaceAll(/DATA_DIR: the disk of \/data /g, ''))
}

test('a disk that fills up is reported once per level, and so is its recovery', () => {
  expect(printedFor([5000, 999, 998, 99, 20, 110, 130, 1100, 1300])).toEqual([
    '! is nearly full: 999 MB are free.',
    '! is full (99 MB are free): nothing can be stored until there is space; it goes on by itself then.',
    'has space again: 130 MB are free.',
    'has space again: 1300 MB are free.',
  ])
})

test('a disk near a limit, or one that does not answer, is not reported repeatedly', () => {
  expect(printedFor([999, 1001, 999, undefined, 1001, 1199])).toEqual(['! is nearly full: 999 MB are free.'])
})
