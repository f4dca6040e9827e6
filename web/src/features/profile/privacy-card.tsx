import { Trans } from '@lingui/react/macro'
import { ShieldCheck } from 'lucide-react'
import { ButtonLink } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { Icon } from '../../components/icon.tsx'
import text from '../../styles/text.module.css'
import styles from './profile.module.css'

/** The way to the consent centre, which is outside the signed-in pages so that everybody finds it. */
export const PrivacyCard = () => (
  <Card as="section" className={styles.section}>
    <h2 className={text.h3}><Trans>Privacy</Trans></h2>
    <div className={styles.session}>
      <span className={styles.icon}><Icon of={ShieldCheck} /></span>
      <span className={styles.device}>
        <b><Trans>Consensi</Trans></b><br />
        <span className={styles.small}><Trans>A che cosa hai detto sì, quando, e come cambiare idea</Trans></span>
      </span>
      <ButtonLink href="/cookies" variant="sec" size="sm" reload><Trans>Apri</Trans></ButtonLink>
    </div>
  </Card>
)
