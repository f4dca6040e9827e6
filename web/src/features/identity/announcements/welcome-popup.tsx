import { Plural, Trans } from '@lingui/react/macro'
import { ChevronRight, Gift, type LucideIcon, PenLine, Sparkles } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '../../../app/session/session.tsx'
import { Button, ButtonLink } from '../../../components/buttons/button.tsx'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import { Icon } from '../../../components/marks/icon.tsx'
import layout from '../../../styles/layout.module.css'
import styles from './welcome-popup.module.css'

const Step = ({
  icon,
  title,
  children,
  onChoose,
}: {
  icon: LucideIcon
  title: ReactNode
  children: ReactNode
  onChoose: () => void
}) => (
  <li>
    <Link to="/profile" className={styles.item} onClick={onChoose}>
      <span className={styles.icon}>
        <Icon of={icon} />
      </span>
      <span className={styles.words}>
        <b>{title}</b>
        <span>{children}</span>
      </span>
      <Icon of={ChevronRight} size={18} />
    </Link>
  </li>
)

/** Says which gift was booked, once, and what helps to get to know people. */
const WelcomePopup = ({ gift, onDone }: { gift: number; onDone: () => void }) => {
  const { session } = useSession()
  const [open, setOpen] = useState(true)
  const close = () => {
    setOpen(false)
    onDone()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      icon={Gift}
      title={<Trans>Ciao {session.memberName}, che bello averti qui</Trans>}
      intro={
        <Trans>
          <Plural value={gift} one="Hai # messaggio in regalo" other="Hai # messaggi in regalo" />. Due cose aiutano a
          farsi conoscere:
        </Trans>
      }
    >
      <ul className={styles.list}>
        <Step icon={PenLine} title={<Trans>Scrivi due righe su di te</Trans>} onChoose={close}>
          <Trans>Bastano 30 secondi</Trans>
        </Step>
        <Step icon={Sparkles} title={<Trans>Di’ che cosa cerchi</Trans>} onChoose={close}>
          <Trans>Così chi ti legge sa di che cosa parlarti</Trans>
        </Step>
      </ul>
      <div className={`${layout.stack} ${layout.g2}`}>
        <ButtonLink href="/profile" size="lg" block onClick={close}>
          <Trans>Completa il profilo</Trans>
        </ButtonLink>
        <Button variant="sec" size="lg" block onClick={close}>
          <Trans>Prima do un’occhiata</Trans>
        </Button>
      </div>
    </Dialog>
  )
}

export default WelcomePopup
