import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

const draftKey = (angelId: string) => ['draft', angelId] as const
const kept = { staleTime: Infinity, gcTime: Infinity } as const

/** Adds a text that could not be sent to what is written now. */
export const giveBack = (client: QueryClient, angelId: string, text: string) => {
  client.setQueryDefaults(['draft'], kept)
  client.setQueryData<string>(draftKey(angelId), (now = '') => (now === '' ? text : `${text}\n${now}`))
}

/**
 * What is written to somebody and not sent, kept in memory while walking around; never in web storage. The field itself
 * runs on local state: the cache tells its changes a moment later, which a controlled field would answer by losing keys.
 */
export const useDraft = (angelId: string): [string, (text: string) => void] => {
  const client = useQueryClient()
  const { data: stored = '' } = useQuery<string>({ queryKey: draftKey(angelId), queryFn: skipToken, initialData: '', ...kept })
  const [text, setText] = useState(stored)
  const written = useRef(stored)
  useEffect(() => {
    // Not ours: a message came back unsent.
    if (client.getQueryData(draftKey(angelId)) !== written.current) {
      written.current = stored
      setText(stored)
    }
  }, [angelId, client, stored])
  const write = (next: string) => {
    written.current = next
    setText(next)
    client.setQueryData<string>(draftKey(angelId), next)
  }
  return [text, write]
}
