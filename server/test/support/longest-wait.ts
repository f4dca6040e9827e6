import pg from 'pg'

/**
 * Measures the longest wait of a writer while `work` runs.
 * @returns milliseconds of the slowest write, and the number of writes
 */
export async function longestWait(
  url: string,
  write: (client: pg.Client, round: number) => Promise<unknown>,
  work: () => Promise<unknown>,
): Promise<{ longest: number; writes: number }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  let [longest, writes, isDone] = [0, 0, false]
  const writing = (async () => {
    // Once more at the end, with the new schema.
    for (let last = false; !last; writes += 1) {
      last = isDone
      const begun = performance.now()
      await write(client, writes)
      longest = Math.max(longest, performance.now() - begun)
    }
  })()
  try {
    await Promise.race([work(), writing])
  } finally {
    isDone = true
    await writing.finally(() => client.end())
  }
  return { longest, writes }
}
