import { Trans } from '@lingui/react/macro'
import text from '#styles/text.module.css'
import { useSite } from '../brand/site.ts'
import { languageNames, useLanguageHref } from '../shell/languages.ts'
import styles from './help.module.css'

/** The brand's languages, each in its own language; the page reloads in the chosen one. */
export const LanguageChoice = () => {
  const { brand, locale } = useSite()
  const href = useLanguageHref()
  if (brand.languages.length < 2) return null
  return (
    <div>
      <h3 className={text.h3} id="language-title">
        <Trans>Language</Trans>
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
