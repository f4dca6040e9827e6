import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { newUuid } from '#app/api/uuid.ts'
import { useSite } from '#app/brand/site.ts'
import { outboxOwner, outboxStore } from '#app/outbox/outbox.ts'
import type { StoredMessage } from '#app/outbox/outbox-store.ts'
import { outgoingOf } from '#app/outbox/outgoing.ts'
import { isReachable } from '#app/session/connection-state.ts'
import { useSession } from '#app/session/session.tsx'
import { useSocket, useSocketStatus } from '#app/session/socket.tsx'
import { useUnsaved } from '#app/session/unsaved.ts'
import { perClient, useStore } from '#app/store/store.ts'
import { keepTrackerId } from '#app/visit/visit.ts'
import { postEvent } from '#features/activity/index.ts'
import { leadsToPlans } from '#features/credits/index.ts'
import { conversationsKey, putMessages } from '../messages/chat-queries.ts'
import { returnToDraft } from './drafts.ts'
import { createOutbox } from './outbox.ts'

const outboxOf = perClient((client) => createOutbox(outgoingOf(client), outboxStore))

type OnOut = (memberId: string, text: string) => void

/**
 * Sends the queued messages one after the other, in order. `onOut` gets the text of a message for which credits are
 * missing.
 */
const useDelivery = () => {
  const client = useQueryClient()
  const { emit } = useSocket()
  const { session, update } = useSession()
  return (onOut?: OnOut): Promise<void> =>
    outboxOf(client).deliver(
      {
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
        isOut({ memberId, icebreaker }, code) {
          const isOut = leadsToPlans(code, 'fine_crediti')
          if (isOut) postEvent(session.clickid, memberId, icebreaker ? 'ko_icebreaker' : 'ko_msg')
          return isOut
        },
      },
      onOut &&
        (({ memberId, text }) => {
          void returnToDraft(client, memberId, text)
          onOut(memberId, text)
        }),
    )
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
 * Loads the messages that an earlier page left unsent, follows other tabs, and sends waiting messages when connected.
 * Mounted once on every member page.
 */
export const useSendWaiting = () => {
  const client = useQueryClient()
  const owner = useOwner()
  const { clickid } = useSession().session
  const status = useSocketStatus()
  const deliver = useDelivery()
  const send = useEffectEvent(() => {
    if (!isReachable(status)) return
    outboxOf(client).resume()
    void deliver()
  })
  useEffect(() => {
    const outbox = outboxOf(client)
    const follow = (state: 'waiting' | 'queued') =>
      outboxStore()
        .then(({ storedMessages }) => storedMessages(owner))
        .then(
          (stored) => outbox.merge(stored, state),
          // A browser without storage has no earlier messages; the page's memory has those of this page.
          () => undefined,
        )
    void outboxStore().then(({ restoreFrom }) => restoreFrom(outbox.stored))
    // The offline page reads it to find this member's messages.
    keepTrackerId(clickid)
    void follow('waiting').then(() => send())
    // Another tab sends the message; this one only shows it.
    const listening = outboxStore().then(({ onStoredChange }) => onStoredChange(() => void follow('queued')))
    return () => void listening.then((stop) => stop())
  }, [client, owner, clickid])
  useEffect(() => send(), [status])
  const items = useStore(outgoingOf(client))
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
export const useOutbox = (memberId: string, onOut: OnOut) => {
  const client = useQueryClient()
  const owner = useOwner()
  const deliver = useDelivery()
  const { add, retry, drop } = outboxOf(client)
  const items = useStore(outgoingOf(client))
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
      add({
        clientMessageId: newUuid(),
        owner,
        memberId,
        text,
        ...about,
        ...(prefilled && { prefilled }),
        ...(replyTo !== undefined && { replyTo }),
        time: new Date().toISOString(),
        code: null,
      })
      void deliver(onOut)
    },
    retry: (id: string) => {
      retry(id)
      void deliver(onOut)
    },
    remove: drop,
  }
}
