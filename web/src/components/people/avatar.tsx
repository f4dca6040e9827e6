import { useState } from 'react'
import styles from './avatar.module.css'
import { classNames } from '../../styles/class-names.ts'

export interface AvatarProps {
  readonly photo: string | null
  readonly name: string
  readonly size?: 32 | 40 | 48 | 56 | 64 | 96 | 128
  /** Presence dot; the word for it stands beside the avatar. */
  readonly online?: boolean
}

/** A round portrait beside a name, so silent to screen readers; the initial where there is no photo or it fails. */
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
