import { Trans } from '@lingui/react/macro'
import { EyeOff, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyDialog, useIdlePreload } from '#components/dialogs/lazy-dialog.ts'
import { Button } from '#components/buttons/button.tsx'
import { Card } from '#components/layout/card.tsx'
import { Icon } from '#components/marks/icon.tsx'
import text from '#styles/text.module.css'
import styles from '../cards/profile.module.css'
import { SettingRow } from '../cards/setting-row.tsx'

const DisableDialog = lazyDialog(() => import('./disable-dialog.tsx'))
const DeleteDialog = lazyDialog(() => import('./delete-dialog.tsx'))

/**
 * The two ways to leave: deactivation, which support can reverse, and deletion, which is final after thirty days.
 */
export const AccountCard = () => {
  useIdlePreload(DisableDialog, DeleteDialog)
  const [open, setOpen] = useState<'disable' | 'delete' | null>(null)
  const close = () => setOpen(null)
  return (
    <Card className={styles.section}>
      <h3 className={text.h3}>
        <Trans>Leaving the service</Trans>
      </h3>
      <ul className={styles.rows}>
        <SettingRow
          as="li"
          icon={<Icon of={EyeOff} />}
          title={<Trans>Deactivate your profile</Trans>}
          action={
            <Button size="sm" variant="sec" aria-haspopup="dialog" onClick={() => setOpen('disable')}>
              <Trans>Deactivate</Trans>
            </Button>
          }
        >
          <Trans>It disappears straight away and is kept. To reopen it, write to support.</Trans>
        </SettingRow>
        <SettingRow
          as="li"
          danger
          icon={<Icon of={Trash2} />}
          title={<Trans>Delete your profile</Trans>}
          action={
            <Button size="sm" variant="dangerOutline" aria-haspopup="dialog" onClick={() => setOpen('delete')}>
              <Trans>Delete</Trans>
            </Button>
          }
        >
          <Trans>It disappears straight away. You have 30 days to change your mind, then we delete everything.</Trans>
        </SettingRow>
      </ul>
      <Suspense fallback={null}>
        {open === 'disable' && <DisableDialog onClose={close} />}
        {open === 'delete' && <DeleteDialog onClose={close} />}
      </Suspense>
    </Card>
  )
}
