import fc from 'fast-check'
import { expect, it } from 'vitest'
import { normaliseEmail } from './email-address.ts'

it.each([
  ['Name@Example.COM', 'name@example.com'],
  ['na me@example.com ', 'name@example.com'],
  ['name\u200b@example.com', 'name@example.com'],
  ['\u202aname@example.com\u202c', 'name@example.com'],
  ['na\u00adme@example.com', 'name@example.com'],
  ['name\u2060@exam\ufeffple.com', 'name@example.com'],
  ['\u2066name\u2069@example.com\u200f', 'name@example.com'],
  ['name@example.com\u3164', 'name@example.com'],
  ['ｎａｍｅ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'name@example.com'],
  ['info@città.it', 'info@xn--citt-3na.it'],
  ['info@citta\u0300.it', 'info@xn--citt-3na.it'],
  ['INFO@CITTÀ.IT', 'info@xn--citt-3na.it'],
  ['INFO@XN--CITT-3NA.IT', 'info@xn--citt-3na.it'],
  ['user@müller.de', 'user@xn--mller-kva.de'],
  ['user@例え.jp', 'user@xn--r8jz45g.jp'],
  ['user@例え。jp', 'user@xn--r8jz45g.jp'],
  // No domains: left for the rules of the form.
  ['user@città.it/x', 'user@città.it/x'],
  ['user@0x7f.1', 'user@0x7f.1'],
  ['user@１２７.１', 'user@127.1'],
  ['user@à..it', 'user@xn--0ca..it'],
  ['a@b@città.it', 'a@b@xn--citt-3na.it'],
  ['name', 'name'],
  ['', ''],
])('%j becomes %j', (typed, stored) => expect(normaliseEmail(typed)).toBe(stored))

it('changes nothing the second time', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      (a, b) => {
        const once = normaliseEmail(`${a}@${b}`)
        expect(normaliseEmail(once)).toBe(once)
      },
    ),
  )
})
