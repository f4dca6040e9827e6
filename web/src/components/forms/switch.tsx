import type { InputHTMLAttributes, ReactNode } from 'react'
import styles from './switch.module.css'

export interface SwitchProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role'> {
  readonly children: ReactNode
}

/** A setting that takes effect immediately. */
export const Switch = ({ children, ...input }: SwitchProps) => (
  <label className={styles.row}>
    <span>{children}</span>
    {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox exposes its own state */}
    <input {...input} type="checkbox" role="switch" className={styles.switch} />
  </label>
)
