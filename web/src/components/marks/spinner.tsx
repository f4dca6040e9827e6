import { classNames } from '#styles/class-names.ts'
import styles from './spinner.module.css'

/** Says nothing by itself: a text beside it says what is waited for. */
export const Spinner = ({ large = false }: { readonly large?: boolean }) => (
  <span className={classNames(styles.spinner, large && styles.large)} aria-hidden />
)
