/*
 * Small marks of payment methods: their names in their colours, drawn here in the manner of the brands' own. They stand
 * on white in every theme.
 */

const frame = (content: string, name = '', width = 38): string =>
  `<svg xmlns="http://www.w3.org/2000/svg"${name && ` class="${name}"`} width="${width}" height="24" viewBox="0 0 ${width} 24" aria-hidden="true">${content}</svg>`

/** A name as a mark. @param name class of the drawing @param width in pixels */
export const wordMark = (text: string, colour: string, name?: string, width = 38): string =>
  frame(
    `<text x="${width / 2}" y="15.5" text-anchor="middle" textLength="${width - 8}" lengthAdjust="spacingAndGlyphs" font-family="Arial, Helvetica, sans-serif" font-size="10" font-weight="800" fill="${colour}">${text}</text>`,
    name,
    width,
  )

export const mastercardMark = (name?: string): string =>
  frame(
    '<circle cx="15.5" cy="12" r="7" fill="#eb001b"/><circle cx="22.5" cy="12" r="7" fill="#f79e1b"/><path d="M19 6.7a7 7 0 0 1 0 10.6 7 7 0 0 1 0-10.6z" fill="#ff5f00"/>',
    name,
  )

export const bankMark = frame(
  '<g fill="none" stroke="#2b2b30" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"><path d="M11.5 10 19 5l7.5 5zM12 18.5h14M14 15.5v-3M17.3 15.5v-3M20.7 15.5v-3M24 15.5v-3"/></g>',
)

export const visaMark = (name?: string): string => wordMark('VISA', '#1a3a8f', name)

/** As an address for an image. */
export const markImage = (svg: string): string => `data:image/svg+xml,${encodeURIComponent(svg)}`
