import type { Member } from '@incontro/contract/domain'
import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useCallback, useDeferredValue, useState } from 'react'
import { useNavigate } from 'react-router'
import { DeckCard } from './deck-card.tsx'
import type { Given } from './deck-state.ts'
import styles from './deck.module.css'
import type { Answer } from './swipe.ts'
import type { DeckControls } from './use-deck.tsx'

/** The top card, the two behind it, and the leaving ones. */
export const Deck = ({
  controls,
  keys,
  onAnswer,
  onUndo,
  onMenu,
}: {
  readonly controls: DeckControls
  readonly keys: boolean
  readonly onAnswer: (answer: Answer) => void
  readonly onUndo: () => void
  readonly onMenu: (member: Member, button: HTMLElement) => void
}) => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const {
    deck: { cards, last },
  } = controls
  const [gave, setGave] = useState<Readonly<Record<string, Answer>>>({})
  const [gone, setGone] = useState<readonly Given[]>([])
  const [seen, setSeen] = useState(last)
  // Cards answered since the last rendering move out on top of the others.
  if (last !== seen) {
    setSeen(last)
    if (last) {
      setGave({ ...gave, [last.card.id]: last.answer })
      setGone([...gone.filter(({ card }) => card.id !== last.card.id), last])
    }
  }
  const leaving = gone.filter(({ card }) => !cards.some(({ id }) => id === card.id))
  const [top] = cards
  // The card at the bottom is added after the next frame, which shows the answer.
  const bottom = useDeferredValue(cards[2])
  const onGone = useCallback((id: string) => setGone((given) => given.filter((one) => one.card.id !== id)), [])

  const press = (event: KeyboardEvent<HTMLElement>) => {
    // Handle keys only while the deck itself has the focus, so that links on a card keep theirs.
    if (!keys || event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const actions: Record<string, () => void> = {
      ArrowLeft: () => onAnswer('dislike'),
      ArrowRight: () => onAnswer('like'),
      z: onUndo,
      c: () => {
        if (top) void navigate(`/chats/${top.id}`)
      },
      ' ': () => {
        if (top) void navigate(`/user/${top.id}`)
      },
    }
    const act = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!act || event.repeat) return
    event.preventDefault()
    act()
  }
  const shown = [
    ...cards
      .slice(0, cards[2] === bottom ? 3 : 2)
      .map((card, place) => ({ card, place: place as 0 | 1 | 2 }))
      .toReversed(),
    ...leaving.map(({ card }) => ({ card, place: 'leaving' as const })),
  ]
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys repeat the buttons below
    <div
      className={styles.deck}
      role="group"
      aria-label={top ? `${top.memberName}, ${top.age}` : t`No other profile`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the deck handles keys
      tabIndex={0}
      onKeyDown={press}
      aria-keyshortcuts={keys ? 'ArrowLeft ArrowRight Z C Space' : undefined}
    >
      {shown.map(({ card, place }) => (
        <DeckCard
          key={card.id}
          member={card}
          place={place}
          answer={gave[card.id] ?? 'dislike'}
          returned={place === 0 && card.id in gave}
          onAnswer={onAnswer}
          onMenu={onMenu}
          onGone={onGone}
        />
      ))}
    </div>
  )
}
