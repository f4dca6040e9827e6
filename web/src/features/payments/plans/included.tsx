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
      <Trans>Cosa comprende il piano</Trans>
    </h2>
    <ul className={planStyles.ticks}>
      <li>
        <Icon of={Check} />
        <span>
          <Trans>Messaggi senza limiti, anche in lettura</Trans>
        </span>
      </li>
      <li>
        <Icon of={Check} />
        <span>
          <Trans>Mi piace senza limiti</Trans>
        </span>
      </li>
      <li>
        <Icon of={Check} />
        <span>
          <Trans>Tutte le pagine della ricerca, in ogni regione</Trans>
        </span>
      </li>
    </ul>
    <p className={styles.note}>
      <Icon of={Info} />
      <span>
        <Trans>Non compra la precedenza: nessuno paga per comparire prima di altri.</Trans>
      </span>
    </p>
  </Card>
)
