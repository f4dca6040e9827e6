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
    <aside className={styles.keys} aria-label={t`Tasti`}>
      <dl className={on ? undefined : styles.off}>
        <Key cap="←">
          <Trans>No, grazie</Trans>
        </Key>
        <Key cap="→">
          <Trans>Mi piace</Trans>
        </Key>
        <Key cap="Z">
          <Trans>Annulla l’ultima scelta</Trans>
        </Key>
        <Key cap="C">
          <Trans>Scrivi</Trans>
        </Key>
        <Key cap={t`Spazio`}>
          <Trans>Apri il profilo</Trans>
        </Key>
      </dl>
      <p>
        <Trans>Valgono quando la carta è selezionata.</Trans>
      </p>
      <Switch checked={on} onChange={(event) => onChange(event.target.checked)}>
        <Trans>Usa i tasti</Trans>
      </Switch>
    </aside>
  )
})
