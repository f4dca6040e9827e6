import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronRight, CircleQuestionMark, Cookie, FileText, Lock, type LucideIcon, Mail, Receipt } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSite } from '../../../app/brand/site.ts'
import { languageNames, useLanguageHref } from '../../../app/shell/language-menu.tsx'
import { Card } from '../../../components/layout/card.tsx'
import { Icon } from '../../../components/marks/icon.tsx'
import text from '../../../styles/text.module.css'
import styles from './preferences.module.css'

/** The brand's languages, each in its own language; the page reloads in the chosen one. */
const LanguageChoice = () => {
  const { brand, locale } = useSite()
  const href = useLanguageHref()
  if (brand.languages.length < 2) return null
  return (
    <div>
      <h3 className={text.h3} id="language-title">
        <Trans>Lingua</Trans>
      </h3>
      <ul className={styles.choices} aria-labelledby="language-title">
        {brand.languages.map((language) => (
          <li key={language}>
            <a
              href={href(language)}
              lang={language}
              hrefLang={language}
              aria-current={language === locale ? 'true' : undefined}
            >
              {languageNames[language]}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Light, dark, or the device's setting. A form, so that the server renders the next page in it. */
const ThemeSetting = () => {
  const { theme } = useSite()
  const choice = (value: 'light' | 'dark' | 'system', label: ReactNode) => (
    <li>
      <button name="theme" value={value} aria-pressed={(theme ?? 'system') === value}>
        {label}
      </button>
    </li>
  )
  return (
    <form method="post" action="/preferences">
      <h3 className={text.h3} id="theme-title">
        <Trans>Aspetto</Trans>
      </h3>
      <ul className={styles.choices} aria-labelledby="theme-title">
        {choice('system', <Trans>Del dispositivo</Trans>)}
        {choice('light', <Trans>Chiaro</Trans>)}
        {choice('dark', <Trans>Scuro</Trans>)}
      </ul>
    </form>
  )
}

const HelpLink = ({ icon, href, children }: { icon: LucideIcon; href: string; children: ReactNode }) => (
  <li>
    <a href={href}>
      <Icon of={icon} />
      <span>{children}</span>
      <Icon of={ChevronRight} size={18} />
    </a>
  </li>
)

/** Language and theme, and links to help and all legal pages, for members on phones, too (decision 12.13). */
export const PreferencesCard = () => {
  const { t } = useLingui()
  return (
    <>
      <Card className={styles.preferences}>
        <LanguageChoice />
        <ThemeSetting />
      </Card>
      <Card>
        <nav aria-label={t`Aiuto e note legali`}>
          <ul className={styles.help}>
            <HelpLink icon={CircleQuestionMark} href="/legal/faq">
              <Trans>Domande frequenti</Trans>
            </HelpLink>
            <HelpLink icon={Mail} href="/contactUs">
              <Trans>Contatti</Trans>
            </HelpLink>
            <HelpLink icon={FileText} href="/legal/terms">
              <Trans>Condizioni d’uso</Trans>
            </HelpLink>
            <HelpLink icon={Receipt} href="/legal/terms#billingPolicy">
              <Trans>Pagamenti e disdetta</Trans>
            </HelpLink>
            <HelpLink icon={Lock} href="/legal/privacy">
              <Trans>Che cosa sappiamo di te, e perché</Trans>
            </HelpLink>
            <HelpLink icon={Cookie} href="/cookies">
              <Trans>Preferenze cookie</Trans>
            </HelpLink>
          </ul>
        </nav>
      </Card>
    </>
  )
}
