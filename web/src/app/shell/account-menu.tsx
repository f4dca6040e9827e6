import { useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { lazyDialog, useIdlePreload } from '#components/dialogs/lazy-dialog.ts'
import { Avatar } from '#components/people/avatar.tsx'
import { ownPhoto } from '../session/own-photo.ts'
import { useSession } from '../session/session.tsx'
import styles from './top-bar.module.css'

const AccountActions = lazyDialog(() => import('./account-actions.tsx'))

/** The button with the member's own picture. */
export const AccountMenu = () => {
  useIdlePreload(AccountActions)
  const { t } = useLingui()
  const { session } = useSession()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <button
        type="button"
        className={styles.profile}
        aria-label={t`Your profile`}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Avatar photo={ownPhoto(session)} name={session.memberName} size={40} />
      </button>
      <Suspense fallback={null}>
        {anchor && <AccountActions anchor={anchor} onClose={() => setAnchor(null)} />}
      </Suspense>
    </>
  )
}
