import { paymentSystems } from '@incontro/contract'
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const names = new RegExp(`(${paymentSystems.join('|')})`, 'i')
/** Patterns on a portrait's shirt. */
const otherStripes = /\bstripes\b/g

/** The browser's own class. */
const browserClass = /\bApplePaySession\b/g

const naming = (text: string): boolean => names.test(text.replace(otherStripes, '').replace(browserClass, ''))

test('no module names a payment provider: differences are capabilities', () => {
  const files = globSync('server/src/{modules,platform}/**/*.{ts,tsx}').filter(
    (file) => !/\.test\.tsx?$|\/testing\//.test(file),
  )
  expect(files.length).toBeGreaterThan(200)
  expect(files.filter((file) => naming(readFileSync(file, 'utf8')))).toEqual([])
})

test('nor does a page: the server sends what it needs to show', () => {
  const files = globSync('web/src/**/*.{ts,tsx}').filter(
    // The frames speak to one maker's script, in its own words.
    (file) => !/\.test\.tsx?$|^web\/src\/payment-frame\//.test(file),
  )
  expect(files.length).toBeGreaterThan(400)
  expect(files.filter((file) => naming(readFileSync(file, 'utf8')))).toEqual([])
})

test.each(["if (provider === 'adyen')", 'const isPayPal = true', 'stripeSecret', 'createMollie(options)'])(
  'and it would be detected: %s',
  (line) => expect(naming(line)).toBe(true),
)
