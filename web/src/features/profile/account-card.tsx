import { Trans } from '@lingui/react/macro'
import { EyeOff, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { classNames } from '../../components/class-names.ts'
import { Icon } from '../../components/icon.tsx'
import text from '../../styles/text.module.css'
import account from './account.module.css'
import styles from './profile.module.css'

const DisableDialog = lazy(() => import('./disable-dialog.tsx'))
const DeleteDialog = lazy(() => import('./delete-dialog.tsx'))

/** The two ways out: one that customer care takes back, one that ends everything after thirty days. */
export const AccountCard = () => {
  const [open, setOpen] = useState<'disable' | 'delete' | null>(null)
  const close = () => setOpen(null)
  return (
    <Card as="section" className={styles.section} id="leave">
      <h2 className={text.h3}><Trans>Lasciare il servizio</Trans></h2>
      <ul className={styles.sessions}>
        <li className={classNames(styles.session, account.row)}>
          <span className={styles.icon}><Icon of={EyeOff} /></span>
          <span className={styles.device}>
            <b><Trans>Disattiva il profilo</Trans></b><br />
            <span className={styles.small}><Trans>Sparisce subito e resta conservato. Per riaprirlo scrivi all’assistenza.</Trans></span>
          </span>
          <Button size="sm" variant="sec" aria-haspopup="dialog" onClick={() => setOpen('disable')}><Trans>Disattiva</Trans></Button>
        </li>
        <li className={classNames(styles.session, account.row)}>
          <span className={classNames(styles.icon, account.danger)}><Icon of={Trash2} /></span>
          <span className={styles.device}>
            <b><Trans>Elimina il profilo</Trans></b><br />
            <span className={styles.small}><Trans>Sparisce subito. Hai 30 giorni per ripensarci, poi cancelliamo tutto.</Trans></span>
          </span>
          <Button size="sm" variant="dangerOutline" aria-haspopup="dialog" onClick={() => setOpen('delete')}><Trans>Elimina</Trans></Button>
        </li>
      </ul>
      <Suspense fallback={null}>
        {open === 'disable' && <DisableDialog onClose={close} />}
        {open === 'delete' && <DeleteDialog onClose={close} />}
      </Suspense>
    </Card>
  )
}
