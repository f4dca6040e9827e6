import { useLingui } from '@lingui/react/macro'
import { ZoomIn, ZoomOut } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { IconButton } from '#components/buttons/icon-button.tsx'
import { Photo } from '#components/people/photo.tsx'
import styles from './gallery.module.css'
import { useZoom } from './use-zoom.ts'

/** Another member's photos, browsed by swipes, arrow keys or thumbnails, and enlarged. Without photos it shows their initial. */
export const Gallery = ({
  photos,
  first,
  name,
  mark,
}: {
  readonly photos: readonly { readonly url: string; readonly thumbhash: string | null }[]
  /** The address of a smaller version of the first photo that is loaded already. */
  readonly first?: string | null | undefined
  readonly name: string
  /** Shown on the large photo only, not on the thumbnails. */
  readonly mark?: ReactNode
}) => {
  const { t } = useLingui()
  const strip = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set())
  const shown = photos.filter(({ url }) => !failed.has(url))
  const zoom = useZoom(strip, shown[at]?.url, at)
  const go = (to: number) => {
    const { current } = strip
    if (!current || to < 0 || to >= shown.length) return
    current.scrollTo({ left: to * current.clientWidth })
    setAt(to)
  }
  const keys = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (zoom.press(event.key)) return event.preventDefault()
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
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys repeat swipes and the buttons */}
      <div className={styles.frame} onKeyDown={keys}>
        <div
          ref={strip}
          className={styles.strip}
          {...(several && {
            tabIndex: 0,
            role: 'group',
            'aria-label': t`Photos of ${name}, ${number} of ${count}`,
          })}
          onScroll={({ currentTarget }) =>
            setAt(Math.round(currentTarget.scrollLeft / Math.max(1, currentTarget.clientWidth)))
          }
        >
          {shown.map(({ url, thumbhash }, index) => {
            const place = index + 1
            return (
              <div key={url} className={styles.slide}>
                <Photo
                  thumbhash={thumbhash}
                  under={url === photos[0]?.url ? first : undefined}
                  className={styles.photo}
                  src={url}
                  alt={several ? t`Photo ${place} of ${name}` : t`Photo of ${name}`}
                  width={460}
                  height={575}
                  draggable={false}
                  {...(index === 0 ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
                  onError={() => setFailed((now) => new Set([...now, url]))}
                />
              </div>
            )
          })}
        </div>
        {mark}
        <div className={styles.corner}>
          {several && (
            <span className={styles.count} aria-hidden>
              {number} / {count}
            </span>
          )}
          <IconButton
            icon={zoom.isZoomed ? ZoomOut : ZoomIn}
            label={zoom.isZoomed ? t`Show the whole photo` : t`Enlarge the photo`}
            className={styles.zoom}
            aria-keyshortcuts="+ -"
            onClick={zoom.toggle}
          />
        </div>
      </div>
      {several && (
        <div className={styles.thumbs}>
          {shown.map(({ url, thumbhash }, index) => {
            const place = index + 1
            return (
              <button
                key={url}
                type="button"
                className={styles.thumb}
                aria-label={t`Photo ${place}`}
                aria-current={index === at}
                onClick={() => go(index)}
              >
                <Photo thumbhash={thumbhash} src={url} alt="" width={72} height={90} loading="lazy" />
              </button>
            )
          })}
        </div>
      )}
    </div>
  )
}
