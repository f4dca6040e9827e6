import { Trans } from '@lingui/react/macro'
import { Eye, HeartHandshake, type LucideIcon, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from '../../components/icon.tsx'
import text from '../../styles/text.module.css'
import styles from './landing.module.css'

const Benefit = ({ icon, title, children }: { icon: LucideIcon; title: ReactNode; children: ReactNode }) => (
  <li className={styles.benefit}><span className={styles.icon}><Icon of={icon} size={28} /></span><h3>{title}</h3><p className={text.muted}>{children}</p></li>
)

/** The three things the service stands for. */
export const Benefits = () => (
  <ul className={styles.benefits}>
    <Benefit icon={ShieldCheck} title={<Trans>Sicurezza</Trans>}>
      <Trans>Foto e segnalazioni le controlla una persona. Blocchi chi vuoi con un tocco, e chi blocchi non lo sa.</Trans>
    </Benefit>
    <Benefit icon={Eye} title={<Trans>Visibilità</Trans>}>
      <Trans>Appari a chi cerca una persona come te, nella tua zona. Decidi tu cosa mostrare e quando sparire.</Trans>
    </Benefit>
    <Benefit icon={HeartHandshake} title={<Trans>La persona giusta</Trans>}>
      <Trans>Età, zona, interessi: criteri chiari. Ti diciamo sempre perché ti mostriamo un profilo.</Trans>
    </Benefit>
  </ul>
)

const Step = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <li className={styles.step}><h3 className={text.h3}>{title}</h3><p className={text.muted}>{children}</p></li>
)

/** What happens after the button. */
export const Steps = () => (
  <ol className={styles.steps}>
    <Step title={<Trans>Crea il profilo</Trans>}><Trans>Email, età e regione. Foto e descrizione le aggiungi con calma.</Trans></Step>
    <Step title={<Trans>Guarda chi c’è</Trans>}><Trans>Persone della tua zona. Se non c’è nessuno, te lo diciamo.</Trans></Step>
    <Step title={<Trans>Scrivi tu</Trans>}><Trans>Prima di ogni messaggio vedi quanto costa. Nessun rinnovo senza il tuo consenso.</Trans></Step>
  </ol>
)
