import { Plural } from '@lingui/react/macro'
import { classNames } from '#styles/class-names.ts'
import styles from './credit-battery.module.css'
import { batteryCells, creditsAreLow } from './credit-level.ts'

/** Five cells; the number is always shown beside them. */
export const CreditBattery = ({ credits, mini = false }: { credits: number; mini?: boolean }) => {
  const cells = batteryCells(credits)
  return (
    <span className={classNames(styles.battery, mini && styles.mini, creditsAreLow(credits) && styles.low)} aria-hidden>
      {[0, 1, 2, 3, 4].map((cell) => (
        <i key={cell} className={cell < cells ? styles.full : undefined} />
      ))}
    </span>
  )
}

/** The number of messages that a member's credits pay for, as "12 messaggi". */
export const MessageCount = ({ messages }: { messages: number }) => (
  <Plural value={messages} one="# message" other="# messages" />
)
