import { Trans } from '@lingui/react/macro'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { classNames } from '#styles/class-names.ts'
import styles from './labels.module.css'

/** A fact about a member; `match` marks a shared one. */
export const Chip = ({ match = false, children }: { match?: boolean; children: ReactNode }) => (
  <span className={classNames(styles.chip, match && styles.match)}>{children}</span>
)

/** A filter button, either a toggle (`aria-pressed`) or one that opens a dialog. */
export const ChipButton = ({ className, type = 'button', ...rest }: ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button {...rest} type={type} className={classNames(styles.chip, styles.action, className)} />
)

export type Tone = 'pri' | 'acc' | 'ok' | 'warn' | 'bad' | 'info'

/** A state in one word. */
export const Badge = ({ tone, children }: { tone?: Tone; children: ReactNode }) => (
  <span className={classNames(styles.badge, tone && styles[tone])}>{children}</span>
)

/** The number of unread items; renders nothing at zero. The accessible name of its parent must contain the number. */
export const Count = ({ value, className }: { value: number; className?: string }) =>
  value > 0 ? (
    <span className={classNames(styles.count, className)} aria-hidden>
      {value > 99 ? '99+' : value}
    </span>
  ) : null

/** Marks a made-up member of the demo. */
export const SampleTag = () => (
  <span className={styles.sample}>
    <Trans>Sample</Trans>
  </span>
)
