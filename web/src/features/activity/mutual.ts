import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query'

/** The other member of a mutual like, whom the notice names. */
export interface Mutual {
  readonly memberId: string
  readonly memberName: string
  readonly photo: string | null
  readonly sample: boolean
}

interface Mutuals {
  readonly waiting: readonly Mutual[]
  readonly announced: readonly string[]
}

const key = ['mutual'] as const
const none: Mutuals = { waiting: [], announced: [] }

/** Queues the notice once, although both the socket event and the acknowledgement of a like may announce it. */
export const announceMutual = (client: QueryClient, mutual: Mutual) =>
  client.setQueryData<Mutuals>(key, (current = none) =>
    current.announced.includes(mutual.memberId)
      ? current
      : { waiting: [...current.waiting, mutual], announced: [...current.announced, mutual.memberId] },
  )

export const closeMutual = (client: QueryClient) =>
  client.setQueryData<Mutuals>(key, (current = none) => ({ ...current, waiting: current.waiting.slice(1) }))

/** The notice to show now. */
export const useMutual = (): Mutual | undefined =>
  useQuery<Mutuals>({ queryKey: key, queryFn: skipToken, initialData: none, staleTime: Infinity, gcTime: Infinity })
    .data?.waiting[0]
