import type { Rng } from '../rng.ts'
import { cloths, darker, ink } from './palette.ts'

/** Shoulders and chest in the coordinates of the head: 844 wide, the neck ends near 430, 800. */
const torso =
  'M40 1300C48 880 96 838 236 812 280 804 306 792 322 770L560 770C578 796 604 806 640 812 752 834 786 884 794 1300Z'

type Cut = (cloth: string, rng: Rng) => { readonly under?: string; readonly over?: string }

const stripes = (cloth: string, path: (at: number) => string): string =>
  `<g clip-path="url(#t)" stroke="${darker(cloth, 0.86)}" stroke-width="9" fill="none">${Array.from({ length: 13 }, (_, at) => `<path d="${path(at)}"/>`).join('')}</g>`

const cuts: readonly Cut[] = [
  () => ({}),
  () => ({}),
  (cloth) => ({ under: stripes(cloth, (at) => `M${50 + at * 62} 760v560`) }),
  (cloth) => ({ under: stripes(cloth, (at) => `M20 ${836 + at * 44}h820`) }),
  // A shirt's collar.
  (cloth) => ({
    over: `<g stroke="${ink}" stroke-width="6" stroke-linejoin="round" fill="${darker(cloth, 1.1)}"><path d="M300 790 408 880 330 930 262 820z"/><path d="M566 790 424 880 516 930 618 822z"/></g>`,
  }),
  // A jacket over something light.
  (cloth, rng) => ({
    over: `<g stroke="${ink}" stroke-width="6" stroke-linejoin="round"><path d="M318 846 418 1060 548 848q-110 40-230-2z" fill="${rng.pick(['#f7f1e6', '#e9e4f2', '#f3dfd2', '#dfe9ec'])}"/><path d="M298 786 240 830 262 900 236 920 412 1120 V1060z" fill="${darker(cloth)}"/><path d="M570 786 640 826 612 900 640 920 424 1120V1060z" fill="${darker(cloth)}"/></g>`,
  }),
  // A round neck.
  (cloth) => ({
    over: `<path d="M312 792q116 110 252 0l22 14q-146 142-294 0z" fill="${darker(cloth, 0.8)}" stroke="${ink}" stroke-width="6" stroke-linejoin="round"/>`,
  }),
  // A scarf.
  (_cloth, rng) => {
    const scarf = rng.pick(cloths)
    return {
      over: `<g stroke="${ink}" stroke-width="6" stroke-linejoin="round" fill="${scarf}"><path d="M292 772q140 96 292 0l26 66q-172 112-344 0z"/><path d="M336 866l-26 190h104l10-168z" fill="${darker(scarf, 0.9)}"/></g>`,
    }
  },
]

/** Clothes, including the shoulders. */
export function drawClothes(rng: Rng): { readonly under: string; readonly over: string } {
  const cloth = rng.pick(cloths)
  const { under = '', over = '' } = rng.pick(cuts)(cloth, rng)
  const seams =
    '<path d="M176 1300Q170 1000 202 908M668 1300Q676 1000 646 908" stroke-width="6" stroke-linecap="round"/>'
  return {
    under: `<clipPath id="t"><path d="${torso}"/></clipPath><path d="${torso}" fill="${cloth}"/>${under}<g fill="none" stroke="${ink}"><path d="${torso}" stroke-width="7"/>${seams}</g>`,
    over,
  }
}
