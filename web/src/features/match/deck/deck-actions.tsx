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
      <Trans>Puoi annullare il mi piace a {memberName}.</Trans>
    ) : (
      <Trans>Puoi annullare il no a {memberName}.</Trans>
    )
  }
  return last?.answer === 'like' ? (
    <Trans>Il mi piace è stato consegnato: non si annulla più.</Trans>
  ) : (
    <Trans>Niente da annullare: qui torna l’ultima scelta.</Trans>
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
      <div className={styles.actions} role="group" aria-label={t`Che cosa rispondi?`}>
        <IconButton
          icon={Undo2}
          label={t`Annulla l’ultima scelta`}
          className={styles.small}
          aria-disabled={deck.undoable.length === 0 || undefined}
          aria-describedby="undo-words"
          onClick={onUndo}
        />
        <IconButton icon={X} size={28} label={t`No, grazie`} aria-disabled={none} onClick={() => onAnswer('dislike')} />
        <IconButton
          icon={Heart}
          size={28}
          filled
          label={t`Mi piace`}
          className={styles.like}
          aria-disabled={none}
          onClick={() => onAnswer('like')}
        />
        {top ? (
          <IconLink icon={MessageCircle} label={t`Scrivi a ${memberName}`} href={`/chats/${top.id}`} />
        ) : (
          <IconButton icon={MessageCircle} label={t`Scrivi`} className={styles.small} aria-disabled />
        )}
        {session.flow.messageInvites === 1 && (
          <IconButton
            icon={MailPlus}
            label={top ? t`Manda un invito a ${memberName}` : t`Manda un invito`}
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
