import { Trans } from '@lingui/react/macro'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { classNames } from '../../styles/class-names.ts'
import styles from './labels.module.css'

/** A fact about somebody; `match` marks something in common. */
export const Chip = ({ match = false, children }: { match?: boolean; children: ReactNode }) => (
  <span className={classNames(styles.chip, match && styles.match)}>{children}</span>
)

/** A filter that is on or off (`aria-pressed`), or that opens something. */
export const ChipButton = ({ className, type = 'button', ...rest }: ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button {...rest} type={type} className={classNames(styles.chip, styles.action, className)} />
)

export type Tone = 'pri' | 'acc' | 'ok' | 'warn' | 'bad' | 'info'

/** A state in a word. */
export const Badge = ({ tone, children }: { tone?: Tone; children: ReactNode }) => (
  <span className={classNames(styles.badge, tone && styles[tone])}>{children}</span>
)

/** A number of unread things; nothing at zero. Say it in words in the accessible name of what it sits on. */
export const Count = ({ value, className }: { value: number; className?: string }) =>
  value > 0 ? (
    <span className={classNames(styles.count, className)} aria-hidden>
      {value > 99 ? '99+' : value}
    </span>
  ) : null

/** Marks a made-up person of the demo, wherever one appears. */
export const SampleTag = () => (
  <span className={styles.sample}>
    <Trans>Esempio</Trans>
  </span>
)
