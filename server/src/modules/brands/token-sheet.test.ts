import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { checkedInBrands } from '#test/support/brands-folder.ts'

/** SHA-256 of the style sheets delivered with the design system: every property of every brand in both themes. */
const designed: Readonly<Record<string, string>> = {
  amarelle: 'd7200666f57052dfa425ab7b5848e27f26567097f1de89dc5be55e6da219568d',
  battito: '07b9e94da5c4564c1a2ce5e21712bb0bf320bed2e8b9fa68f8e15e5e093b1230',
  brisa: 'be2559fd9fc4bc7fd4a8394e69b17b0366bb37b3b8537ab4d8f0735391680cff',
  cercame: 'ea3ece1c2e67cfea521ff2a57f184c4fff40dd9245b9d6138b2c6ecefe1f0c04',
  dolceluna: '1d88d49d6597dfebdaa54a673da91407002a71e3632b9de73cadd9c0a518f75e',
  heartline: '0d8a0f61841cd0386c8832d233da82728796dd91a8de48bfd9ac296af523caa0',
  local: 'e78a3040bcd4f9b8b6fe587dcab29d76f0691dbb87f679ffe1373925106f8446',
  vicino: 'a977039dda4ff19f1f85d28951081c4bdf898c1dfb7024c932a299fc9e914127',
}

it.each(checkedInBrands().list)('the derived sheet of $key is identical to the designed one', (brand) => {
  expect(createHash('sha256').update(brand.assets.tokensCss).digest('hex')).toBe(designed[brand.key])
})
