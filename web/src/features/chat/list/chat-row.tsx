import type { Conversation } from '@incontro/contract/domain'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { CheckCheck, EllipsisVertical } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'react-router'
import { useSite } from '#app/brand/site.ts'
import { IconButton } from '#components/buttons/icon-button.tsx'
import { Avatar } from '#components/people/avatar.tsx'
import { NameAge } from '#components/people/name-age.tsx'
import { VerifiedMark } from '#components/people/verified-mark.tsx'
import { classNames } from '#styles/class-names.ts'
import { lessMotion } from '#components/feedback/motion.ts'
import { Icon } from '#components/marks/icon.tsx'
import { Badge, Count } from '#components/marks/labels.tsx'
import text from '#styles/text.module.css'
import type { MemberMenuControls } from '#features/trust/index.ts'
import { rowTime } from '../messages/chat-time.ts'
import { MediaWord } from '../messages/media-word.tsx'
import { isSystem } from '../messages/system.ts'
import styles from './chat-row.module.css'

const Preview = ({ row, typing }: { row: Conversation; typing: boolean }) => {
  if (typing) return <Trans>Sta scrivendo…</Trans>
  if (row.gone === 'withdrawn') return <Trans>Messaggio ritirato</Trans>
  if (row.gone === 'deleted') return <Trans>Hai eliminato questo messaggio</Trans>
  if (row.blurred && row.media === 'photo') return <Trans>Ti ha mandato una foto</Trans>
  if (row.blurred && row.media === 'voice') return <Trans>Ti ha mandato un messaggio vocale</Trans>
  if (row.blurred) return <Trans>Ti ha mandato un messaggio</Trans>
  if (row.media)
    return (
      <>
        {row.mine && (
          <>
            <Trans>Tu:</Trans>{' '}
          </>
        )}
        <MediaWord kind={row.media} />
      </>
    )
  const { preview } = row
  return row.mine ? <Trans>Tu: {preview}</Trans> : preview
}

const Row = ({
  row,
  current,
  typing,
  onMenu,
}: {
  row: Conversation
  current: boolean
  typing: boolean
  onMenu: MemberMenuControls['open']
}) => {
  const { t } = useLingui()
  const { locale } = useSite()
  const { memberId, age, unread } = row
  const memberName = row.memberName || t`Profilo non disponibile`
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
                <Trans>Online ora</Trans>
              </span>
            )}
            {row.invited && (
              <Badge tone="pri">
                <Trans>Invito</Trans>
              </Badge>
            )}
            {row.sample && (
              <Badge>
                <Trans>Esempio</Trans>
              </Badge>
            )}
          </span>
          <span className={classNames(styles.preview, text.clip)}>
            <Preview row={row} typing={typing} />
          </span>
        </span>
        <span className={styles.rowSide}>
          <time dateTime={row.time}>{rowTime(row.time, locale)}</time>
          {fresh ? (
            <>
              <Count value={unread} />
              <span className={text.hidden}>
                <Plural value={unread} one="non letto" other="# non letti" />
              </span>
            </>
          ) : (
            row.mine &&
            row.readByOther && (
              <>
                <Icon of={CheckCheck} size={16} />
                <span className={text.hidden}>
                  <Trans>Letto</Trans>
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
            label={t`Altre azioni: ${memberName}`}
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
