import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useSite } from '#app/brand/site.ts'
import { outboxOwner, outboxStore, outgoingKey as key } from '#app/outbox/outbox.ts'
import { useSession } from '#app/session/session.tsx'
import { isReachable } from '#app/session/connection-state.ts'
import { useSocket, useSocketStatus } from '#app/session/socket.tsx'
import { useUnsaved } from '#app/session/unsaved.ts'
import { postEvent } from '#features/activity/index.ts'
import { leadsToPlans } from '#features/credits/index.ts'
import { conversationsKey, putMessages } from '../messages/chat-queries.ts'
import { returnToDraft } from './drafts.ts'
import type { StoredMessage } from '#app/outbox/outbox-store.ts'
import { keepTrackerId } from '#app/visit/visit.ts'
import { newUuid } from '#app/api/uuid.ts'
import { createKeeping } from './keeping.ts'
import { deliverQueued, noneWaiting, withState } from './delivery.ts'
import { mergeStored, type Outgoing, toStored } from './outgoing.ts'

const kept = { staleTime: Infinity, gcTime: Infinity } as const
const read = (client: QueryClient) => client.getQueryData<readonly Outgoing[]>(key) ?? []
const write = (client: QueryClient, change: (now: readonly Outgoing[]) => readonly Outgoing[]) => {
  client.setQueryDefaults(key, kept)
  client.setQueryData<readonly Outgoing[]>(key, (now = []) => change(now))
}
const set = (client: QueryClient, id: string, state: Outgoing['state'], code: string | null = null) =>
  write(client, (now) => withState(now, id, state, code))

const keepings = new WeakMap<QueryClient, ReturnType<typeof createKeeping>>()
/** How the messages of a page are kept in the browser. */
const keepingOf = (client: QueryClient) => {
  const known = keepings.get(client)
  if (known) return known
  const made = createKeeping(outboxStore, (id, isKept) =>
    write(client, (now) => now.map((item) => (item.clientMessageId === id ? { ...item, isKept } : item))),
  )
  keepings.set(client, made)
  return made
}

const drop = (client: QueryClient, id: string) => {
  write(client, (now) => now.filter((item) => item.clientMessageId !== id))
  void keepingOf(client).drop(id)
}
const fail = (client: QueryClient, id: string, code: string) => {
  set(client, id, 'failed', code)
  void keepingOf(client).mark(id, code)
}

/** Sends the waiting messages one after the other, in order. `onOut` gets the text of a message for which credits are missing. */
const useDelivery = () => {
  const client = useQueryClient()
  const { emit } = useSocket()
  const { session, update } = useSession()
  const deliver = (onOut?: (memberId: string, text: string) => void): Promise<void> =>
    deliverQueued(
      {
        read: () => read(client),
        write: (change) => write(client, change),
        settled: (id) => keepingOf(client).settled(id),
        async send({ text, memberId, clientMessageId, icebreaker, prefilled, replyTo }) {
          const reply = await emit('chat', {
            msg: text,
            trackerId: session.clickid,
            memberId,
            clientMessageId,
            icebreaker,
            blurredMessage: session.premiumLevel === 0,
            ...(prefilled && { prefilled }),
            ...(replyTo !== undefined && { replyTo }),
          })
          return reply.ok ? { ok: true, reply } : { ok: false, code: reply.code }
        },
        delivered({ memberId }, { message, icebreakerCredits, totalCredits }) {
          putMessages(client, memberId, [message])
          update({ icebreakerCredits, totalCredits })
          void client.invalidateQueries({ queryKey: conversationsKey })
        },
        drop: (id) => drop(client, id),
        fail: (id, code) => fail(client, id, code),
        isOut({ memberId, icebreaker }, code) {
          const isOut = leadsToPlans(code, 'fine_crediti')
          if (isOut) postEvent(session.clickid, memberId, icebreaker ? 'ko_icebreaker' : 'ko_msg')
          return isOut
        },
      },
      onOut &&
        (({ memberId, text }) => {
          returnToDraft(client, memberId, text)
          onOut(memberId, text)
        }),
    )
  /** Sends the messages that waited for the connection. */
  const resume = () => {
    write(client, noneWaiting)
    return deliver()
  }
  return { deliver, resume }
}

