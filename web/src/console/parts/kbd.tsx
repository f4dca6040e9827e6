import type { ReactNode } from 'react'
import styles from './parts.module.css'

/** A key as it is printed on a keyboard. */
export const Kbd = ({ children }: { children: ReactNode }) => <kbd className={styles.kbd}>{children}</kbd>
