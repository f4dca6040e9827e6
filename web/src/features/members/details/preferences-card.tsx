import { Trans, useLingui } from '@lingui/react/macro'
import { Volume2 } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useSite } from '#app/brand/site.ts'
import styles from '#app/help/help.module.css'
import { HelpLinks } from '#app/help/help-links.tsx'
import { LanguageChoice } from '#app/help/language-choice.tsx'
import { hasSound, playSound, setSound } from '#app/session/sound.ts'
import { Switch } from '#components/forms/switch.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { Card } from '#components/layout/card.tsx'
import text from '#styles/text.module.css'
import rows from '../cards/profile.module.css'
import { SettingRow } from '../cards/setting-row.tsx'

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
        <Trans>Appearance</Trans>
      </h3>
      <ul className={styles.choices} aria-labelledby="theme-title">
        {choice('system', <Trans>As on this device</Trans>)}
        {choice('light', <Trans>Light</Trans>)}
        {choice('dark', <Trans>Dark</Trans>)}
      </ul>
    </form>
  )
}

/** Kept in this browser, as the sound is a matter of the device. */
const SoundSetting = () => {
  const { t } = useLingui()
  const [isOn, setOn] = useState(false)
  // The server does not know.
  useEffect(() => setOn(hasSound()), [])
  const change = (on: boolean) => {
    if (!setSound(on)) return
    setOn(on)
    if (on) playSound()
  }
  return (
    <ul className={rows.rows}>
      <SettingRow
        as="li"
        small
        icon={<Icon of={Volume2} />}
        title={<Trans>Sound for messages and likes</Trans>}
        action={
          <Switch checked={isOn} onChange={(event) => change(event.target.checked)}>
            <span className={text.hidden}>{t`Sound for messages and likes`}</span>
          </Switch>
        }
      >
        <Trans>For this device, while the site is open.</Trans>
      </SettingRow>
    </ul>
  )
}

/** Language, theme and sound, and links to help and all legal pages. */
export const PreferencesCard = () => (
  <>
    <Card className={styles.preferences}>
      <LanguageChoice />
      <ThemeSetting />
      <SoundSetting />
    </Card>
    <Card id="help">
      <HelpLinks />
    </Card>
  </>
)
