import { Trans } from '@lingui/react/macro'
import { Pause } from 'lucide-react'
import { Button } from '#components/buttons/button.tsx'
import { Icon } from '#components/marks/icon.tsx'
import styles from './offline-notice.module.css'

/** Shown in a tab that the server closed because the member has too many open. */
const PausedNotice = ({ onResume }: { onResume: () => void }) => (
  <p className={styles.notice}>
    <Icon of={Pause} size={18} />
    <Trans>You have many tabs open: this one is paused.</Trans>
    <Button size="sm" variant="sec" onClick={onResume}>
      <Trans>Continue here</Trans>
    </Button>
  </p>
)

export default PausedNotice
