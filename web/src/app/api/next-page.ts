import type { UseInfiniteQueryResult } from '@tanstack/react-query'

/** Loads a list's next page. Waits for a fetch that is under way, which React Query would cancel for it. */
export const nextPage = async ({
  isFetching,
  refetch,
  fetchNextPage,
}: Pick<UseInfiniteQueryResult, 'isFetching' | 'refetch' | 'fetchNextPage'>): Promise<void> => {
  if (isFetching) await refetch({ cancelRefetch: false })
  await fetchNextPage()
}
