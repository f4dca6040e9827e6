import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { shake } from '#components/feedback/motion.ts'
import { usePageRefresh } from '#app/shell/page-refresh.ts'
import { type Counts, countsKey, useSession } from '#app/session/session.tsx'
import { useSocket } from '#app/session/socket.tsx'
import { useToast } from '#components/feedback/toast.tsx'
import { announceMutual, postEvent } from '#features/activity/index.ts'
import { leadsToPlans, useHookPopup } from '#features/credits/index.ts'
import { useIsBlocked } from '#features/trust/index.ts'
import { deckKey, fetchDeck, type KeptDeck, keptForMs } from './deck-query.ts'
import { createDeckRequests } from './deck-requests.ts'
import { type Deck, drop, emptyDeck, give, restoreCard, settleLike } from './deck-state.ts'
import { type Answer, fewestCards } from './swipe.ts'

/** How long a like can be undone; the server allows a little more, for slow networks. */
const likeUndoableMs = 8000

/**
 * The deck over the socket. Answers show immediately; the card comes back if the server refuses one. Answers are sent
 * one at a time, because only the last one can be undone.
 * @param rendered the deck with the first members, if the document contained them
 */
export const useDeck = (rendered: Deck | undefined) => {
  const client = useQueryClient()
  const { session, update } = useSession()
  const { emit } = useSocket()
  const toast = useToast()
  const hook = useHookPopup()
  const [key] = useState(() => deckKey(session))
  const [all, setDeck] = useState<Deck>(() => {
    const kept = client.getQueryData<KeptDeck>(key)
    return kept && Date.now() - kept.at < keptForMs
      ? { ...settleLike(kept.deck), ended: false }
      : (rendered ?? emptyDeck)
  })
  const isBlocked = useIsBlocked()
  // A blocked member's card keeps its place for the case that the block is undone.
  const deck = { ...all, cards: all.cards.filter(({ id }) => !isBlocked(id)) }
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const [tried, setTried] = useState(false)
  /** Members whose answer the server refused: there is nothing to undo. */
  const refused = useRef(new Set<string>())
  const isShort = useRef(false)
  const seeker = useRef(session)
  seeker.current = session

  useEffect(() => {
    client.setQueryData<KeptDeck>(key, { deck: all, at: Date.now() })
  }, [client, all, key])

  const [{ load, again, inTurn }] = useState(() =>
    createDeckRequests({
      fetch: () => fetchDeck(seeker.current),
      change: setDeck,
      isShort: () => isShort.current,
      onState(now) {
        setState(now)
        if (now !== 'loading') setTried(now === 'failed')
      },
    }),
  )
  usePageRefresh(again)
  // The two cards below the top one already load their photos; this preloads the next one.
  const nextPhoto = deck.cards[3]?.photo
  useEffect(() => {
    if (nextPhoto) new Image().src = nextPhoto
  }, [nextPhoto])
  const short = deck.cards.length < fewestCards && !deck.ended
  const left = deck.cards.length
  isShort.current = short
  useEffect(() => {
    if (short) void load()
  }, [short, left, load])

  const answer = async (kind: Answer) => {
    const [card] = deck.cards
    if (!card) return
    const { id, memberName } = card
    refused.current.delete(id)
    setDeck((now) => give(now, { card, answer: kind }))
    if (kind === 'like') shake('like')
    const reply = await inTurn(() => emit('match', { trackerId: session.clickid, memberId: id, type: kind }))
    if (reply.ok) {
      postEvent(session.clickid, id, kind)
      if (kind === 'dislike') return
      update({ likeCredits: reply.likeCredits })
      client.setQueryData<Counts>(
        countsKey,
        (current) => current && { ...current, likedMemberIds: [...new Set([...current.likedMemberIds, id])] },
      )
      if (reply.mutual) {
        setDeck((now) => settleLike(now, id))
        announceMutual(client, { memberId: id, memberName, photo: card.photo, sample: card.sample })
      } else setTimeout(() => setDeck((now) => settleLike(now, id)), likeUndoableMs)
      return
    }
    refused.current.add(id)
    if (reply.code === 'not_found')
      return toast({ text: <Trans>{memberName}’s profile is no longer available.</Trans> })
    setDeck((now) => restoreCard(now, card))
    if (leadsToPlans(reply.code, 'file_like')) hook.show('file_like')
    else
      toast({
        text:
          reply.code === 'offline' ? (
            <Trans>You’re offline: we couldn’t send your choice.</Trans>
          ) : (
            <Trans>We couldn’t send your choice. Try again in a moment.</Trans>
          ),
      })
  }

  const undo = async () => {
    const given = deck.undoable.at(-1)
    if (!given) return
    const { id, memberName } = given.card
    setDeck((now) => restoreCard(now, given.card))
    const reply = await inTurn(async () =>
      refused.current.has(id) ? undefined : emit('unmatch', { trackerId: session.clickid, memberId: id }),
    )
    if (!reply || reply.ok) return
    const away = reply.code === 'offline'
    setDeck((now) => (away ? give(now, given) : { ...drop(now, id), undoable: [] }))
    toast({
      text: away ? (
        <Trans>You’re offline: try again in a moment.</Trans>
      ) : (
        <Trans>Your choice about {memberName} can no longer be undone.</Trans>
      ),
    })
  }

  return {
    deck,
    failed: state === 'failed',
    /** The last attempt failed; it may be repeated. */ tried,
    loading: state === 'loading',
    retry: () => void load(),
    /** Replaces the cards: the search has changed. */ again,
    answer,
    undo,
    hook,
  }
}
export type DeckControls = ReturnType<typeof useDeck>
