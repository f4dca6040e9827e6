import type { MemberPage } from '@incontro/contract/domain'
import { Trans, useLingui } from '@lingui/react/macro'
import { Heart, MessageCircle } from 'lucide-react'
import { useNavigate } from 'react-router'
import { Button } from '#components/buttons/button.tsx'
import { IconButton } from '#components/buttons/icon-button.tsx'
import { Card } from '#components/layout/card.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { Chip } from '#components/marks/labels.tsx'
import { classNames } from '#styles/class-names.ts'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import type { useLike } from '#features/activity/index.ts'
import type { ChoiceTexts } from '#features/choices/index.ts'
import styles from './said.module.css'

const chips = classNames(layout.row, layout.wrap, layout.g2)

/** What the two members have in common; renders nothing if that is nothing. */
export const InCommon = ({ otherMember, texts }: { otherMember: MemberPage; texts: ChoiceTexts }) => {
  const { intent } = otherMember
  const shared = otherMember.interests.filter((interest) => interest.shared)
  if (shared.length === 0 && !intent?.shared) return null
  return (
    <Card as="section" className={styles.common}>
      <h2 className={text.h3}>
        <Trans>You have in common</Trans>
      </h2>
      <div className={chips}>
        {intent?.shared && (
          <Chip match>
            <Trans>Looking for: {texts.intent(intent.id)}</Trans>
          </Chip>
        )}
        {shared.map(({ id }) => (
          <Chip key={id} match>
            {texts.interest(id)}
          </Chip>
        ))}
      </div>
    </Card>
  )
}

/** Their answers. Each can be liked, or replied to, which opens the conversation with it. */
export const Answers = ({
  otherMember,
  texts,
  likes,
}: {
  otherMember: MemberPage
  texts: ChoiceTexts
  /** Undefined on the member's own page. */
  likes: ReturnType<typeof useLike> | undefined
}) => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const canLike = likes && !likes.isLiked(otherMember)
  return otherMember.prompts.map(({ id, answer }) => (
    <Card as="section" key={id} className={styles.answer}>
      <h2 className={styles.prompt}>{texts.prompt(id)}</h2>
      <q className={styles.words}>{answer}</q>
      {likes && (
        <div className={styles.actions}>
          <Button
            variant="ghost"
            size="sm"
            aria-label={t`Reply to: ${answer}`}
            onClick={() => void navigate(`/chats/${otherMember.id}`, { state: { draft: `«${answer}» ` } })}
          >
            <Icon of={MessageCircle} size={18} />
            <Trans>Reply to this</Trans>
          </Button>
          {canLike && (
            <IconButton
              icon={Heart}
              variant="outline"
              label={t`Like: ${answer}`}
              onClick={() => void likes.like(otherMember, id)}
            />
          )}
        </div>
      )}
    </Card>
  ))
}

/** All their interests, with the shared ones marked. */
export const Interests = ({ otherMember, texts }: { otherMember: MemberPage; texts: ChoiceTexts }) =>
  otherMember.interests.length > 0 && (
    <section className={classNames(layout.stack, layout.g3)}>
      <h2 className={text.h3}>
        <Trans>Interests</Trans>
      </h2>
      <div className={chips}>
        {otherMember.interests.map(({ id, shared }) => (
          <Chip key={id} match={shared}>
            {texts.interest(id)}
          </Chip>
        ))}
      </div>
    </section>
  )
