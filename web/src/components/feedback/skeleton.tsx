import { classNames } from '#styles/class-names.ts'
import styles from './skeleton.module.css'

/**
 * A placeholder in the shape of loading content. Hidden from screen readers: put `aria-busy` and a label on the region.
 */
export const Skeleton = ({
  shape = 'line',
  className,
}: {
  shape?: 'line' | 'short' | 'circle' | 'card' | 'block'
  className?: string
}) => <span className={classNames(styles.skeleton, styles[shape], className)} aria-hidden />
