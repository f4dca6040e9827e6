import { Trans, useLingui } from '@lingui/react/macro'
import { WifiOff } from 'lucide-react'
import { Button } from '#components/buttons/button.tsx'
import { EmptyState } from '#components/feedback/empty-state.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { HomeLink } from '#app/brand/logo.tsx'
import { ids } from '#app/offline/offline-ids.ts'
// oxlint-disable-next-line import/default -- the bundler emits a file and exports its URL
import script from '#app/offline/offline-script.ts?worker&url'
import { Title } from '#app/seo/title.tsx'
import { offlineDestinations } from '#app/shell/navigation.ts'
import appBar from '#app/shell/app-bar.module.css'
import bottomMenu from '#app/shell/bottom-menu.module.css'
import topBar from '#app/shell/top-bar.module.css'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import styles from './offline.module.css'

/**
 * Whole and without a nonce, because the service worker caches it (docs/decisions/016). It contains no member data,
 * even if a member requests it.
 */
export const handle = { script: false }

const Places = ({ menu }: { menu: { readonly menu?: string; readonly item?: string; readonly word?: string } }) => {
  const { t, i18n } = useLingui()
  return (
    <nav className={menu.menu} aria-label={t`Menu`}>
      {offlineDestinations.map(({ to, label, icon }) => (
        <a key={to} href={to} className={menu.item} data-place>
          <Icon of={icon} size={24} />
          <span className={menu.word}>{i18n._(label)}</span>
        </a>
      ))}
    </nav>
  )
}

/** Replaces any page while there is no network: it says so, shows the unsent messages, and reloads by itself. */
export default function Offline() {
  const { t } = useLingui()
  return (
    <>
      <script defer src={script} />
      <header className={topBar.bar}>
        <div className={`${layout.page} ${topBar.inner}`}>
          <HomeLink to="/find" reload />
          <Places menu={{ menu: topBar.nav, item: topBar.item, word: topBar.word }} />
        </div>
      </header>
      <header className={appBar.bar}>
        <span className={appBar.grow}>
          <HomeLink to="/find" reload />
        </span>
      </header>
      <main id="main" className={layout.page}>
        <Title>{t`You’re offline`}</Title>
        <EmptyState
          level={1}
          icon={WifiOff}
          title={<Trans>You’re offline</Trans>}
          text={<Trans>This page will open by itself as soon as you’re back online.</Trans>}
          action={
            <Button variant="sec" id={ids.retry}>
              <Trans>Try again</Trans>
            </Button>
          }
        />
        <section id={ids.waiting} className={styles.waiting} aria-labelledby={ids.waitingTitle} hidden>
          <h2 id={ids.waitingTitle} className={text.h3}>
            <Trans>Messages waiting for a connection</Trans>
          </h2>
          <p className={`${text.sm} ${text.muted}`}>
            <Trans>They’re safe in this browser and will send by themselves.</Trans>
          </p>
          <ul id={ids.messages} className={styles.messages} />
        </section>
      </main>
      <Places menu={{ menu: bottomMenu.menu, item: bottomMenu.item }} />
    </>
  )
}
