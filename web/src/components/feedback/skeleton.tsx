import { classNames } from '../../styles/class-names.ts'
import styles from './skeleton.module.css'

/** The shape of what is on its way. Silent: put `aria-busy` and words on the region. */
export const Skeleton = ({
  shape = 'line',
  className,
}: {
  shape?: 'line' | 'short' | 'circle' | 'card' | 'block'
  className?: string
}) => <span className={classNames(styles.skeleton, styles[shape], className)} aria-hidden />
