import { createElement, type SVGProps } from 'react'

/** A drawing of lucide: the shapes in a square of 24. */
interface Drawing {
  readonly node: readonly (readonly [shape: string, attributes: Readonly<Record<string, string>>])[]
}

/**
 * Makes an icon's component, in a build in place of lucide's `createLucideIcon` (`web/direct-icons.ts`). That one puts
 * attributes and classes together by name in two further components, for each of the sixty icons of a page; here the
 * shapes are made once.
 */
export default function createGlyph({ node }: Drawing) {
  const shapes = node.map(([shape, attributes]) => createElement(shape, attributes))
  return ({ size, ...given }: SVGProps<SVGSVGElement> & { readonly size: number }) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        stroke: 'currentColor',
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...given,
      },
      shapes,
    )
}
