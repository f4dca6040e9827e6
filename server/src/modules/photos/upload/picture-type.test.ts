import { expect, it } from 'vitest'
import { pictureTypeOf } from './picture-type.ts'

it.each([
  ['comments', '<!---->'.repeat(40) + 'y'],
  ['comments behind a declaration', '<?xml version="1.0"?>' + '<!---->'.repeat(40) + 'y'],
  ['comments with dashes', '<!-- - -- ->-->'.repeat(40) + 'y'],
  ['an open comment', '<!--' + '-'.repeat(2000)],
])('looks at %s that are no picture in well under a millisecond', (_, text) => {
  // The processor time of this thread: other programs on a busy machine do not count.
  const before = process.threadCpuUsage()
  for (let n = 0; n < 50; n += 1) expect(pictureTypeOf(Buffer.from(text))).toBeUndefined()
  const { user, system } = process.threadCpuUsage(before)
  // A backtracking pattern takes hours for forty comments.
  expect((user + system) / 1000).toBeLessThan(200)
})
