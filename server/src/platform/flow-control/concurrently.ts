/** Does work for each item, several at once. An error ends the work on further items and is thrown. */
export async function concurrently<T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = items.values()
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const item of waiting) await work(item)
    }),
  )
}
