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

/** For members, whose head has no menu of languages (decision 12.13); the page reloads in the chosen one. */
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
    <nav className={styles.line} aria-label={t`Note legali`}>
      <a href={to('/legal/terms')}>
        <Trans>Condizioni</Trans>
      </a>
      <a href={to('/legal/privacy')}>
        <Trans>Privacy</Trans>
      </a>
      <a href={to('/cookies')}>
        <Trans>Preferenze cookie</Trans>
      </a>
      <a href={to('/legal/faq')}>
        <Trans>Domande frequenti</Trans>
      </a>
      <a href={to('/safety')}>
        <Trans>Sicurezza</Trans>
      </a>
      <a href={to('/contactUs')}>
        <Trans>Contatti</Trans>
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
              <Trans>
                Solo per maggiorenni. Nessun profilo finto, nessun messaggio scritto da noi al posto delle persone.
              </Trans>
            </p>
          </div>
          <nav aria-label={t`Servizio`}>
            <h2 className={`${text.sm} ${text.strong}`}>
              <Trans>Servizio</Trans>
            </h2>
            <ul>
              <li>
                <a href={to('/legal/features')}>
                  <Trans>Come funziona</Trans>
                </a>
              </li>
              <li>
                <a href={to('/legal/faq')}>
                  <Trans>Domande frequenti</Trans>
                </a>
              </li>
              <li>
                <a href={to('/safety')}>
                  <Trans>Sicurezza</Trans>
                </a>
              </li>
              <li>
                <a href={to('/contactUs')}>
                  <Trans>Contatti</Trans>
                </a>
              </li>
            </ul>
          </nav>
          <nav aria-label={t`Note legali`}>
            <h2 className={`${text.sm} ${text.strong}`}>
              <Trans>Note legali</Trans>
            </h2>
            <ul>
              <li>
                <a href={to('/legal/terms')}>
                  <Trans>Condizioni</Trans>
                </a>
              </li>
              <li>
                <a href={to('/legal/privacy')}>
                  <Trans>Privacy</Trans>
                </a>
              </li>
              <li>
                <a href={to('/legal/cookie')}>
                  <Trans>Cookie</Trans>
                </a>
              </li>
              <li>
                <a href={to('/legal/terms') + '#billingPolicy'}>
                  <Trans>Pagamenti e disdetta</Trans>
                </a>
              </li>
            </ul>
          </nav>
          <div>
            <h2 className={`${text.sm} ${text.strong}`}>
              <Trans>Le tue scelte</Trans>
            </h2>
            <ul>
              <li>
                <a href={to('/cookies')}>
                  <Trans>Preferenze cookie</Trans>
                </a>
              </li>
              <ThemeChoice />
              <Languages />
            </ul>
          </div>
        </div>
        <div className={styles.end}>
          <p className={`${text.xs} ${text.muted}`}>
            © {brand.year} {brand.company}, {brand.companyAddress}. <Trans>P. IVA {brand.vatNumber}</Trans>
          </p>
          <ul className={styles.cards} aria-label={t`Metodi di pagamento`}>
            {cards.map((card) => (
              <li key={card}>{card}</li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  )
}
