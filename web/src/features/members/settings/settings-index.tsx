import { Trans, useLingui } from '@lingui/react/macro'
import {
  Ban,
  Bell,
  DoorOpen,
  Download,
  Eye,
  KeyRound,
  Languages,
  CircleQuestionMark,
  Mail,
  MonitorSmartphone,
  Phone,
  ShieldCheck,
  UserRound,
} from 'lucide-react'
import { useSession } from '#app/session/session.tsx'
import { Card } from '#components/layout/card.tsx'
import text from '#styles/text.module.css'
import styles from '../cards/profile.module.css'
import { type RowLink, RowLinks } from '../cards/row-links.tsx'
import { SignOutCard } from '../access/sign-out-card.tsx'
import { settingsPath } from './places.ts'
import { useSettingsTitle } from './use-settings-title.ts'

/** Every setting, one line each. */
export const SettingsIndex = () => {
  const { t } = useLingui()
  const { session } = useSession()
  const titleOf = useSettingsTitle()
  const [security, privacy, preferences] = [
    settingsPath('security'),
    settingsPath('privacy'),
    settingsPath('preferences'),
  ]
  const groups: readonly { readonly title: string; readonly rows: readonly RowLink[] }[] = [
    {
      title: titleOf('security'),
      rows: [
        { to: `${security}#email`, icon: Mail, title: <Trans>Email and password</Trans>, value: session.email },
        { to: `${security}#passkeys`, icon: KeyRound, title: <Trans>Passkey</Trans> },
        { to: `${security}#google`, icon: UserRound, title: <Trans>Google</Trans> },
        { to: `${security}#devices`, icon: MonitorSmartphone, title: <Trans>Signed-in devices</Trans> },
      ],
    },
    {
      title: titleOf('privacy'),
      rows: [
        { to: `${privacy}#visibility`, icon: Eye, title: <Trans>Who sees you and who writes to you</Trans> },
        { to: `${privacy}#phone`, icon: Phone, title: <Trans>Phone number</Trans> },
        { to: '/cookies', isOutside: true, icon: ShieldCheck, title: <Trans>Consents</Trans> },
        { to: `${privacy}#data`, icon: Download, title: <Trans>Download your data</Trans> },
        { to: `${privacy}#blocked`, icon: Ban, title: <Trans>Blocked people</Trans> },
      ],
    },
    {
      title: titleOf('preferences'),
      rows: [
        { to: '/activeNotifications', isOutside: true, icon: Bell, title: <Trans>Your notifications</Trans> },
        { to: preferences, icon: Languages, title: <Trans>Language, appearance and sound</Trans> },
        { to: `${preferences}#help`, icon: CircleQuestionMark, title: <Trans>Help and legal</Trans> },
      ],
    },
    {
      title: titleOf('account'),
      rows: [{ to: settingsPath('account'), icon: DoorOpen, title: <Trans>Leaving the service</Trans> }],
    },
  ]
  return (
    <nav className={styles.groups} aria-label={t`All settings`}>
      {groups.map(({ title, rows }) => (
        <Card key={title} className={styles.section}>
          <h2 className={text.h3}>{title}</h2>
          <RowLinks rows={rows} />
        </Card>
      ))}
      <SignOutCard />
    </nav>
  )
}
