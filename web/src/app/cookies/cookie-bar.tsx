import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '#components/buttons/button.tsx'
import text from '#styles/text.module.css'
import styles from './cookie-bar.module.css'
import { useSite } from '../brand/site.ts'

/**
 * Asks once for consent to cookies, if the brand asks at all. Both buttons look the same. A form, so that it works
 * without script.
 */
export const CookieBar = () => {
  const { t } = useLingui()
  const {
    cookiesChosen,
    brand: { cookiePurposes },
  } = useSite()
  const [purpose] = cookiePurposes
  if (cookiesChosen || purpose === undefined) return null
  // The bar asks for one purpose, in its own words; the consent centre asks for each of the others separately.
  return (
    <section className={styles.bar} aria-label={t`Cookie`}>
      <p>
        {purpose === 'analytics' ? (
          <Trans>
            Usiamo solo i cookie che servono per farti accedere. Con il tuo consenso contiamo anche le visite, senza
            pubblicità.
          </Trans>
        ) : (
          <Trans>
            Usiamo solo i cookie che servono per farti accedere. Con il tuo consenso ti ricordiamo anche ciò che hai
            cominciato.
          </Trans>
        )}{' '}
        <a className={text.link} href="/cookies">
          <Trans>Scegli nel dettaglio</Trans>
        </a>
      </p>
      <form className={styles.buttons} method="post" action="/preferences">
        <Button type="submit" variant="sec" name="cookiePolicy" value="necessary">
          <Trans>Rifiuta</Trans>
        </Button>
        <Button type="submit" variant="sec" name="cookiePolicy" value={purpose}>
          <Trans>Accetta</Trans>
        </Button>
      </form>
    </section>
  )
}
