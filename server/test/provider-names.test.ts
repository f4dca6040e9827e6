import { paymentSystems } from '@incontro/contract'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const names = new RegExp(`(${paymentSystems.join('|')})`, 'i')
/** Patterns on a portrait's shirt. */
const otherStripes = /\bstripes\b/g

const naming = (text: string): boolean => names.test(text.replace(otherStripes, ''))

test('no module names a payment provider: what differs between them is a capability', () => {
  const files = globSync('server/src/{modules,platform}/**/*.{ts,tsx}').filter(
    (file) => !/\.test\.tsx?$|\/testing\//.test(file),
  )
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter((file) => naming(readFileSync(file, 'utf8')))).toEqual([])
})

test.each(["if (provider === 'adyen')", 'const isPayPal = true', 'stripeSecret', 'createMollie(options)'])(
  'and would be noticed: %s',
  (line) => expect(naming(line)).toBe(true),
)
