import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../components/button.tsx'
import text from '../styles/text.module.css'
import styles from './cookie-bar.module.css'
import { useSite } from './site.ts'

/** Asked once; refusing and accepting are the same button in the same size. A form, so that it works without script. */
export const CookieBar = () => {
  const { t } = useLingui()
  const { cookiesChosen } = useSite()
  if (cookiesChosen) return null
  return (
    <section className={styles.bar} aria-label={t`Cookie`}>
      <p>
        <Trans>Usiamo solo i cookie che servono per farti accedere. Con il tuo consenso contiamo anche le visite, senza pubblicità.</Trans>{' '}
        <a className={text.link} href="/legal/cookie"><Trans>Leggi nel dettaglio</Trans></a>
      </p>
      <form className={styles.buttons} method="post" action="/preferences">
        <Button type="submit" variant="sec" name="cookiePolicy" value="necessary"><Trans>Rifiuta</Trans></Button>
        <Button type="submit" variant="sec" name="cookiePolicy" value="analytics"><Trans>Accetta</Trans></Button>
      </form>
    </section>
  )
}
