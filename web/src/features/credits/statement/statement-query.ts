import type { StatementEntry } from '@incontro/contract'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '#app/api/api.ts'

export type StatementAccount = StatementEntry['account']

const page = (clickid: string, account: StatementAccount | null, before: string | undefined, signal?: AbortSignal) =>
  api('GET /api/credits/statement/:trackerId', {
    params: { trackerId: clickid },
    query: { ...(before !== undefined && { before }), ...(account !== null && { account }) },
    ...(signal && { signal }),
  })

/** Movements of the member's balances, newest first, of one account or of all. */
export const statementQuery = (clickid: string, account: StatementAccount | null) =>
  infiniteQueryOptions({
    queryKey: ['statement', clickid, account],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => page(clickid, account, pageParam, signal),
    getNextPageParam: ({ entries, hasMore }) => (hasMore ? entries.at(-1)?.id : undefined),
  })

/** Fetches all pages. @throws ApiProblem if any page fails, since an incomplete statement would be wrong */
export async function wholeStatement(clickid: string): Promise<readonly StatementEntry[]> {
  const all: StatementEntry[] = []
  for (;;) {
    const { entries, hasMore } = await page(clickid, null, all.at(-1)?.id)
    all.push(...entries)
    if (!hasMore || entries.length === 0) return all
  }
}
