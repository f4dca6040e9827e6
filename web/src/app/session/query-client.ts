import { QueryClient } from '@tanstack/react-query'
import { ApiProblem } from '../api/api.ts'

/** One per rendering on the server, one per page in the browser. Only a lost connection is tried again, and what failed without network once it is back. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // Without network a page says so, instead of waiting in silence.
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
