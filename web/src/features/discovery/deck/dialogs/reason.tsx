import type { Member } from '@incontro/contract/domain'
import { Trans } from '@lingui/react/macro'
import styles from './reason.module.css'

/** "Why am I seeing this" (rule 5.2), from known facts about the member only. */
export const Reason = ({ member }: { member: Member }) => {
  const { memberName, region, online, isNew, likedYou } = member
  return (
    <div className={styles.reason}>
      <p>
        <b>
          <Trans>Why you see {memberName}</Trans>
        </b>
      </p>
      <ul>
        <li>
          <Trans>Looking for someone like you.</Trans>
        </li>
        {region && (
          <li>
            <Trans>In the area you chose: {region}.</Trans>
          </li>
        )}
        {online && (
          <li>
            <Trans>Online right now.</Trans>
          </li>
        )}
        {isNew && (
          <li>
            <Trans>New here: a few places are for people who’ve just arrived.</Trans>
          </li>
        )}
        {!online && !isNew && (
          <li>
            <Trans>Among the most recently active.</Trans>
          </li>
        )}
        {likedYou && (
          <li>
            <Trans>Liked you.</Trans>
          </li>
        )}
      </ul>
      <p>
        <Trans>Nobody can pay to appear first.</Trans>
      </p>
    </div>
  )
}
