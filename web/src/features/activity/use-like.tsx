import type { PromptId } from '@incontro/contract'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { useCounts, useSession } from '#app/session/session.tsx'
import { useSocket } from '#app/session/socket.tsx'
import { useStore } from '#app/store/store.ts'
import { shake } from '#components/feedback/motion.ts'
import { type ToastContent, useToast } from '#components/feedback/toast.tsx'
import { leadsToPlans, useShowHook } from '#features/credits/index.ts'
import { isLikedBy, likesOf } from './likes.ts'
import { announceMutual } from './mutual.ts'
import { postEvent } from './post-event.ts'

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
}

/** Whether the member likes another one, by what was loaded and what was done here since. */
export const useIsLiked = (): Likes['isLiked'] => {
  const changes = useStore(likesOf(useQueryClient()))
  const likedMemberIds = useCounts()?.likedMemberIds
  return (member) => isLikedBy(changes, likedMemberIds, member)
}

/** Sends likes over the socket. The page shows them immediately and reverts them if the server refuses. */
export const useLike = (): Likes => {
  const client = useQueryClient()
  const { session } = useSession()
  const { emit } = useSocket()
  const toast = useToast()
  const showHook = useShowHook()
  const { pathname } = useLocation()
  const likes = likesOf(client)
  const changes = useStore(likes)
  const isLiked = useIsLiked()
  const isBusy = ({ id }: Likeable) => changes[id] === 'sending'

  const like = async (member: Likeable, prompt?: PromptId) => {
    if (isLiked(member)) return
    const { id, memberName } = member
    const showSent = (action?: ToastContent['action']) =>
      toast({ text: <Trans>You liked {memberName}.</Trans>, action })
    shake('like')
    const reply = await likes.give(id, () =>
      emit('like', { trackerId: session.clickid, memberId: id, ...(prompt && { prompt }) }),
    )
    if (!reply.ok) {
      if (leadsToPlans(reply.code, 'file_like')) showHook('file_like')
      else toast({ text: <Trans>We couldn’t send the like. Try again shortly.</Trans> })
      return
    }
    postEvent(session.clickid, id, pathname === '/find' ? 'like_da_home' : 'like')
    if (reply.mutual) announceMutual(client, { memberId: id, memberName, photo: member.photo, sample: member.sample })
    else
      showSent({
        label: <Trans>Cancel</Trans>,
        onAction: () =>
          void emit('unmatch', { trackerId: session.clickid, memberId: id }).then(({ ok }) => {
            // Otherwise it stands: it was answered or read in the meantime, or there is no network.
            if (ok) likes.forget(id)
            else showSent()
          }),
      })
  }
  return { isLiked, isBusy, like }
}
