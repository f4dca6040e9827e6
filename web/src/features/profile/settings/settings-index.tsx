import { Trans, useLingui } from '@lingui/react/macro'
import {
  Ban,
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
        { to: `${security}#email`, icon: Mail, title: <Trans>Email e password</Trans>, value: session.email },
        { to: `${security}#passkeys`, icon: KeyRound, title: <Trans>Passkey</Trans> },
        { to: `${security}#google`, icon: UserRound, title: <Trans>Google</Trans> },
        { to: `${security}#devices`, icon: MonitorSmartphone, title: <Trans>Dispositivi collegati</Trans> },
      ],
    },
    {
      title: titleOf('privacy'),
      rows: [
        { to: `${privacy}#visibility`, icon: Eye, title: <Trans>Chi ti vede e chi ti scrive</Trans> },
        { to: `${privacy}#phone`, icon: Phone, title: <Trans>Numero di telefono</Trans> },
        { to: '/cookies', isOutside: true, icon: ShieldCheck, title: <Trans>Consensi</Trans> },
        { to: `${privacy}#data`, icon: Download, title: <Trans>Scarica i tuoi dati</Trans> },
        { to: `${privacy}#blocked`, icon: Ban, title: <Trans>Persone bloccate</Trans> },
      ],
    },
    {
      title: titleOf('preferences'),
      rows: [
        { to: preferences, icon: Languages, title: <Trans>Lingua, aspetto e suono</Trans> },
        { to: `${preferences}#help`, icon: CircleQuestionMark, title: <Trans>Aiuto e note legali</Trans> },
      ],
    },
    {
      title: titleOf('account'),
      rows: [{ to: settingsPath('account'), icon: DoorOpen, title: <Trans>Lasciare il servizio</Trans> }],
    },
  ]
  return (
    <nav className={styles.groups} aria-label={t`Tutte le impostazioni`}>
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
