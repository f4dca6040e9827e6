import type { Conversation } from '@incontro/contract/domain'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CheckCheck, EllipsisVertical } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router'
import { IconButton } from '#components/buttons/icon-button.tsx'
import { Avatar } from '#components/people/avatar.tsx'
import { NameAge } from '#components/people/name-age.tsx'
import { VerifiedMark } from '#components/people/verified-mark.tsx'
import { classNames } from '#styles/class-names.ts'
import { lessMotion } from '#components/feedback/motion.ts'
import { Icon } from '#components/marks/icon.tsx'
import { Badge, Count } from '#components/marks/labels.tsx'
import text from '#styles/text.module.css'
import type { OpenMemberMenu } from '#features/trust/index.ts'
import { MediaWord } from '../messages/media-word.tsx'
import { RowTime } from '../messages/message-time.tsx'
import { isSystem } from '../messages/system.ts'
import styles from './chat-row.module.css'

interface RowProps {
  readonly row: Conversation
  readonly current: boolean
  readonly typing: boolean
  /** The member's last message that waits for the network, or failed. */
  readonly unsent: string | undefined
  readonly onMenu: OpenMemberMenu
}

const Preview = ({ row, typing, unsent }: Pick<RowProps, 'row' | 'typing' | 'unsent'>) => {
  if (typing) return <Trans>Typing…</Trans>
  if (unsent !== undefined) return <Trans>Not sent yet: {unsent}</Trans>
  if (row.gone === 'withdrawn') return <Trans>Message withdrawn</Trans>
  if (row.gone === 'deleted') return <Trans>You deleted this message</Trans>
  if (row.gone === 'removed') return <Trans>Removed by our moderators</Trans>
  if (row.blurred && row.media === 'photo') return <Trans>Sent you a photo</Trans>
  if (row.blurred && row.media === 'voice') return <Trans>Sent you a voice message</Trans>
  if (row.blurred) return <Trans>Sent you a message</Trans>
  if (row.media)
    return (
      <>
        {row.mine && (
          <>
            <Trans>You:</Trans>{' '}
          </>
        )}
        <MediaWord kind={row.media} />
      </>
    )
  const { preview } = row
  return row.mine ? <Trans>You: {preview}</Trans> : preview
}

const Row = ({ row, current, typing, unsent, onMenu }: RowProps) => {
  const { t } = useLingui()
  const { memberId, age, unread } = row
  const memberName = row.memberName || t`Profile not available`
  const fresh = unread > 0
  return (
    <li className={styles.item}>
      <Link
        to={`/chats/${memberId}`}
        viewTransition={!lessMotion() && matchMedia('(max-width: 1023px)').matches}
        className={classNames(styles.row, fresh && styles.unread)}
        aria-current={current ? 'page' : undefined}
      >
        <Avatar photo={row.photo} name={memberName} size={56} online={row.online} />
        <span className={styles.rowWords}>
          <span className={styles.rowName}>
            <NameAge name={memberName} age={age} />
            {row.verified && <VerifiedMark />}
            {row.online && (
              <span className={text.hidden}>
                {' '}
                <Trans>Online now</Trans>
              </span>
            )}
            {row.invited && (
              <Badge tone="pri">
                <Trans>Invitation</Trans>
              </Badge>
            )}
            {row.sample && (
              <Badge>
                <Trans>Sample</Trans>
              </Badge>
            )}
          </span>
          <span className={classNames(styles.preview, text.clip)}>
            <Preview row={row} typing={typing} unsent={unsent} />
          </span>
        </span>
        <span className={styles.rowSide}>
          <RowTime time={row.time} />
          {fresh ? (
            <>
              <Count value={unread} />
              <span className={text.hidden}>
                <Plural value={unread} one="unread" other="# unread" />
              </span>
            </>
          ) : (
            row.mine &&
            row.readByOther && (
              <>
                <Icon of={CheckCheck} size={16} />
                <span className={text.hidden}>
                  <Trans>Read</Trans>
                </span>
              </>
            )
          )}
        </span>
      </Link>
      {!isSystem(memberId) && (
        <span className={styles.more}>
          <IconButton
            icon={EllipsisVertical}
            size={20}
            label={t`More actions: ${memberName}`}
            aria-haspopup="menu"
            onClick={(event) =>
              onMenu({ id: memberId, memberName }, event.currentTarget, { profileLink: row.memberName !== '' })
            }
          />
        </span>
      )}
    </li>
  )
}

/** One conversation of the list. */
export const ChatRow = memo(Row)
