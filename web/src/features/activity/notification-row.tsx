import type { NotificationItem } from '@incontro/contract/domain'
import { Trans, useLingui } from '@lingui/react/macro'
import { EllipsisVertical, Eye, Heart } from 'lucide-react'
import { Link } from 'react-router'
import { Avatar } from '#components/people/avatar.tsx'
import { Button, ButtonLink } from '#components/buttons/button.tsx'
import { IconButton } from '#components/buttons/icon-button.tsx'
import { classNames } from '#styles/class-names.ts'
import { Icon } from '#components/marks/icon.tsx'
import { Badge } from '#components/marks/labels.tsx'
import text from '#styles/text.module.css'
import type { OpenMemberMenu } from '#features/trust/index.ts'
import styles from './activity.module.css'
import { TimeAgo } from '#app/i18n/time-ago.tsx'
import type { Likes } from './use-like.tsx'

const What = ({ item, prompt }: { item: NotificationItem; prompt: string | undefined }) => {
  if (item.type === 'visita') return <Trans>Visited your profile</Trans>
  if (item.category === 'risposta_a_like') return <Trans>You like each other</Trans>
  return prompt ? <Trans>Liked your answer “{prompt}”</Trans> : <Trans>Liked you</Trans>
}

/** A like or a visit. The whole row links to the member; a like can be returned here. */
export const NotificationRow = ({
  item,
  prompt,
  likes,
  onOpen,
  onMenu,
}: {
  item: NotificationItem
  /** The question whose answer was liked. */
  prompt: string | undefined
  likes: Likes
  onOpen: (item: NotificationItem) => void
  onMenu: OpenMemberMenu
}) => {
  const { t } = useLingui()
  const { memberName, type } = item
  const member = { id: item.memberId, memberName, photo: item.photo, sample: item.sample }
  const returned = item.category === 'risposta_a_like' || likes.isLiked(member)
  return (
    <li className={classNames(styles.row, !item.isRead && styles.fresh)}>
      <span className={styles.portrait}>
        <Avatar photo={item.photo} name={memberName} size={56} />
        <span className={classNames(styles.kind, type === 'visita' && styles.visit)}>
          <Icon of={type === 'like' ? Heart : Eye} size={13} filled={type === 'like'} />
        </span>
      </span>
      <div className={styles.words}>
        <p>
          <Link className={styles.name} to={`/user/${item.memberId}`} onClick={() => onOpen(item)}>
            {memberName}, {item.age}
          </Link>
          {!item.isRead && (
            <span className={text.hidden}>
              {' '}
              <Trans>New</Trans>
            </span>
          )}
        </p>
        <p className={styles.what}>
          <What item={item} prompt={prompt} />
        </p>
        <p className={styles.when}>
          <TimeAgo time={item.time} />
          {item.sample && (
            <Badge>
              <Trans>Sample</Trans>
            </Badge>
          )}
        </p>
      </div>
      {type === 'like' && (
        <span className={styles.action}>
          {returned ? (
            <ButtonLink
              href={`/chats/${item.memberId}`}
              size="sm"
              variant="soft"
              aria-label={t`Write to ${memberName}`}
              onClick={() => onOpen(item)}
            >
              <Trans>Write</Trans>
            </ButtonLink>
          ) : (
            <Button
              size="sm"
              variant={item.isRead ? 'sec' : 'soft'}
              aria-label={t`Like ${memberName} back`}
              onClick={() => void likes.like(member)}
            >
              <Trans>Like back</Trans>
            </Button>
          )}
        </span>
      )}
      <span className={styles.menu}>
        <IconButton
          icon={EllipsisVertical}
          label={t`More actions: ${memberName}`}
          aria-haspopup="menu"
          onClick={(event) => onMenu(member, event.currentTarget)}
        />
      </span>
    </li>
  )
}
