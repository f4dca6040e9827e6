import fc from 'fast-check'
import { expect, it } from 'vitest'
import { gunzipSync } from 'node:zlib'
import { assembleGzip, compressPieces } from './assembled-gzip.ts'

it('unpacks to the pieces with the word between them, whatever they are', async () => {
  await fc.assert(fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme', maxLength: 400 }), { minLength: 1, maxLength: 8 }), fc.string({ maxLength: 60 }), async (parts, word) => {
    expect(gunzipSync(assembleGzip(await compressPieces(parts), word)).toString()).toBe(parts.join(word))
  }))
})
it('is made anew for each word from the same pieces', async () => {
  const pieces = await compressPieces(['<style nonce="', '">a{}</style><script nonce="', '">1</script>'])
  expect(['one', 'two'].map((nonce) => gunzipSync(assembleGzip(pieces, nonce)).toString())).toEqual([
    '<style nonce="one">a{}</style><script nonce="one">1</script>', '<style nonce="two">a{}</style><script nonce="two">1</script>',
  ])
})
