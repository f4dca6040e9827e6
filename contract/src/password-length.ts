const shortest = 8
const longest = 128

/** Characters as a reader counts them: an accent of its own, and an emoji of several parts, count as one. */
const lengthOf = (password: string): number =>
  typeof Intl.Segmenter === 'function'
    ? [...new Intl.Segmenter().segment(password.normalize('NFKC'))].length
    : [...password.normalize('NFKC')].length

/** Whether a password has 8 to 128 characters (rule 3.1). */
export function hasPasswordLength(password: string): boolean {
  const length = lengthOf(password)
  return length >= shortest && length <= longest
}
