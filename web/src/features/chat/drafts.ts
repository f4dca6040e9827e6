import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'

const draftKey = (angelId: string) => ['draft', angelId] as const
const kept = { staleTime: Infinity, gcTime: Infinity } as const

/** Adds a text that could not be sent to what is written now. */
export const giveBack = (client: QueryClient, angelId: string, text: string) => {
  client.setQueryDefaults(['draft'], kept)
  client.setQueryData<string>(draftKey(angelId), (now = '') => (now === '' ? text : `${text}\n${now}`))
}

/** What is written to somebody and not sent, kept in memory while walking around; never in web storage. */
export const useDraft = (angelId: string): [string, (text: string) => void] => {
  const client = useQueryClient()
  const { data = '' } = useQuery<string>({ queryKey: draftKey(angelId), queryFn: skipToken, initialData: '', ...kept })
  return [data, (text) => client.setQueryData<string>(draftKey(angelId), text)]
}
