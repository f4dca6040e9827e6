/** Words without meaning, the same for everybody: they say nothing about the message but roughly how long it is. */
const filler =
  'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore magna aliqua'.split(
    ' ',
  )

/** Filler for a message that may not be read: three lengths, so that not even the exact length leaves. */
export function fillerFor(body: string): string {
  const words = body.length < 40 ? 5 : body.length < 160 ? 12 : filler.length
  return filler.slice(0, words).join(' ')
}
