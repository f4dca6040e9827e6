import type { Member } from '@incontro/contract/domain'
import { Trans, useLingui } from '@lingui/react/macro'
import { Heart, MailPlus, MessageCircle, Undo2, X } from 'lucide-react'
import { useSession } from '#app/session/session.tsx'
import { IconButton, IconLink } from '#components/buttons/icon-button.tsx'
import type { Deck } from './deck-state.ts'
import styles from './deck-actions.module.css'
import type { Answer } from './swipe.ts'

/** Which answer can be undone, or why none can. */
const UndoWords = ({ deck: { undoable, last } }: { deck: Deck }) => {
  const given = undoable.at(-1)
  if (given) {
    const { memberName } = given.card
    return given.answer === 'like' ? (
      <Trans>You can undo the like for {memberName}.</Trans>
    ) : (
      <Trans>You can undo the no to {memberName}.</Trans>
    )
  }
  return last?.answer === 'like' ? (
    <Trans>The like has been delivered: it can no longer be undone.</Trans>
  ) : (
    <Trans>Nothing to undo: your last choice comes back here.</Trans>
  )
}

/** The actions of the swipes and keys as buttons within reach of the thumb. They stay mounted to keep the focus. */
export const DeckActions = ({
  deck,
  onAnswer,
  onUndo,
  onInvite,
}: {
  readonly deck: Deck
  readonly onAnswer: (answer: Answer) => void
  readonly onUndo: () => void
  readonly onInvite: (member: Member) => void
}) => {
  const { t } = useLingui()
  const { session } = useSession()
  const [top] = deck.cards
  const none = top ? undefined : true
  const memberName = top?.memberName ?? ''
  return (
    <div className={styles.bottom}>
      <div className={styles.actions} role="group" aria-label={t`What’s your answer?`}>
        <IconButton
          icon={Undo2}
          label={t`Undo the last choice`}
          className={styles.small}
          aria-disabled={deck.undoable.length === 0 || undefined}
          aria-describedby="undo-words"
          onClick={onUndo}
        />
        <IconButton icon={X} size={28} label={t`No thanks`} aria-disabled={none} onClick={() => onAnswer('dislike')} />
        <IconButton
          icon={Heart}
          size={28}
          filled
          label={t`Like`}
          className={styles.like}
          aria-disabled={none}
          onClick={() => onAnswer('like')}
        />
        {top ? (
          <IconLink icon={MessageCircle} label={t`Write to ${memberName}`} href={`/chats/${top.id}`} />
        ) : (
          <IconButton icon={MessageCircle} label={t`Write`} className={styles.small} aria-disabled />
        )}
        {session.flow.messageInvites === 1 && (
          <IconButton
            icon={MailPlus}
            label={top ? t`Send ${memberName} an invitation` : t`Send an invitation`}
            className={styles.small}
            aria-disabled={none}
            onClick={() => {
              if (top) onInvite(top)
            }}
          />
        )}
      </div>
      <p id="undo-words" className={styles.undo}>
        <UndoWords deck={deck} />
      </p>
    </div>
  )
}
