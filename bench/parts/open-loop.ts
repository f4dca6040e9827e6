const tickMs = 2
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Offers so many a second for so long, whatever comes back. Answers the milliseconds that each took; those that failed are left out. */
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
          // What failed has no time; the caller compares how many have one.
          () => undefined,
        ),
      )
    }
  }
  await Promise.all(under)
  return times
}
