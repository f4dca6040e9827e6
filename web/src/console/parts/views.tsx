import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import styles from './parts.module.css'

/** The views of a page as links: each has an address, and its number of what waits if there is any. */
export const Views = ({
  label,
  views,
  shown,
  path,
}: {
  readonly label: string
  readonly views: readonly { readonly key: string; readonly name: ReactNode; readonly search: string }[]
  readonly shown: string
  /** Of the list, where the address may name a row of it. */
  readonly path?: string
}) => {
  const place = useRef<HTMLElement>(null)
  // On a phone, where they are one row, the shown one may be at its end.
  useEffect(() => {
    const nav = place.current
    const link = nav?.querySelector('[aria-current]')
    if (!nav || !link) return
    const [row, one] = [nav.getBoundingClientRect(), link.getBoundingClientRect()]
    nav.scrollLeft += one.left - row.left - (row.width - one.width) / 2
  }, [shown])
  return (
    <nav ref={place} className={styles.views} aria-label={label}>
      {views.map(({ key, name, search }) => (
        <Link
          key={key}
          to={{ search, ...(path !== undefined && { pathname: path }) }}
          aria-current={key === shown ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
