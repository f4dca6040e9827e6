import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query'

/** By member id: whether the member was blocked or unblocked last, since this page was loaded. */
type Changes = Readonly<Record<string, boolean>>

const key = ['blocksHere'] as const
const none: Changes = {}

/**
 * Records a block, or with `blocked` false its end, and fetches again what the page shows. Lists leave a blocked member
 * out at once, without waiting for the reply. The page that blocks and the server's event both call it; the second call
 * does nothing.
 */
export const applyBlock = async (client: QueryClient, memberId: string, blocked: boolean): Promise<void> => {
  const changes = client.getQueryData<Changes>(key) ?? none
  if (changes[memberId] === blocked) return
  client.setQueryData<Changes>(key, { ...changes, [memberId]: blocked })
  await client.invalidateQueries()
}

/** Whether a page's member is blocked now, for what runs between renderings. */
export const isBlockedIn = (client: QueryClient, memberId: string): boolean =>
  client.getQueryData<Changes>(key)?.[memberId] === true

/** Whether the member was blocked since this page was loaded; the server lists none who was blocked before. */
export const useIsBlocked = (): ((memberId: string) => boolean) => {
  const { data = none } = useQuery<Changes>({
    queryKey: key,
    queryFn: skipToken,
    initialData: none,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  return (memberId) => data[memberId] === true
}
