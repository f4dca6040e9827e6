import { QueryClient, type InfiniteData } from '@tanstack/react-query'
import { afterEach, beforeEach, vi } from 'vitest'

/**
 * Answers the requests of a test's queries and records them, as `[method and path, body]`.
 *
 * @returns `replies`: the bodies of the replies to come
 */
export function recordRequests() {
  const requests = { client: new QueryClient(), sent: [] as unknown[], replies: [] as unknown[], pagesOf }
  beforeEach(() => {
    requests.client = new QueryClient()
    requests.sent = []
    requests.replies = []
    vi.stubGlobal('fetch', (path: string, { method, body }: RequestInit) => {
      requests.sent.push([`${method} ${path}`, ...(body === undefined ? [] : [JSON.parse(String(body)) as unknown])])
      return Promise.resolve(Response.json(requests.replies.shift() ?? {}))
    })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    requests.client.clear()
  })
  /** Fetches at most four pages, as the reader goes on, and returns how many there were. */
  async function pagesOf(query: { readonly queryKey: readonly unknown[] }, ...answers: unknown[]): Promise<number> {
    requests.replies = answers
    const { pages } = (await requests.client.fetchInfiniteQuery({
      ...query,
      pages: 4,
    } as never)) as InfiniteData<unknown>
    return pages.length
  }
  return requests
}

/** So many rows, numbered from 1. */
export const rows = (count: number, of: (n: number) => object): readonly object[] =>
  Array.from({ length: count }, (_, at) => of(at + 1))
