import type { OfferChange } from '@incontro/contract/admin'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What identifies the items of a list of plans, so that a moved one is not a changed one. */
const idsOf = (list: unknown): readonly string[] | undefined => {
  if (!Array.isArray(list) || list.length === 0) return undefined
  const ids = list.map((one) => (isObject(one) ? one['product_id'] : undefined))
  return ids.every((id) => typeof id === 'string') && new Set(ids).size === ids.length ? ids : undefined
}

const textOf = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value))

/** What differs between two files, field by field. A list of words or numbers is one field. */
export function changesOf(before: unknown, after: unknown, path: readonly string[] = []): readonly OfferChange[] {
  const [keysBefore, keysAfter] = [idsOf(before), idsOf(after)]
  if (keysBefore && keysAfter) {
    const byId = (list: unknown, ids: readonly string[]) =>
      Object.fromEntries((list as readonly unknown[]).map((one, n) => [ids[n], one]))
    const moved = keysBefore.filter((id) => keysAfter.includes(id))
    const order = keysAfter.filter((id) => keysBefore.includes(id))
    return [
      ...changesOf(byId(before, keysBefore), byId(after, keysAfter), path),
      ...(moved.join(' ') === order.join(' ')
        ? []
        : [{ path: [...path], before: textOf(keysBefore), after: textOf(keysAfter) }]),
    ]
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === 1 && after.length === 1)
    return changesOf(before[0], after[0], [...path, '0'])
  if (isObject(before) && isObject(after))
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      changesOf(before[key], after[key], [...path, key]),
    )
  const change = { path: [...path], before: textOf(before), after: textOf(after) }
  return change.before === change.after ? [] : [change]
}

/** What differs between two texts, paragraph by paragraph, each with the heading above it. */
export function textChanges(before: string, after: string): readonly OfferChange[] {
  const [old, now] = [before, after].map((text) => text.split(/\n{2,}/).map((one) => one.trim())) as [
    string[],
    string[],
  ]
  // Length of the longest common part of what follows, for each pair of places.
  const common = Array.from({ length: old.length + 1 }, () => new Uint16Array(now.length + 1))
  const at = (m: number, n: number): number => common[m]?.[n] ?? 0
  for (let m = old.length - 1; m >= 0; m -= 1)
    for (let n = now.length - 1; n >= 0; n -= 1)
      common[m]![n] = old[m] === now[n] ? at(m + 1, n + 1) + 1 : Math.max(at(m + 1, n), at(m, n + 1))
  const changes: OfferChange[] = []
  let [m, n, heading] = [0, 0, '']
  while (m < old.length || n < now.length) {
    if (m < old.length && n < now.length && old[m] === now[n]) {
      if (now[n]?.startsWith('#')) heading = now[n] ?? ''
      m += 1
      n += 1
      continue
    }
    const [gone, added]: string[][] = [[], []]
    while ((m < old.length || n < now.length) && old[m] !== now[n]) {
      if (n >= now.length || (m < old.length && at(m + 1, n) >= at(m, n + 1))) gone!.push(old[m++] ?? '')
      else added!.push(now[n++] ?? '')
    }
    changes.push({
      path: heading === '' ? [] : [heading],
      before: gone!.length > 0 ? gone!.join('\n\n') : null,
      after: added!.length > 0 ? added!.join('\n\n') : null,
    })
  }
  return changes
}
