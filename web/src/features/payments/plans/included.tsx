import { Trans } from '@lingui/react/macro'
import { Check, Info } from 'lucide-react'
import { Card } from '#components/layout/card.tsx'
import { Icon } from '#components/marks/icon.tsx'
import text from '#styles/text.module.css'
import planStyles from './plans.module.css'
import styles from '../purchase/purchase.module.css'

/** What a plan includes, and what cannot be bought. */
export const Included = () => (
  <Card as="section" className={styles.box}>
    <h2 className={text.h3}>
      <Trans>What’s included in the plan</Trans>
    </h2>
    <ul className={planStyles.ticks}>
      <li>
        <Icon of={Check} />
        <span>
          <Trans>Unlimited messages, reading included</Trans>
        </span>
      </li>
      <li>
        <Icon of={Check} />
        <span>
          <Trans context="part of a plan">Unlimited likes</Trans>
        </span>
      </li>
      <li>
        <Icon of={Check} />
        <span>
          <Trans>Every page of the search, in every region</Trans>
        </span>
      </li>
    </ul>
    <p className={styles.note}>
      <Icon of={Info} />
      <span>
        <Trans>It doesn’t buy priority: nobody pays to appear before others.</Trans>
      </span>
    </p>
  </Card>
)
