import type { ReactNode } from 'react'
import text from '#styles/text.module.css'
import styles from './profile.module.css'

/** A part of a page of one's own, which links address by its id. */
export const Part = ({
  id,
  title,
  children,
}: {
  readonly id: string
  readonly title: ReactNode
  readonly children: ReactNode
}) => (
  <section id={id} className={styles.group} aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`} className={text.h2}>
      {title}
    </h2>
    {children}
  </section>
)
