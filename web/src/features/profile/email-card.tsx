import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { AtSign } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { classNames } from '../../components/class-names.ts'
import { Icon } from '../../components/icon.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useSession } from '../../app/session.tsx'
import text from '../../styles/text.module.css'
import rows from './account.module.css'
import { accountQuery } from './account-query.ts'
import styles from './profile.module.css'

const ChangeEmailDialog = lazy(() => import('./change-email-dialog.tsx'))

/** Where the member's mail goes, the address that waits to be confirmed, and the way to another one. */
export const EmailCard = () => {
  const { session } = useSession()
  const { data: account, isError } = useQuery(accountQuery)
  const [open, setOpen] = useState(false)
  const email = account?.email ?? session.email
  return (
    <Card as="section" className={styles.section} id="email">
      <h2 className={text.h3}><Trans>Email</Trans></h2>
      {!account && !isError && <Skeleton shape="block" />}
      {(account ?? isError) && (
        <div className={classNames(styles.session, rows.row)}>
          <span className={styles.icon}><Icon of={AtSign} /></span>
          <span className={styles.device}>
            <b>{email}</b><br />
            <span className={styles.small}>
              {account?.pendingEmail
                ? <Trans>Abbiamo scritto a {account.pendingEmail}: finché non apri quel link resta questo.</Trans>
                : <Trans>Con questo accedi e ricevi le nostre email. Non lo vede nessun altro.</Trans>}
            </span>
          </span>
          {account && <Button size="sm" variant="sec" onClick={() => setOpen(true)}><Trans>Cambia email</Trans></Button>}
        </div>
      )}
      {open && account && <Suspense fallback={null}><ChangeEmailDialog account={account} onClose={() => setOpen(false)} /></Suspense>}
    </Card>
  )
}
