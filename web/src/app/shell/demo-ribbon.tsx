import { Trans } from '@lingui/react/macro'
import { Info } from 'lucide-react'
import { Icon } from '#components/marks/icon.tsx'
import styles from './demo-ribbon.module.css'
import { useSite } from '../brand/site.ts'

/** States on every page of a demo that its members are made up. Renders nothing in production. */
export const DemoRibbon = () => {
  const { demo } = useSite()
  return demo ? (
    <aside className={styles.ribbon} data-ribbon="" aria-label="Demo">
      <Icon of={Info} size={16} />
      <Trans>Demo: sample profiles</Trans>
    </aside>
  ) : null
}
