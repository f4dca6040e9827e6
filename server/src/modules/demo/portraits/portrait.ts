import { createAvatar } from '@dicebear/core'
import * as lorelei from '@dicebear/lorelei'
import type { Gender } from '@incontro/contract'
import { createRng, type Rng } from '../rng.ts'
import { drawClothes } from './clothes.ts'
import { hairColours, type HairTone, ink, skins, skinsFor, turnHues } from './palette.ts'
import { sampleMark } from './sample-mark.ts'
import scenes from './scenes.json' with { type: 'json' }

type Options = NonNullable<Parameters<typeof createAvatar<lorelei.Options>>[1]>
type Hair = NonNullable<Options['hair']>[number]

const numbered = <P extends string>(prefix: P, numbers: readonly number[]) =>
  numbers.map((number) => `${prefix}${String(number).padStart(2, '0')}`)

const hair = {
  woman: numbered(
    'variant',
    [10, 13, 14, 15, 16, 18, 19, 21, 23, 24, 26, 29, 30, 31, 32, 33, 35, 36, 37, 38, 40, 41, 42, 45, 46, 48],
  ) as Hair[],
  man: numbered('variant', [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 22, 39, 43, 44, 47]) as Hair[],
  olderMan: numbered('variant', [1, 2, 3, 8, 9, 25, 28, 28, 47]) as Hair[],
}
const mouths = numbered('happy', [1, 2, 3, 4, 5, 6]) as NonNullable<Options['mouth']>
const eyes = numbered('variant', [2, 4, 6, 8, 10, 11, 12, 14, 20, 21, 23]) as NonNullable<Options['eyes']>
const eyebrows = {
  // Thick and joined eyebrows look male on most heads.
  woman: numbered('variant', [2, 5, 7, 9, 12]),
  man: numbered('variant', [2, 3, 5, 7, 9, 10, 11, 12]),
} as { readonly [G in Gender]: NonNullable<Options['eyebrows']> }
const glasses = numbered('variant', [1, 3, 4]) as NonNullable<Options['glasses']>

export interface Sitter {
  readonly seed: string
  readonly gender: Gender
  readonly age: number
  readonly hair: HairTone
}

/**
 * A fictitious person as SVG, 3:4, with the face in the upper two thirds. The head is "Lorelei" by Lisa Wischofsky (CC0
 * 1.0) by way of DiceBear; scene and clothes are drawn for this project (CC0 1.0).
 */
export function drawPortrait(sitter: Sitter): string {
  const rng = createRng(`portrait ${sitter.seed}`)
  const scene = turnHues(rng.pick(scenes), rng.pick([0, 0, 0, 18, -18, 36, -30, 150, 200]))
  const mirrored = rng.chance(0.5) ? ' transform="translate(800 0) scale(-1 1)"' : ''
  const clothes = drawClothes(rng)
  const turned = rng.chance(0.4) ? 'translate(712 8) scale(-.78 .78)' : 'translate(88 8) scale(.78)'
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="25 0 750 1000" width="900" height="1200" role="img" data-sample="true">',
    '<title>Sample portrait: an illustration, not a person</title>',
    '<desc>SAMPLE. Head: Lorelei by Lisa Wischofsky, CC0 1.0, via DiceBear. Scene and clothes: Incontro, CC0 1.0.</desc>',
    `<g${mirrored}>${scene}</g>`,
    `<g transform="${turned}">${clothes.under}<g transform="translate(22 10) scale(.885)" fill="none">${drawHead(sitter, rng)}</g>${clothes.over}</g>`,
    sampleMark(762, 250),
    '</svg>',
  ].join('')
}

function drawHead({ seed, gender, age, hair: tone }: Sitter, rng: Rng): string {
  const bare = (colour: string): string[] => [colour.slice(1)]
  const options: Options = {
    seed,
    hair: gender === 'woman' ? hair.woman : age > 52 ? hair.olderMan : hair.man,
    hairColor: bare(rng.pick(hairColours[tone])),
    skinColor: bare(skins[rng.pick(skinsFor(tone))] ?? skins[0]),
    mouth: mouths,
    mouthColor: bare(gender === 'woman' ? rng.pick(['#8e2f33', '#a8323e', '#7d2a35']) : '#7a3330'),
    eyes,
    eyebrows: eyebrows[gender],
    glasses,
    glassesProbability: age > 45 ? 34 : 16,
    beardProbability: gender === 'man' ? 26 : 0,
    earringsProbability: gender === 'woman' ? 38 : 4,
    frecklesProbability: 12,
    hairAccessoriesProbability: gender === 'woman' ? 7 : 0,
    earringsColor: bare(rng.pick(['#d9a441', '#c9ced6', '#c85f5f'])),
    hairAccessoriesColor: bare('#fff3dd'),
    eyesColor: bare(ink),
    eyebrowsColor: bare(ink),
    noseColor: bare(ink),
    frecklesColor: bare(ink),
    glassesColor: bare(ink),
  }
  return createAvatar(lorelei, options)
    .toString()
    .replace(/<metadata[\s\S]*?<\/metadata>/, '')
    .replace(/^<svg[^>]*>/, '')
    .replace(/<\/svg>$/, '')
}
