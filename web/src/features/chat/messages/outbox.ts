import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSession } from '../../../app/session/session.tsx'
import { useSocket } from '../../../app/session/socket.tsx'
import { postEvent } from '../../activity/index.ts'
import { conversationsKey, putMessages } from './chat-queries.ts'
import { returnToDraft } from '../composer/drafts.ts'
import { newUuid } from '../../../app/api/uuid.ts'

/** A message on its way. Its id is made once: however often it is sent, the server keeps one (decision 6.1). */
export interface Outgoing {
  readonly clientMessageId: string
  readonly memberId: string
  readonly text: string
  readonly icebreaker: boolean
  readonly time: string
  /** `waiting` goes out by itself when the connection is back, `failed` when the member says so. */
  readonly state: 'queued' | 'sending' | 'waiting' | 'failed'
  readonly code: string | null
}

const key = ['outbox'] as const
const kept = { staleTime: Infinity, gcTime: Infinity } as const
const read = (client: QueryClient) => client.getQueryData<readonly Outgoing[]>(key) ?? []
const write = (client: QueryClient, change: (now: readonly Outgoing[]) => readonly Outgoing[]) => {
  client.setQueryDefaults(key, kept)
  client.setQueryData<readonly Outgoing[]>(key, (now = []) => change(now))
}
const set = (client: QueryClient, id: string, state: Outgoing['state'], code: string | null = null) =>
  write(client, (now) => now.map((item) => (item.clientMessageId === id ? { ...item, state, code } : item)))
const drop = (client: QueryClient, id: string) =>
  write(client, (now) => now.filter((item) => item.clientMessageId !== id))

/** Sends what waits, one after the other, so that the order stays. `onOut` gets the text that found no credits. */
export const useDelivery = () => {
  const client = useQueryClient()
  const { emit } = useSocket()
  const { session, update } = useSession()
  const deliver = async (onOut?: (memberId: string, text: string) => void): Promise<void> => {
    for (;;) {
      if (read(client).some((item) => item.state === 'sending')) return
      const next = read(client).find((item) => item.state === 'queued')
      if (!next) return
      const { clientMessageId, memberId, text, icebreaker } = next
      set(client, clientMessageId, 'sending')
      const reply = await emit('chat', {
        msg: text,
        trackerId: session.clickid,
        memberId,
        clientMessageId,
        icebreaker,
        blurredMessage: session.premiumLevel === 0,
      })
      if (reply.ok) {
        putMessages(client, memberId, [reply.message])
        drop(client, clientMessageId)
        update({ icebreakerCredits: reply.icebreakerCredits, totalCredits: reply.totalCredits })
        void client.invalidateQueries({ queryKey: conversationsKey })
      } else if (reply.code === 'offline') {
        write(client, (now) =>
          now.map((item) =>
            item.state === 'queued' || item.state === 'sending' ? { ...item, state: 'waiting', code: 'offline' } : item,
          ),
        )
      } else if (reply.code === 'fine_crediti') {
        postEvent(session.clickid, memberId, icebreaker ? 'ko_icebreaker' : 'ko_msg')
        if (onOut) {
          drop(client, clientMessageId)
          returnToDraft(client, memberId, text)
          onOut(memberId, text)
        } else set(client, clientMessageId, 'failed', reply.code)
      } else set(client, clientMessageId, 'failed', reply.code)
    }
  }
  /** The connection is back: what waited for it goes out. */
  const resume = () => {
    write(client, (now) =>
      now.map((item) => (item.state === 'waiting' ? { ...item, state: 'queued', code: null } : item)),
    )
    return deliver()
  }
  return { deliver, resume }
}

/** The messages to one person that are not acknowledged yet, and what can be done with them. */
export const useOutbox = (memberId: string, onOut: (memberId: string, text: string) => void) => {
  const client = useQueryClient()
  const { deliver } = useDelivery()
  const { data = [] } = useQuery<readonly Outgoing[]>({ queryKey: key, queryFn: skipToken, initialData: [], ...kept })
  return {
    items: data.filter((item) => item.memberId === memberId),
    send: (text: string, icebreaker: boolean) => {
      write(client, (now) => [
        ...now,
        {
          clientMessageId: newUuid(),
          memberId,
          text,
          icebreaker,
          time: new Date().toISOString(),
          state: 'queued',
          code: null,
        },
      ])
      void deliver(onOut)
    },
    retry: (id: string) => {
      set(client, id, 'queued')
      void deliver(onOut)
    },
    remove: (id: string) => drop(client, id),
  }
}
