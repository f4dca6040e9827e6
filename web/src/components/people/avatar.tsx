import { useState } from 'react'
import styles from './avatar.module.css'
import { classNames } from '#styles/class-names.ts'

export interface AvatarProps {
  readonly photo: string | null
  readonly name: string
  readonly size?: 32 | 40 | 48 | 56 | 64 | 96 | 128
  /** Shows a presence dot; its meaning in words must be beside the avatar. */
  readonly online?: boolean
}

/** A round portrait beside a name, hidden from screen readers; the initial if there is no photo or it fails to load. */
export const Avatar = ({ photo, name, size = 48, online = false }: AvatarProps) => {
  const [failed, setFailed] = useState<string | null>(null)
  return (
    <span className={classNames(styles.avatar, styles[`s${size}`], online && styles.online)} aria-hidden>
      <span className={styles.picture}>
        {photo && failed !== photo ? (
          <img
            src={photo}
            alt=""
            width={size}
            height={size}
            loading="lazy"
            decoding="async"
            onError={() => setFailed(photo)}
          />
        ) : (
          <span className={styles.initial}>{[...name.trim()][0] ?? '?'}</span>
        )}
      </span>
    </span>
  )
}
