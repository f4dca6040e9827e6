import type { ReactNode } from 'react'
import styles from './parts.module.css'

/** A key as it is printed on a keyboard. */
export const Kbd = ({ children }: { children: ReactNode }) => <kbd className={styles.kbd}>{children}</kbd>

/** The keys of a shortcut: `g a`, `?`, `Ctrl K`. */
export const Keys = ({ of: keys }: { readonly of: string }) => (
  <span className={styles.keys}>
    {keys.split(' ').map((key, place) => (
      <Kbd key={`${place} ${key}`}>{key.length === 1 ? key.toUpperCase() : key}</Kbd>
    ))}
  </span>
)
