import { maxMessageLength } from '@incontro/contract/limits'
import { Plural, Trans } from '@lingui/react/macro'
import { Coins, InfinityIcon } from 'lucide-react'
import { useSession } from '../../../app/session/session.tsx'
import { classNames } from '../../../styles/class-names.ts'
import { Icon } from '../../../components/marks/icon.tsx'
import { messageCost } from './message-cost.ts'
import styles from '../messages/chat.module.css'

/** What sending costs and what is left, before the tap. */
export const CostLine = ({ icebreaker, length }: { icebreaker: boolean; length: number }) => {
  const { session } = useSession()
  const { cost, have, withIcebreakers } = messageCost(session, icebreaker)
  const left = maxMessageLength - length
  return (
    <div className={styles.cost}>
      <span id="cost" className={classNames(cost > have && styles.out)}>
        <Icon of={cost === 0 ? InfinityIcon : Coins} size={16} />
        {cost === 0 && <Trans>Messaggi senza limiti</Trans>}
        {cost > 0 &&
          (withIcebreakers ? (
            <span>
              <Trans>
                Il primo messaggio costa <Plural value={cost} one="# rompighiaccio" other="# rompighiaccio" /> · ne hai{' '}
                {have}
              </Trans>
            </span>
          ) : (
            <span>
              <Trans>
                Inviare costa <Plural value={cost} one="# credito" other="# crediti" /> · ne hai {have}
              </Trans>
            </span>
          ))}
      </span>
      {left <= 200 ? (
        <span role="status">
          <Plural value={left} one="# carattere rimasto" other="# caratteri rimasti" />
        </span>
      ) : (
        <span className={styles.keys}>
          <Trans>Invio per spedire, Maiusc+Invio per andare a capo</Trans>
        </span>
      )}
    </div>
  )
}
