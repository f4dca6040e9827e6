import { vi } from 'vitest'
import type { Answer, TestServer } from '#test/support/test-server.ts'

/**
 * Sends requests that all wait for the member's row lock, queued in this order, then releases them: the first commits
 * while the others have already begun.
 */
export async function queueOnRow(
  testServer: TestServer,
  memberId: string,
  ...requests: readonly (() => Promise<Answer>)[]
): Promise<Answer[]> {
  const holder = await testServer.database.pool.connect()
  const waiting = async () =>
    Number(
      (
        await testServer.database.pool.query(
          `select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rows[0].n,
    )
  try {
    await holder.query('begin')
    await holder.query('select from members where id = $1 for update', [memberId])
    const answers: Promise<Answer>[] = []
    for (const request of requests) {
      answers.push(request())
      await vi.waitFor(
        async () => {
          if ((await waiting()) < answers.length) throw new Error(`only ${answers.length - 1} wait for the member`)
        },
        { timeout: 5000, interval: 20 },
      )
    }
    await holder.query('commit')
    return await Promise.all(answers)
  } finally {
    holder.release()
  }
}
