import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSession } from '../../../app/session/session.tsx'
import { Avatar } from '../../../components/people/avatar.tsx'
import text from '../../../styles/text.module.css'
import { notificationsQuery, useLike } from '../../activity/index.ts'
import { isSystem } from '../messages/system.ts'
import styles from './conversation.module.css'
import type { OtherMember } from '../messages/use-other-member.ts'

/** A system conversation in which nothing was written yet. */
const SystemStart = ({ otherMember }: { otherMember: OtherMember }) => (
  <div className={styles.start}>
    <Avatar photo={otherMember.photo} name={otherMember.memberName} size={96} />
    <h2 className={text.h3}>
      <Trans>Ancora nessun avviso</Trans>
    </h2>
  </div>
)

/** Shown before the first message: likes between the two members, and encouragement to write. */
const MemberStart = ({ otherMember }: { otherMember: OtherMember }) => {
  const { id, memberName, photo, likedYou, writable } = otherMember
  const likes = useLike()
  const { session } = useSession()
  const { data } = useInfiniteQuery(notificationsQuery(session.clickid))
  const visited = data?.pages.flat().some((item) => item.type === 'visita' && item.memberId === id) ?? false
  return (
    <div className={styles.start}>
      <Avatar photo={photo} name={memberName} size={96} />
      <h2 className={text.h3}>
        {likedYou && likes.isLiked(otherMember) ? (
          <Trans>Tu e {memberName} vi piacete</Trans>
        ) : likedYou ? (
          <Trans>{memberName} ti ha messo mi piace</Trans>
        ) : visited ? (
          <Trans>{memberName} ha visitato il tuo profilo</Trans>
        ) : (
          <Trans>Rompi il ghiaccio</Trans>
        )}
      </h2>
      {writable && (
        <p>
          <Trans>Bastano due parole su quello che ti ha incuriosito. Puoi partire da uno spunto qui sotto.</Trans>
        </p>
      )}
    </div>
  )
}

/** What stands in a conversation in which nothing was written yet. */
const ConversationStart = ({ otherMember }: { otherMember: OtherMember }) =>
  isSystem(otherMember.id) ? <SystemStart otherMember={otherMember} /> : <MemberStart otherMember={otherMember} />

export default ConversationStart
