import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useSite } from '../../../app/brand/site.ts'
import styles from '../../../app/help/help.module.css'
import { HelpLinks } from '../../../app/help/help-links.tsx'
import { LanguageChoice } from '../../../app/help/language-choice.tsx'
import { Card } from '../../../components/layout/card.tsx'
import text from '../../../styles/text.module.css'

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

/** Language and theme, and links to help and all legal pages. */
export const PreferencesCard = () => (
  <>
    <Card className={styles.preferences}>
      <LanguageChoice />
      <ThemeSetting />
    </Card>
    <Card>
      <HelpLinks />
    </Card>
  </>
)
