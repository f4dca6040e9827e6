import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { Card } from '#components/layout/card.tsx'
import text from '#styles/text.module.css'
import styles from '../cards/profile.module.css'

/**
 * The card of the member's life before its facts are there: as it is in the document, also while its file loads. A page
 * that renders again before that takes away what is in the document, and shows this in its place.
 * @param props.children why they are not there
 */
export const LifeCardFrame = ({ children }: { readonly children?: ReactNode }) => (
  <Card className={styles.section} aria-busy={!children}>
    <h3 className={text.h3}>
      <Trans>About your life</Trans>
    </h3>
    {children || (
      <>
        <Skeleton />
        <Skeleton />
      </>
    )}
  </Card>
)
