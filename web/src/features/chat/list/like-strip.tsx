import type { Conversation } from '@incontro/contract/domain'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { Avatar } from '#components/people/avatar.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { classNames } from '#styles/class-names.ts'
import text from '#styles/text.module.css'
import styles from './like-strip.module.css'

/** Those who like the member and have not written yet: a strip of pictures above the conversations. */
export const LikeStrip = ({ likes }: { readonly likes: readonly Conversation[] }) => {
  const { t } = useLingui()
  if (likes.length === 0) return null
  return (
    <section className={styles.strip} aria-labelledby="likes-title">
      <h2 id="likes-title" className={classNames(text.sm, styles.title)}>
        <Trans>They liked you</Trans>
      </h2>
      <ul className={styles.row}>
        {likes.map(({ memberId, memberName, age, photo, online, sample }) => {
          const name = memberName || t`Profile not available`
          return (
            <li key={memberId}>
              <Link to={`/user/${memberId}`} className={styles.person}>
                <Avatar photo={photo} name={name} size={64} online={online} />
                <span className={classNames(text.clip, styles.name)}>{name}</span>
                {age !== null && <span className={text.hidden}>, {age}</span>}
                {online && (
                  <span className={text.hidden}>
                    {' '}
                    <Trans>Online now</Trans>
                  </span>
                )}
                {sample && (
                  <Badge>
                    <Trans>Sample</Trans>
                  </Badge>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
