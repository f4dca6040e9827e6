import { Plural, Trans } from '@lingui/react/macro'
import { Coins, InfinityIcon } from 'lucide-react'
import { useSession } from '#app/session/session.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { classNames } from '#styles/class-names.ts'
import styles from './media-dialog.module.css'
import { mediaCost } from '../composer/message-cost.ts'

/** Shows what sending costs and what is left, before the member sends. */
export const MediaPrice = ({ kind }: { readonly kind: 'photo' | 'voice' }) => {
  const { session } = useSession()
  const { cost, messages, left } = mediaCost(session, kind)
  return (
    <p className={classNames(styles.price, messages > left && styles.out)} id="media-cost">
      <Icon of={cost === 0 ? InfinityIcon : Coins} size={16} />
      {cost === 0 ? (
        <Trans>Sending it costs nothing</Trans>
      ) : (
        <span>
          <Plural value={messages} one="Costs as much as # message" other="Costs as much as # messages" />
          {' · '}
          <Trans>you have {left} left</Trans>
        </span>
      )}
    </p>
  )
}
