/**
 * The page numbers to show around the current one: fixed windows of `size` (1–5, 6–10, …).
 *
 * @returns the numbers, at least one, never beyond `pages`
 */
export const pageWindow = (current: number, pages: number, size = 5): readonly number[] => {
  const last = Math.max(1, pages)
  const at = Math.min(Math.max(1, current), last)
  const first = Math.floor((at - 1) / size) * size + 1
  return Array.from({ length: Math.min(size, last - first + 1) }, (_, index) => first + index)
}
