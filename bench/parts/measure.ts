import { load } from './processes.ts'

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** The value that the given share of the values does not exceed. */
export const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

/**
 * Measures five pairs of ours and the reference, alternately, so that both see the same load; a warm-up pair is
 * discarded.
 */
export async function interleaved(
  ours: () => Promise<number>,
  yardstick: () => Promise<number>,
  pairs = 5,
): Promise<{ value: number; yardstick: number; ratio: number; pairs: number[][] }> {
  await ours()
  await yardstick()
  const seen: [number, number][] = []
  for (let n = 0; n < pairs; n += 1)
    seen.push(
      n % 2
        ? [await ours(), await yardstick()]
        : await yardstick().then(async (theirs) => [await ours(), theirs] as [number, number]),
    )
  const value = median(seen.map(([mine]) => mine))
  const theirs = median(seen.map(([, other]) => other))
  return {
    value: round(value),
    yardstick: round(theirs),
    ratio: round(median(seen.map(([mine, other]) => mine / other))),
    pairs: seen.map((pair) => pair.map(round)),
  }
}

const round = (value: number): number => Number(value.toPrecision(4))

/** The one line a benchmark prints, with the machine's load of the last minute: on a busy machine times mean little. */
export function report(name: string, unit: string, target: string, result: object): void {
  console.log(JSON.stringify({ name, unit, target, load: load(), ...result }))
}