const useOutgoing = (): readonly Outgoing[] => {
  const { data = [] } = useQuery<readonly Outgoing[]>({ queryKey: key, queryFn: skipToken, initialData: [], ...kept })
  return data
}

const useOwner = () => {
  const { brand } = useSite()
  const { session } = useSession()
  return outboxOwner(brand.key, session.clickid)
}

/** Milliseconds between retries while connected; the delay doubles each time. */
const firstRetry = 5_000
const lastRetry = 60_000

/**
 * Loads the messages that an earlier page left unsent, follows other tabs, and sends waiting messages when connected. Mounted once
 * on every member page.
 */
export const useSendWaiting = () => {
  const client = useQueryClient()
  const owner = useOwner()
  const { session } = useSession()
  const status = useSocketStatus()
  const { resume } = useDelivery()
  const send = useEffectEvent(() => {
    if (isReachable(status)) void resume()
  })
  useEffect(() => {
    const follow = (state: 'waiting' | 'queued') =>
      outboxStore()
        .then(({ storedMessages }) => storedMessages(owner))
        .then(
          (stored) => write(client, (now) => mergeStored(now, stored, state, keepingOf(client).isUnstored)),
          // A browser without storage has no earlier messages; the page's memory has those of this page.
          () => undefined,
        )
    void outboxStore().then(({ restoreFrom }) =>
      restoreFrom(() => toStored(read(client).filter((item) => !keepingOf(client).isUnstored(item.clientMessageId)))),
    )
    // The offline page reads it to find this member's messages.
    keepTrackerId(session.clickid)
    void follow('waiting').then(() => send())
    // Another tab sends the message; this one only shows it.
    const listening = outboxStore().then(({ onStoredChange }) => onStoredChange(() => void follow('queued')))
    return () => void listening.then((stop) => stop())
    // oxlint-disable-next-line react/exhaustive-deps -- once a member; the connection has an effect of its own
  }, [client, owner])
  useEffect(() => send(), [status])
  const items = useOutgoing()
  useUnsaved(items.some(({ isKept }) => isKept === false))
  const isWaiting = items.some(({ state }) => state === 'waiting')
  useEffect(() => {
    if (!isWaiting || !isReachable(status)) return
    let delay = firstRetry
    let timer: ReturnType<typeof setTimeout>
    const later = () => {
      timer = setTimeout(() => {
        delay = Math.min(delay * 2, lastRetry)
        send()
        later()
      }, delay)
    }
    later()
    return () => clearTimeout(timer)
  }, [isWaiting, status])
}

/** The unacknowledged messages to one member, and the actions on them. */
export const useOutbox = (memberId: string, onOut: (memberId: string, text: string) => void) => {
  const client = useQueryClient()
  const owner = useOwner()
  const { deliver } = useDelivery()
  const items = useOutgoing()
  return {
    items: items.filter((item) => item.memberId === memberId),
    send: (
      text: string,
      {
        replyTo,
        prefilled,
        ...about
      }: Pick<StoredMessage, 'icebreaker' | 'memberName'> & { prefilled: boolean; replyTo: number | undefined },
    ) => {
      const message = {
        clientMessageId: newUuid(),
        owner,
        memberId,
        text,
        ...about,
        ...(prefilled && { prefilled }),
        ...(replyTo !== undefined && { replyTo }),
        time: new Date().toISOString(),
        code: null,
      }
      // A message that the browser does not store stays in the page's memory, and says so.
      void keepingOf(client).keep(message)
      write(client, (now) => [...now, { ...message, state: 'queued' }])
      void deliver(onOut)
    },
    retry: (id: string) => {
      set(client, id, 'queued')
      void keepingOf(client).mark(id, null)
      void deliver(onOut)
    },
    remove: (id: string) => drop(client, id),
  }
}
