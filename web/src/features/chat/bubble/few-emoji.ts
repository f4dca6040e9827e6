/** What has its own picture: a flag, a keycap, or a character that is shown as a picture by itself or by a selector. */
const picture = /^(?:\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3|\p{Emoji_Presentation}|\p{Emoji}\uFE0F)/u
/** Three of the longest, which are made of several people. */
const longest = 3 * 40

/** Whether a text is one to three emoji and nothing else: these are shown large. */
export const isFewEmoji = (text: string): boolean => {
  const trimmed = text.replace(/\s/g, '')
  // Most messages begin with a letter, and a segmenter takes a phone milliseconds to make.
  if (!picture.test(trimmed) || trimmed.length > longest || !('Segmenter' in Intl)) return false
  const signs = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(trimmed)]
  return signs.length <= 3 && signs.every(({ segment }) => picture.test(segment))
}
