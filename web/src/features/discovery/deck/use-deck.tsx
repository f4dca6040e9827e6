import { Trans } from '@lingui/react/macro'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { shake } from '#components/feedback/motion.ts'
import { usePageRefresh } from '#app/shell/page-refresh.ts'
import { useSession } from '#app/session/session.tsx'
import { useSocket } from '#app/session/socket.tsx'
import { useStore } from '#app/store/store.ts'
import { useToast } from '#components/feedback/toast.tsx'
import { announceMutual, likesOf, postEvent } from '#features/activity/index.ts'
import { leadsToPlans, useShowHook } from '#features/credits/index.ts'
import { isBlockedIn, useIsBlocked } from '#features/trust/index.ts'
import { deckKey, fetchDeck, type KeptDeck, keptForMs, type Seeker } from './deck-query.ts'
import { type Deck, emptyDeck, settleLike, without } from './deck-state.ts'
import { createDeckStore } from './deck-store.ts'
import { type Answer, fewestCards } from './swipe.ts'

/** The deck that the member left less than five minutes ago, or else the one of the document. */
const firstDeck = (client: QueryClient, seeker: Seeker, rendered: Deck | undefined): Deck => {
  const kept = client.getQueryData<KeptDeck>(deckKey(seeker))
  return kept && Date.now() - kept.at < keptForMs ? { ...settleLike(kept.deck), ended: false } : (rendered ?? emptyDeck)
}

/**
 * The deck over the socket, and what the page says of its answers.
 * @param rendered the deck with the first members, if the document contained them
 */
export const useDeck = (rendered: Deck | undefined) => {
  const client = useQueryClient()
  const { session, read, update } = useSession()
  const { emit } = useSocket()
  const toast = useToast()
  const showHook = useShowHook()
  const [key] = useState(() => deckKey(session))
  const trackerId = session.clickid
  const [store] = useState(() =>
    createDeckStore({
      start: firstDeck(client, session, rendered),
      fetch: () => fetchDeck(read()),
      sendAnswer: (memberId, type) => emit('match', { trackerId, memberId, type }),
      sendUndo: (memberId) => emit('unmatch', { trackerId, memberId }),
      isBlocked: (memberId) => isBlockedIn(client, memberId),
    }),
  )
  const { deck: all, status } = useStore(store)
  const deck = without(all, useIsBlocked())
  useEffect(() => {
    client.setQueryData<KeptDeck>(key, { deck: all, at: Date.now() })
  }, [client, all, key])
  usePageRefresh(store.again)
  // The two cards below the top one already load their photos; this preloads the next one.
  const nextPhoto = deck.cards[3]?.photo
  useEffect(() => {
    if (nextPhoto) new Image().src = nextPhoto
  }, [nextPhoto])
  const left = deck.cards.length
  const isShort = left < fewestCards && !deck.ended
  useEffect(() => {
    if (isShort) store.fill()
  }, [isShort, left, store])

  const answer = async (kind: Answer) => {
    if (kind === 'like' && deck.cards.length > 0) shake('like')
    const outcome = await store.answer(kind)
    if (!outcome) return
    const { id: memberId, memberName, photo, sample } = outcome.card
    if (outcome.kind === 'recorded') {
      postEvent(trackerId, memberId, kind)
      if (kind === 'dislike') return
      update({ likeCredits: outcome.likeCredits })
      likesOf(client).record(memberId)
      if (outcome.mutual) announceMutual(client, { memberId, memberName, photo, sample })
    } else if (outcome.kind === 'gone') toast({ text: <Trans>{memberName}’s profile is no longer available.</Trans> })
    else if (leadsToPlans(outcome.code, 'file_like')) showHook('file_like')
    else
      toast({
        text:
          outcome.code === 'offline' ? (
            <Trans>You’re offline: we couldn’t send your choice.</Trans>
          ) : (
            <Trans>We couldn’t send your choice. Try again in a moment.</Trans>
          ),
      })
  }

  const undo = async () => {
    const outcome = await store.undo()
    if (!outcome) return
    const { id, memberName } = outcome.card
    if (outcome.kind === 'undone') return likesOf(client).forget(id)
    toast({
      text:
        outcome.kind === 'offline' ? (
          <Trans>You’re offline: try again in a moment.</Trans>
        ) : (
          <Trans>Your choice about {memberName} can no longer be undone.</Trans>
        ),
    })
  }

  return {
    deck,
    status,
    retry: () => void store.load(),
    /** Replaces the cards: the search has changed. */ again: store.again,
    answer,
    undo,
    showHook,
  }
}
export type DeckControls = ReturnType<typeof useDeck>
