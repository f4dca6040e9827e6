import type { PromptId } from '@incontro/contract'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { type Counts, countsKey, useCounts, useSession } from '#app/session/session.tsx'
import { useSocket } from '#app/session/socket.tsx'
import { shake } from '#components/feedback/motion.ts'
import { type ToastContent, useToast } from '#components/feedback/toast.tsx'
import { leadsToPlans, useHookPopup } from '#features/credits/index.ts'
import { announceMutual } from './mutual.ts'
import { postEvent } from './post-event.ts'
import { forgetLike } from './undone-like.ts'

/** A member who can be liked; a `Member`, a card or a notification fits. */
export interface Likeable {
  readonly id: string
  readonly memberName: string
  readonly photo: string | null
  readonly sample: boolean
  readonly liked?: boolean
}

export interface Likes {
  readonly isLiked: (member: Likeable) => boolean
  readonly isBusy: (member: Likeable) => boolean
  /** Likes the member, or with `prompt` one answer on their profile. */
  readonly like: (member: Likeable, prompt?: PromptId) => Promise<void>
  /** The hook's popup for a member without likes left; the caller renders it. */
  readonly popup: ReactNode
}

/** Sends likes over the socket. The page shows them immediately and reverts them if the server refuses. */
export const useLike = (): Likes => {
  const client = useQueryClient()
  const counts = useCounts()
  const { session } = useSession()
  const { emit } = useSocket()
  const toast = useToast()
  const { show, popup } = useHookPopup()
  const { pathname } = useLocation()
  const [given, setGiven] = useState<readonly string[]>([])
  const [busy, setBusy] = useState<readonly string[]>([])
  const isLiked = (member: Likeable) =>
    member.liked === true || given.includes(member.id) || (counts?.likedMemberIds.includes(member.id) ?? false)
  const isBusy = (member: Likeable) => busy.includes(member.id)

  const like = async (member: Likeable, prompt?: PromptId) => {
    if (isLiked(member)) return
    const { id, memberName } = member
    const showSent = (action?: ToastContent['action']) =>
      toast({ text: <Trans>You liked {memberName}.</Trans>, action })
    const others = (ids: readonly string[]) => ids.filter((other) => other !== id)
    shake('like')
    setGiven((ids) => [...ids, id])
    setBusy((ids) => [...ids, id])
    const reply = await emit('like', { trackerId: session.clickid, memberId: id, ...(prompt && { prompt }) })
    setBusy(others)
    if (!reply.ok) {
      setGiven(others)
      if (leadsToPlans(reply.code, 'file_like')) show('file_like')
      else toast({ text: <Trans>We couldn’t send the like. Try again shortly.</Trans> })
      return
    }
    postEvent(session.clickid, id, pathname === '/find' ? 'like_da_home' : 'like')
    client.setQueryData<Counts>(
      countsKey,
      (current) => current && { ...current, likedMemberIds: [...current.likedMemberIds, id] },
    )
    if (reply.mutual) announceMutual(client, { memberId: id, memberName, photo: member.photo, sample: member.sample })
    else
      showSent({
        label: <Trans>Cancel</Trans>,
        onAction: () =>
          void emit('unmatch', { trackerId: session.clickid, memberId: id }).then(({ ok }) => {
            // It stands: it was answered or read in the meantime, or there is no network.
            if (!ok) return showSent()
            setGiven(others)
            // Another page may have been opened since, and have loaded the like.
            forgetLike(client, id)
          }),
      })
  }
  return { isLiked, isBusy, like, popup }
}
