import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Dialog } from '#components/dialogs/dialog.tsx'
import { Keys } from '#console/parts/kbd.tsx'
import styles from './shell.module.css'
import { useShortcuts } from '#console/base/shortcuts.tsx'

/** The keys that work on this page. */
const Help = ({ onClose }: { onClose: () => void }) => {
  const { t } = useLingui()
  const all = useShortcuts()
  const [shown] = useState(all)
  return (
    <Dialog open title={t`Keys`} onClose={onClose}>
      <dl className={styles.keys}>
        {shown.map(({ keys, label }) => (
          <div key={keys}>
            <dt>
              <Keys of={keys} />
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

export default Help
