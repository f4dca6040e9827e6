import { QueryClient } from '@tanstack/react-query'
import { ApiProblem } from '../api/api.ts'

/** One client per rendering on the server, one per page in the browser. It retries only lost connections, and refetches when the network is back. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // Without a network the query fails, so that the page can say so, instead of being paused.
        networkMode: 'always',
        refetchOnReconnect: true,
        refetchOnWindowFocus: true,
        retry: (count, error) =>
          count < 2 &&
          navigator.onLine !== false &&
          error instanceof ApiProblem &&
          (error.status === 0 || error.status >= 500),
      },
    },
  })
