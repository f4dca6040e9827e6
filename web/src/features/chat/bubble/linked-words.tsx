import { Fragment } from 'react'
import styles from './bubble.module.css'
import { linkParts } from './links.ts'

/** A message whose addresses can be opened: in a new tab, which does not learn where it was opened from. */
const LinkedWords = ({ source }: { readonly source: string }) =>
  linkParts(source).map((part, index) =>
    typeof part === 'string' ? (
      <Fragment key={index}>{part}</Fragment>
    ) : (
      <a key={index} className={styles.link} href={part.href} target="_blank" rel="noopener noreferrer nofollow">
        {part.words}
      </a>
    ),
  )

export default LinkedWords
