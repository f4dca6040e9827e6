import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronLeft, Heart } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { useCounts } from '#app/session/session.tsx'
import { Avatar } from '#components/people/avatar.tsx'
import { NameAge } from '#components/people/name-age.tsx'
import { PresenceText } from '#components/people/presence.tsx'
import { VerifiedMark } from '#components/people/verified-mark.tsx'
import { classNames } from '#styles/class-names.ts'
import { IconButton, IconLink } from '#components/buttons/icon-button.tsx'
import { Count } from '#components/marks/labels.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import frame from '#styles/conversation-frame.module.css'
import text from '#styles/text.module.css'
import { useLike } from '#features/activity/index.ts'
import { MemberMenu, type ReportableMessage } from '#features/trust/index.ts'
import { isSystem } from '../messages/system.ts'
import styles from './conversation.module.css'
import type { OtherMember } from '../messages/use-other-member.ts'

/** Takes no messages at all; one who only takes no first message from the member has a page. */
const isClosed = ({ writable, visible }: OtherMember): boolean => !writable && !visible

/** One line. The label of a sample profile comes first, where it is never truncated. */
const Status = ({ otherMember, typing }: { otherMember: OtherMember; typing: boolean }) => (
  <span className={classNames(styles.status, text.clip)}>
    {otherMember.sample && (
      <>
        <Trans>Sample</Trans>
        {(typing || isClosed(otherMember) || otherMember.presence !== null) && ' · '}
      </>
    )}
    <span role="status">{typing && <Trans>Typing…</Trans>}</span>
    {!typing && !isClosed(otherMember) && <PresenceText presence={otherMember.presence} />}
    {!typing &&
      isClosed(otherMember) &&
      (isSystem(otherMember.id) ? <Trans>Service notices</Trans> : <Trans>Doesn’t receive messages</Trans>)}
  </span>
)

const Who = ({ otherMember, typing }: { otherMember: OtherMember; typing: boolean }) => (
  <>
    <Avatar photo={otherMember.photo} name={otherMember.memberName} size={40} online={otherMember.online} />
    <span className={styles.whoWords}>
      <span className={styles.whoName}>
        <NameAge name={otherMember.memberName} age={otherMember.age} />
        {otherMember.verified && <VerifiedMark />}
      </span>
      <Status otherMember={otherMember} typing={typing} />
    </span>
  </>
)

/** The other member's name and presence, with the like button and the menu to report and block. */
export const ConversationHead = ({
  otherMember,
  typing,
  received,
  onSearch,
}: {
  readonly otherMember: OtherMember | null
  readonly typing: boolean
  /** Their messages that the member can read, which a report may include. */
  readonly received: readonly ReportableMessage[]
  readonly onSearch: () => void
}) => {
  const { t } = useLingui()
  const likes = useLike()
  const navigate = useNavigate()
  // Messages on screen are marked as read, so unread ones are in other conversations.
  const elsewhere = useCounts()?.unreadMessages ?? 0
  const liked = otherMember !== null && likes.isLiked(otherMember)
  return (
    <header className={classNames(frame.head, styles.head)}>
      <span className={frame.back}>
        <IconLink
          icon={ChevronLeft}
          label={elsewhere > 0 ? t`Back to messages, ${elsewhere} unread` : t`Back to messages`}
          href="/chats"
        />
        <Count value={elsewhere} className={styles.elsewhere} />
      </span>
      {!otherMember && (
        <span className={styles.who}>
          <Skeleton shape="short" />
        </span>
      )}
      {otherMember &&
        (otherMember.visible ? (
          <Link className={styles.who} to={`/user/${otherMember.id}`}>
            <Who otherMember={otherMember} typing={typing} />
          </Link>
        ) : (
          <span className={styles.who}>
            <Who otherMember={otherMember} typing={typing} />
          </span>
        ))}
      {/* Between two who like each other there is nothing to like any more. */}
      {otherMember?.visible && !(liked && otherMember.likedYou) && (
        <IconButton
          icon={Heart}
          filled={liked}
          label={t`Like`}
          aria-pressed={liked}
          className={classNames(liked && styles.liked)}
          aria-busy={likes.isBusy(otherMember) || undefined}
          onClick={() => void likes.like(otherMember)}
        />
      )}
      {otherMember && !isSystem(otherMember.id) && (
        <MemberMenu
          member={otherMember}
          profileLink={otherMember.visible}
          messages={received}
          onSearch={onSearch}
          onBlocked={() => void navigate('/chats')}
        />
      )}
    </header>
  )
}
