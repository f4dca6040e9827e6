/** How many letters have to be changed, added, left out or swapped with the next one to make one text the other. */
export function editDistance(one: string, other: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, n) => n)]
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[j - 2] ?? 0) + 1 : Infinity,
      )
    }
    ;[before, last] = [last, row]
  }
  return last[other.length] ?? 0
}
