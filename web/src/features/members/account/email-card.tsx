import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { AtSign, Lock } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyDialog, useIdlePreload } from '#components/dialogs/lazy-dialog.ts'
import { Button, ButtonLink } from '#components/buttons/button.tsx'
import { Card } from '#components/layout/card.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { useSession } from '#app/session/session.tsx'
import text from '#styles/text.module.css'
import { accountQuery } from './account-query.ts'
import styles from '../cards/profile.module.css'
import { SettingRow } from '../cards/setting-row.tsx'

const ChangeEmailDialog = lazyDialog(() => import('./change-email-dialog.tsx'))

/** The member's address, an unconfirmed new one, and the changes of address and password. */
export const EmailCard = () => {
  useIdlePreload(ChangeEmailDialog)
  const { t } = useLingui()
  const { session } = useSession()
  const { data: account, isError } = useQuery(accountQuery)
  const [open, setOpen] = useState(false)
  return (
    <Card className={styles.section} id="email" aria-busy={!account && !isError}>
      <h3 className={text.h3}>
        <Trans>Email and password</Trans>
      </h3>
      {!account && !isError && <Skeleton shape="block" className={styles.two} />}
      {(account ?? isError) && (
        <ul className={styles.rows}>
          <SettingRow
            as="li"
            icon={<Icon of={AtSign} />}
            title={account?.email ?? session.email}
            action={
              account && (
                <Button
                  size="sm"
                  variant="sec"
                  aria-haspopup="dialog"
                  aria-label={t`Change email`}
                  onClick={() => setOpen(true)}
                >
                  <Trans>Change</Trans>
                </Button>
              )
            }
          >
            {account?.pendingEmail ? (
              <Trans>We’ve emailed {account.pendingEmail}: until you open that link, this one stays.</Trans>
            ) : (
              <Trans>You sign in with it and get our emails there. Nobody else sees it.</Trans>
            )}
          </SettingRow>
          {account && (
            <SettingRow
              as="li"
              icon={<Icon of={Lock} />}
              title={<Trans>Password</Trans>}
              action={
                account.reauthentication === 'password' ? (
                  <ButtonLink href="/forgotPassword" reload size="sm" variant="sec" aria-label={t`Change password`}>
                    <Trans>Change</Trans>
                  </ButtonLink>
                ) : (
                  <ButtonLink href="/forgotPassword" reload size="sm" variant="sec" aria-label={t`Choose a password`}>
                    <Trans>Choose</Trans>
                  </ButtonLink>
                )
              }
            >
              {account.reauthentication === 'password' ? (
                <Trans>We’ll send you a link to choose a new one.</Trans>
              ) : (
                <Trans>You don’t have one. If you’d like one, we’ll send you a link to choose it.</Trans>
              )}
            </SettingRow>
          )}
        </ul>
      )}
      {open && account && (
        <Suspense fallback={null}>
          <ChangeEmailDialog account={account} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  )
}
