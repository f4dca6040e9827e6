import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, type LoaderFunctionArgs, redirect, useParams } from 'react-router'
import { Title } from '#app/seo/title.tsx'
import type { MemberHandle } from '#app/shell/page-handle.ts'
import { Icon } from '#components/marks/icon.tsx'
import { classNames } from '#styles/class-names.ts'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { GoogleCard } from '../access/google-card.tsx'
import { PasskeysCard } from '../access/passkeys-card.tsx'
import { SessionsCard } from '../access/sessions-card.tsx'
import { AccountCard } from '../account/account-card.tsx'
import { DataExportCard } from '../account/data-export-card.tsx'
import { EmailCard } from '../account/email-card.tsx'
import { Part } from '../cards/part.tsx'
import styles from '../cards/profile.module.css'
import { BlockedCard } from '../details/blocked-card.tsx'
import { PhoneCard } from '../details/phone-card.tsx'
import { PreferencesCard } from '../details/preferences-card.tsx'
import { PrivacyCard } from '../details/privacy-card.tsx'
import { VisibilityCard } from '../details/visibility-card.tsx'
import { isSettings, type SettingsId } from './places.ts'
import { SettingsIndex } from './settings-index.tsx'
import { useSettingsTitle } from './use-settings-title.ts'

export const handle: MemberHandle = { title: msg`Settings` }

const known = ({ params }: Pick<LoaderFunctionArgs, 'params'>) => {
  if (params['part'] !== undefined && !isSettings(params['part'])) throw redirect('/settings')
  return null
}
export const loader = known
export const clientLoader = known

const parts: Readonly<Record<SettingsId, () => ReactNode>> = {
  security: () => (
    <>
      <EmailCard />
      <PasskeysCard />
      <GoogleCard />
      <SessionsCard />
    </>
  ),
  privacy: () => (
    <>
      <VisibilityCard />
      <PhoneCard />
      <PrivacyCard />
      <DataExportCard />
      <BlockedCard />
    </>
  ),
  preferences: () => <PreferencesCard />,
  account: () => <AccountCard />,
}

/** What only the member sees: the index, or one of its parts, beside the index where there is space. */
export default function Settings() {
  const { t } = useLingui()
  const titleOf = useSettingsTitle()
  const { part } = useParams()
  const open = isSettings(part) ? part : undefined
  return (
    <main id="main" className={classNames(layout.page, styles.page)}>
      <Title>{open ? titleOf(open) : t`Settings`}</Title>
      <h1 className={classNames(text.h1, text.inBar, styles.heading)}>
        <Trans>Settings</Trans>
      </h1>
      <div className={classNames(styles.columns, !open && styles.alone)}>
        <div className={classNames(styles.side, open && styles.beside)}>
          <SettingsIndex />
        </div>
        {open && (
          <div className={styles.groups}>
            <Link to="/settings" className={styles.back}>
              <Icon of={ArrowLeft} size={18} />
              <Trans>All settings</Trans>
            </Link>
            <Part id={open} title={titleOf(open)}>
              {parts[open]()}
            </Part>
          </div>
        )}
      </div>
    </main>
  )
}
