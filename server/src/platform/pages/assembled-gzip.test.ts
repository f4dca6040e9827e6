import fc from 'fast-check'
import { expect, it } from 'vitest'
import { gunzipSync } from 'node:zlib'
import { assembleGzip, compressPieces } from './assembled-gzip.ts'

/** Repetitive, as markup is, and now and then longer than the window. */
const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc.tuple(fc.string({ minLength: 1, maxLength: 30 }), fc.nat(60)).map(([text, times]) => text.repeat(times)),
  fc
    .tuple(fc.string({ minLength: 20, maxLength: 40 }), fc.integer({ min: 1000, max: 2500 }))
    .map(([text, times]) => text.repeat(times)),
)

it('unpacks to the pieces with the word between them, whatever they are', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(texts, { minLength: 1, maxLength: 8 }),
      fc.string({ maxLength: 60 }),
      async (parts, word) => {
        expect(gunzipSync(assembleGzip(await compressPieces(parts, Buffer.byteLength(word)), word)).toString()).toBe(
          parts.join(word),
        )
      },
    ),
  )
})
it('is made anew for each word from the same pieces', async () => {
  const pieces = await compressPieces(['<style nonce="', '">a{}</style><script nonce="', '">1</script>'], 3)
  expect(['one', 'two'].map((nonce) => gunzipSync(assembleGzip(pieces, nonce)).toString())).toEqual([
    '<style nonce="one">a{}</style><script nonce="one">1</script>',
    '<style nonce="two">a{}</style><script nonce="two">1</script>',
  ])
})
it('is smaller than its pieces by themselves, and refuses a word of another length', async () => {
  const parts = Array.from(
    { length: 6 },
    (_, n) => `<script type="later-module" src="/assets/some-file-${n}.js" nonce="`,
  )
  const pieces = await compressPieces(parts, 3)
  const alone = await Promise.all(parts.map((part) => compressPieces([part], 3)))
  expect(assembleGzip(pieces, 'one').length).toBeLessThan(
    alone.reduce((sum, { deflated }) => sum + (deflated[0]?.length ?? 0), 0),
  )
  expect(() => assembleGzip(pieces, 'four')).toThrow(/3 bytes/)
})
