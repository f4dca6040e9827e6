import { useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import styles from './gallery.module.css'

/** Another member's photos, browsed by swipes, arrow keys or thumbnails. Without photos it shows their initial. */
export const Gallery = ({
  photos,
  name,
  mark,
}: {
  readonly photos: readonly string[]
  readonly name: string
  /** Shown on the large photo only, not on the thumbnails. */
  readonly mark?: ReactNode
}) => {
  const { t } = useLingui()
  const strip = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set())
  const shown = photos.filter((photo) => !failed.has(photo))
  const go = (to: number) => {
    const { current } = strip
    if (!current || to < 0 || to >= shown.length) return
    current.scrollTo({ left: to * current.clientWidth })
    setAt(to)
  }
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    go(at + step)
  }
  if (shown.length === 0)
    return (
      <div className={styles.frame}>
        <span className={styles.initial} aria-hidden>
          {[...name][0]}
        </span>
        {mark}
      </div>
    )
  const several = shown.length > 1
  const number = at + 1
  const count = shown.length
  return (
    <div className={styles.gallery}>
      <div className={styles.frame}>
        <div
          ref={strip}
          className={styles.strip}
          {...(several && {
            tabIndex: 0,
            role: 'group',
            'aria-label': t`Foto di ${name}, ${number} di ${count}`,
            onKeyDown: keys,
          })}
          onScroll={({ currentTarget }) =>
            setAt(Math.round(currentTarget.scrollLeft / Math.max(1, currentTarget.clientWidth)))
          }
        >
          {shown.map((photo, index) => {
            const place = index + 1
            return (
              <img
                key={photo}
                className={styles.photo}
                src={photo}
                alt={several ? t`Foto ${place} di ${name}` : t`Foto di ${name}`}
                width={460}
                height={575}
                {...(index === 0 ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
                onError={() => setFailed((now) => new Set([...now, photo]))}
              />
            )
          })}
        </div>
        {mark}
        {several && (
          <span className={styles.count} aria-hidden>
            {number} / {count}
          </span>
        )}
      </div>
      {several && (
        <div className={styles.thumbs}>
          {shown.map((photo, index) => {
            const place = index + 1
            return (
              <button
                key={photo}
                type="button"
                className={styles.thumb}
                aria-label={t`Foto ${place}`}
                aria-current={index === at}
                onClick={() => go(index)}
              >
                <img src={photo} alt="" width={72} height={90} loading="lazy" />
              </button>
            )
          })}
        </div>
      )}
    </div>
  )
}
