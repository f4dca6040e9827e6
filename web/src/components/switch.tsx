import type { InputHTMLAttributes, ReactNode } from 'react'
import styles from './switch.module.css'

export interface SwitchProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role'> {
  readonly children: ReactNode
}

/** On or off, at once. */
export const Switch = ({ children, ...input }: SwitchProps) => (
  <label className={styles.row}><span>{children}</span><input {...input} type="checkbox" role="switch" className={styles.switch} /></label>
)
