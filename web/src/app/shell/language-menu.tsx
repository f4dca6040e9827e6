import { useLingui } from '@lingui/react/macro'
import { Check, Languages } from 'lucide-react'
import { Icon } from '#components/marks/icon.tsx'
import text from '#styles/text.module.css'
import styles from './language-menu.module.css'
import { useSite } from '../brand/site.ts'
import { languageNames, useLanguageHref } from './languages.ts'

/** The brand's languages as links, which work without script. Renders nothing if there is only one. */
export const LanguageMenu = () => {
  const { t } = useLingui()
  const { brand, locale } = useSite()
  const href = useLanguageHref()
  if (brand.languages.length < 2) return null
  return (
    <details className={styles.menu}>
      <summary>
        <Icon of={Languages} />
        <span className={text.hidden}>{t`Language: ${languageNames[locale]}`}</span>
      </summary>
      <ul className={styles.list}>
        {brand.languages.map((language) => (
          <li key={language}>
            <a
              href={href(language)}
              lang={language}
              hrefLang={language}
              aria-current={language === locale ? 'true' : undefined}
            >
              {languageNames[language]}
              {language === locale && <Icon of={Check} size={18} />}
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}
