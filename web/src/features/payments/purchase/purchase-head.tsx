import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronLeft, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { HomeLink } from '#app/brand/logo.tsx'
import { useSite } from '#app/brand/site.ts'
import { Icon } from '#components/marks/icon.tsx'
import { IconLink } from '#components/buttons/icon-button.tsx'
import layout from '#styles/layout.module.css'
import styles from './purchase-head.module.css'

/** The header of a page on phones, with a back link. */
export const PhoneHead = ({ title, back, children }: { title: string; back: string; children?: ReactNode }) => {
  const { t } = useLingui()
  return (
    <header className={styles.phoneHead}>
      <IconLink icon={ChevronLeft} label={t`Back`} href={back} />
      <p className={styles.phoneTitle} aria-hidden>
        {title}
      </p>
      {children}
    </header>
  )
}

/** Shown only if it is true; a demo on localhost has no certificate. */
const Encrypted = () =>
  useSite().origin.startsWith('https:') ? (
    <span className={styles.lock}>
      <Icon of={Lock} size={16} />
      <Trans>Encrypted connection</Trans>
    </span>
  ) : null

/** Only the logo and a link back to the plans, so that nothing distracts from the payment. */
export const PurchaseHead = ({ title }: { title: string }) => {
  const { t } = useLingui()
  const back = '/vip_plan/cred'
  return (
    <>
      <PhoneHead title={title} back={back}>
        <Encrypted />
      </PhoneHead>
      <header className={styles.wideHead}>
        <div className={layout.page}>
          <IconLink icon={ChevronLeft} label={t`Back to the plans`} href={back} />
          <HomeLink to="/find" />
          <Encrypted />
        </div>
      </header>
    </>
  )
}
