import type { ReactNode } from 'react'
import { classNames } from '#styles/class-names.ts'
import styles from './profile.module.css'

/** One setting: name, explanation and action. On phones the action is below the text unless it is `small`. */
export const SettingRow = ({
  as: Tag = 'div',
  icon,
  title,
  state,
  children,
  action,
  small = false,
  danger = false,
}: {
  readonly as?: 'div' | 'li'
  readonly icon: ReactNode
  readonly title: ReactNode
  /** A short status beside the name. */
  readonly state?: ReactNode
  readonly children: ReactNode
  readonly action?: ReactNode
  readonly small?: boolean
  readonly danger?: boolean
}) => (
  <Tag className={classNames(styles.row, !small && styles.stacks)}>
    <span className={classNames(styles.icon, danger && styles.danger)}>{icon}</span>
    <div className={styles.words}>
      <p className={styles.name}>
        {title}
        {state && <> {state}</>}
      </p>
      <p className={styles.small}>{children}</p>
    </div>
    {action}
  </Tag>
)
