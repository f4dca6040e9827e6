/** Waits for the work, at most `timeoutMs`; then `late` is called and the work is left alone. */
export async function within(timeoutMs: number, work: Promise<unknown> | undefined, late: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      late()
      resolve()
    }, timeoutMs)
  })
  await Promise.race([work, over])
  clearTimeout(timer)
}
