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
    <section className={styles.bar} aria-label={t`Cookies`}>
      <p>
        {purpose === 'analytics' ? (
          <Trans>
            We only use the cookies needed to sign you in. With your consent we also count visits, without advertising.
          </Trans>
        ) : (
          <Trans>
            We only use the cookies needed to sign you in. With your consent we also remind you of what you’ve started.
          </Trans>
        )}{' '}
        <a className={text.link} href="/cookies">
          <Trans>Choose in detail</Trans>
        </a>
      </p>
      <form className={styles.buttons} method="post" action="/preferences">
        <Button type="submit" variant="sec" name="cookiePolicy" value="necessary">
          <Trans>Decline</Trans>
        </Button>
        <Button type="submit" variant="sec" name="cookiePolicy" value={purpose}>
          <Trans>Accept</Trans>
        </Button>
      </form>
    </section>
  )
}
