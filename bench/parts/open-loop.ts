const tickMs = 2
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Sends at a fixed rate, regardless of the answers. Returns the milliseconds of each send; failed ones are left out.
 */
export async function offer(
  { rate, seconds }: { readonly rate: number; readonly seconds: number },
  one: (n: number) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = []
  const under: Promise<unknown>[] = []
  const from = performance.now()
  for (let sent = 0; performance.now() - from < seconds * 1000; await pause(tickMs)) {
    for (const due = Math.floor(((performance.now() - from) / 1000) * rate); sent < due; sent += 1) {
      const at = performance.now()
      under.push(
        one(sent).then(
          () => times.push(performance.now() - at),
          // A failed send has no duration; the caller compares the number of durations.
          () => undefined,
        ),
      )
    }
  }
  await Promise.all(under)
  return times
}
