import type { UseInfiniteQueryResult } from '@tanstack/react-query'

/** Loads a list's next page; after a fetch that is under way, which it would end unread otherwise. */
export const nextPage = async ({
  isFetching,
  refetch,
  fetchNextPage,
}: Pick<UseInfiniteQueryResult, 'isFetching' | 'refetch' | 'fetchNextPage'>): Promise<void> => {
  if (isFetching) await refetch({ cancelRefetch: false })
  await fetchNextPage()
}
