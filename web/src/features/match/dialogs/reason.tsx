import type { Member } from '@incontro/contract/domain'
import { Trans } from '@lingui/react/macro'
import styles from './reason.module.css'

/** "Why am I seeing this" (decision 5.2), from known facts about the member only. */
export const Reason = ({ member }: { member: Member }) => {
  const { memberName, region, online, isNew, likedYou } = member
  return (
    <div className={styles.reason}>
      <p>
        <b>
          <Trans>Perché vedi {memberName}</Trans>
        </b>
      </p>
      <ul>
        <li>
          <Trans>Cerca qualcuno come te.</Trans>
        </li>
        {region && (
          <li>
            <Trans>È nella zona che hai scelto: {region}.</Trans>
          </li>
        )}
        {online && (
          <li>
            <Trans>È online adesso.</Trans>
          </li>
        )}
        {isNew && (
          <li>
            <Trans>È qui da poco: qualche posto è per chi è appena arrivato.</Trans>
          </li>
        )}
        {!online && !isNew && (
          <li>
            <Trans>È tra chi è stato qui più di recente.</Trans>
          </li>
        )}
        {likedYou && (
          <li>
            <Trans>Ti ha messo mi piace.</Trans>
          </li>
        )}
      </ul>
      <p>
        <Trans>Nessuno può pagare per comparire prima.</Trans>
      </p>
    </div>
  )
}
