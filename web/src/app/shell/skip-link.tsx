import { Trans } from '@lingui/react/macro'
import styles from './skip-link.module.css'

/** First stop of the keyboard: past the navigation to the page's own content. */
export const SkipLink = () => (
  <a className={styles.skip} href="#main">
    <Trans>Vai al contenuto</Trans>
  </a>
)
