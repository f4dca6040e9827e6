/** The same meaningless words for every message: they reveal nothing but its approximate length. */
const filler =
  'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore magna aliqua'.split(
    ' ',
  )

/** The filler shown instead of a blurred message: one of three lengths, so that the exact length stays hidden. */
export function fillerFor(body: string): string {
  const words = body.length < 40 ? 5 : body.length < 160 ? 12 : filler.length
  return filler.slice(0, words).join(' ')
}
