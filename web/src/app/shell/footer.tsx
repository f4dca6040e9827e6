import { Trans, useLingui } from '@lingui/react/macro'
import { classNames } from '#styles/class-names.ts'
import { useVisitLinks } from '../visit/use-visit-links.ts'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import styles from './footer.module.css'
import { Logo } from '../brand/logo.tsx'
import { useSite } from '../brand/site.ts'
import { languageNames, useLanguageHref } from './languages.ts'
import { ThemeChoice } from './theme-choice.tsx'

const cards = ['Visa', 'Mastercard', 'Amex']

/** For members, whose head has no menu of languages (rule 12.13); the page reloads in the chosen one. */
const Languages = () => {
  const { session, brand, locale } = useSite()
  const href = useLanguageHref()
  if (!session || brand.languages.length < 2) return null
  return brand.languages
    .filter((language) => language !== locale)
    .map((language) => (
      <li key={language}>
        <a href={href(language)} lang={language} hrefLang={language}>
          {languageNames[language]}
        </a>
      </li>
    ))
}

/**
 * The same links in one line, under pages that fill the window or show nothing but a purchase: a member reaches them from
 * every page.
 */
export const LegalLine = () => {
  const { t } = useLingui()
  const { to } = useVisitLinks()
  return (
    <nav className={styles.line} aria-label={t`Legal`}>
      <a href={to('/legal/terms')}>
        <Trans>Terms</Trans>
      </a>
      <a href={to('/legal/privacy')}>
        <Trans>Privacy</Trans>
      </a>
      <a href={to('/cookies')}>
        <Trans>Cookie preferences</Trans>
      </a>
      <a href={to('/legal/faq')}>
        <Trans>Frequently asked questions</Trans>
      </a>
      <a href={to('/safety')}>
        <Trans>Safety</Trans>
      </a>
      <a href={to('/contactUs')}>
        <Trans>Contact</Trans>
      </a>
    </nav>
  )
}

/** The legal links, the company, and the choices that can be changed at any time. It is the same in every flow. */
export const Footer = ({ flush = false }: { flush?: boolean }) => {
  const { t } = useLingui()
  const { brand } = useSite()
  const { to } = useVisitLinks()
  return (
    <footer className={classNames(styles.footer, flush && styles.flush)}>
      <div className={layout.page}>
        <div className={styles.columns}>
          <div className={styles.brand}>
            <Logo />
            <p className={`${text.sm} ${text.muted}`}>
              <Trans>Adults only. No fake profiles, no messages written by us on anyone’s behalf.</Trans>
            </p>
          </div>
          <nav aria-label={t`Service`}>
            <h2 className={`${text.sm} ${text.strong}`}>
              <Trans>Service</Trans>
            </h2>
            <ul>
              <li>
                <a href={to('/legal/features')}>
                  <Trans>How it works</Trans>
                </a>
              </li>
              <li>
                <a href={to('/legal/faq')}>
                  <Trans>Frequently asked questions</Trans>
                </a>
              </li>
              <li>
                <a href={to('/safety')}>
                  <Trans>Safety</Trans>
                </a>
              </li>
              <li>
                <a href={to('/contactUs')}>
                  <Trans>Contact</Trans>
                </a>
              </li>
            </ul>
          </nav>
          <nav aria-label={t`Legal`}>
            <h2 className={`${text.sm} ${text.strong}`}>
              <Trans>Legal</Trans>
            </h2>
            <ul>
              <li>
                <a href={to('/legal/terms')}>
                  <Trans>Terms</Trans>
                </a>
              </li>
              <li>
                <a href={to('/legal/privacy')}>
                  <Trans>Privacy</Trans>
                </a>
              </li>
              <li>
                <a href={to('/legal/cookie')}>
                  <Trans>Cookies</Trans>
                </a>
              </li>
              <li>
                <a href={to('/legal/terms') + '#billingPolicy'}>
                  <Trans>Payments and cancelling</Trans>
                </a>
              </li>
            </ul>
          </nav>
          <div>
            <h2 className={`${text.sm} ${text.strong}`}>
              <Trans>Your choices</Trans>
            </h2>
            <ul>
              <li>
                <a href={to('/cookies')}>
                  <Trans>Cookie preferences</Trans>
                </a>
              </li>
              <ThemeChoice />
              <Languages />
            </ul>
          </div>
        </div>
        <div className={styles.end}>
          <p className={`${text.xs} ${text.muted}`}>
            © {brand.year} {brand.company}, {brand.companyAddress}. <Trans>VAT no. {brand.vatNumber}</Trans>
          </p>
          <ul className={styles.cards} aria-label={t`Payment methods`}>
            {cards.map((card) => (
              <li key={card}>{card}</li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  )
}
