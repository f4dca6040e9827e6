import { Trans } from '@lingui/react/macro'
import styles from './skip-link.module.css'

/** The first stop of the keyboard: a link past the navigation to the page's content. */
export const SkipLink = () => (
  <a className={styles.skip} href="#main">
    <Trans>Skip to content</Trans>
  </a>
)
