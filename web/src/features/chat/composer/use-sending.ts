import { msg } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiProblem } from '#app/api/api.ts'
import { newUuid } from '#app/api/uuid.ts'
import { useSession } from '#app/session/session.tsx'
import { useSocket } from '#app/session/socket.tsx'
import { sendPhoto } from '#app/upload/send-photo.ts'
import { postEvent } from '#features/activity/index.ts'
import { conversationsKey, putMessages } from '../messages/chat-queries.ts'

/** Failure texts where the general ones do not fit. */
export const sendingFailures: Record<string, ReturnType<typeof msg>> = {
  busy: msg`That didn’t work. Try again in a moment.`,
  offline: msg`You’re offline. What you want to send is still here: try again when you’re back online.`,
  429: msg`You’ve sent a lot of them. Try again in an hour.`,
  writing_disabled: msg`You can no longer write here.`,
  messaging_off: msg`You can’t send messages for now. The email about it says why and until when.`,
  not_answered: msg`You can send photos and voice messages once you’ve both written.`,
  not_verified: msg`Confirm your email first.`,
  no_recording: msg`This recording can’t be read. Record it again.`,
  recording_too_large: msg`A voice message lasts one minute at most.`,
}

interface Options {
  readonly memberId: string
  readonly replyTo: number | undefined
  /** The member has not enough credits. */
  readonly onOut: () => void
  readonly onSent: () => void
}

/** Uploads and sends at most once however often it is retried: the server recognises the message by its id. */
export const useSending = ({ memberId, replyTo, onOut, onSent }: Options) => {
  const client = useQueryClient()
  const { emit } = useSocket()
  const { session, update } = useSession()
  const kept = useRef({ clientMessageId: newUuid(), mediaId: '' })
  const controller = useRef(new AbortController())
  /** Upload progress, 0 to 1; null while nothing is being sent. */
  const [part, setPart] = useState<number | null>(null)
  const [code, setCode] = useState<string | null>(null)
  useEffect(() => {
    const ending = (controller.current = new AbortController())
    return () => ending.abort()
  }, [])
  const deliver = async (kind: string, file: () => Blob | Promise<Blob>): Promise<string | null> => {
    const { signal } = controller.current
    if (kept.current.mediaId === '') {
      const options = { onProgress: setPart, signal }
      const reply = await sendPhoto(`/api/messages/${memberId}/${kind}`, await file(), options)
      kept.current.mediaId = (reply as { mediaId: string }).mediaId
    }
    signal.throwIfAborted()
    const reply = await emit('chat', {
      ...kept.current,
      msg: '',
      trackerId: session.clickid,
      memberId,
      ...(replyTo !== undefined && { replyTo }),
    })
    if (!reply.ok) {
      // The upload has expired: upload it again.
      if (reply.code === 'not_found') kept.current.mediaId = ''
      if (reply.code === 'fine_crediti') postEvent(session.clickid, memberId, 'ko_msg')
      return reply.code
    }
    putMessages(client, memberId, [reply.message])
    update({ icebreakerCredits: reply.icebreakerCredits, totalCredits: reply.totalCredits })
    void client.invalidateQueries({ queryKey: conversationsKey })
    return null
  }
  return {
    part,
    code,
    /** Forgets the last attempt, because another file was chosen. */
    begin: () => {
      kept.current = { clientMessageId: newUuid(), mediaId: '' }
      setCode(null)
    },
    /** @param kind the last part of the address that takes it, with what is asked of it */
    send: async (kind: string, file: () => Blob | Promise<Blob>): Promise<void> => {
      if (part !== null) return
      setCode(null)
      setPart(0)
      try {
        const answer = await deliver(kind, file)
        if (answer === null) return onSent()
        if (answer === 'fine_crediti') onOut()
        else setCode(answer)
      } catch (error) {
        // Closing the dialog aborted it.
        if (error instanceof DOMException && error.name === 'AbortError') return
        setCode(error instanceof ApiProblem ? error.code : 'offline')
      }
      setPart(null)
    },
  }
}
