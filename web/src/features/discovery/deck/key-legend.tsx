import { Trans, useLingui } from '@lingui/react/macro'
import { memo, type ReactNode } from 'react'
import { Switch } from '#components/forms/switch.tsx'
import styles from './key-legend.module.css'

const Key = ({ cap, children }: { cap: ReactNode; children: ReactNode }) => (
  <div>
    <dt>
      <kbd>{cap}</kbd>
    </dt>
    <dd>{children}</dd>
  </div>
)

/** The deck's keys, and the switch that turns them off. */
export const KeyLegend = memo(({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) => {
  const { t } = useLingui()
  return (
    <aside className={styles.keys} aria-label={t`Keys`}>
      <dl className={on ? undefined : styles.off}>
        <Key cap="←">
          <Trans>No thanks</Trans>
        </Key>
        <Key cap="→">
          <Trans>Like</Trans>
        </Key>
        <Key cap="Z">
          <Trans>Undo the last choice</Trans>
        </Key>
        <Key cap="C">
          <Trans>Write</Trans>
        </Key>
        <Key cap={t`Space`}>
          <Trans>Open the profile</Trans>
        </Key>
      </dl>
      <p>
        <Trans>They work while the card is selected.</Trans>
      </p>
      <Switch checked={on} onChange={(event) => onChange(event.target.checked)}>
        <Trans>Use the keys</Trans>
      </Switch>
    </aside>
  )
})
