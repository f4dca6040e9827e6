import type { AnsweredPrompt } from '@incontro/contract'
import { Trans } from '@lingui/react/macro'
import { Avatar } from '#components/people/avatar.tsx'
import { classNames } from '#styles/class-names.ts'
import text from '#styles/text.module.css'
import { useIsLiked } from '#features/activity/index.ts'
import { useChoiceTexts } from '#features/choices/index.ts'
import { isSystem } from '../messages/system.ts'
import styles from './conversation.module.css'
import type { OtherMember } from '../messages/use-other-member.ts'

/** A system conversation in which nothing was written yet. */
const SystemStart = ({ otherMember }: { otherMember: OtherMember }) => (
  <div className={styles.start}>
    <Avatar photo={otherMember.photo} name={otherMember.memberName} size={96} />
    <h2 className={text.h3}>
      <Trans>No notices yet</Trans>
    </h2>
  </div>
)

/** What the two members know of each other without words: their likes, or a visit; undefined if there is nothing. */
const useBetween = (otherMember: OtherMember) => {
  const { memberName, likedYou, visitedYou } = otherMember
  const isLiked = useIsLiked()
  if (likedYou && isLiked(otherMember)) return <Trans>You and {memberName} like each other</Trans>
  if (likedYou) return <Trans>{memberName} liked you</Trans>
  if (visitedYou) return <Trans>{memberName} visited your profile</Trans>
  return undefined
}

/** The answer that was liked: the conversation is about it. */
const LikedAnswer = ({ answer: { id, answer } }: { answer: AnsweredPrompt }) => {
  const question = useChoiceTexts()?.prompt(id)
  return (
    <figure className={styles.likedAnswer}>
      {question && (
        <figcaption className={classNames(text.sm, text.muted)}>
          <Trans>For your answer: {question}</Trans>
        </figcaption>
      )}
      <q>{answer}</q>
    </figure>
  )
}

/** Shown before the first message: likes between the two members, and encouragement to write. */
const MemberStart = ({ otherMember }: { otherMember: OtherMember }) => {
  const { memberName, photo, writable } = otherMember
  const between = useBetween(otherMember)
  return (
    <div className={styles.start}>
      <Avatar photo={photo} name={memberName} size={96} />
      <h2 className={text.h3}>{between ?? <Trans>Don’t be shy</Trans>}</h2>
      {otherMember.likedAnswer && <LikedAnswer answer={otherMember.likedAnswer} />}
      {writable && (
        <p>
          <Trans>A couple of words about what caught your eye will do. You can start from an idea below.</Trans>
        </p>
      )}
    </div>
  )
}

/** The same, above the first message. */
const Origin = ({ otherMember }: { otherMember: OtherMember }) => {
  const between = useBetween(otherMember)
  if (!between) return null
  return (
    <>
      <p className={classNames(text.sm, text.muted, text.center)}>{between}</p>
      {otherMember.likedAnswer && <LikedAnswer answer={otherMember.likedAnswer} />}
    </>
  )
}

/** What stands before the first message, or in a conversation in which nothing was written yet. */
export const ConversationStart = ({ otherMember, empty }: { otherMember: OtherMember; empty: boolean }) => {
  if (isSystem(otherMember.id)) return empty ? <SystemStart otherMember={otherMember} /> : null
  return empty ? <MemberStart otherMember={otherMember} /> : <Origin otherMember={otherMember} />
}
