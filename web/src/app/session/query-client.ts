import { QueryClient } from '@tanstack/react-query'
import { ApiProblem } from '../api/api.ts'

/** One per rendering on the server, one per page in the browser. Only a lost connection is tried again. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        refetchOnWindowFocus: true,
        retry: (count, error) =>
          count < 2 && error instanceof ApiProblem && (error.status === 0 || error.status >= 500),
      },
    },
  })
