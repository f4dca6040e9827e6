import pg from 'pg'

/**
 * How long a writer had to wait at most while something else was going on.
 * @returns milliseconds of the slowest write, and how many were made.
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
    // Once more at the end: with the schema that the work left behind.
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
