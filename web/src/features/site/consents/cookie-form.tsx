import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Allowed, Purpose } from '#app/cookies/cookie-choice.ts'
import { useSite } from '#app/brand/site.ts'
import { Button } from '#components/buttons/button.tsx'
import { Card } from '#components/layout/card.tsx'
import { SegmentedControl } from '#components/forms/segmented-control.tsx'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { consentNames, optionalTexts } from './consent-texts.ts'
import styles from './consents.module.css'

const PurposeCard = ({ title, children, choice }: { title: ReactNode; children: ReactNode; choice?: ReactNode }) => (
  <Card as="section" className={styles.purpose}>
    <h2 className={text.h3}>{title}</h2>
    <p className={text.muted}>{children}</p>
    {choice}
  </Card>
)

/** The necessary cookies, which are always on, and why. */
export const NecessaryCard = () => (
  <PurposeCard title={<Trans>Necessary cookies</Trans>}>
    <Trans>
      They keep you signed in and remember the language, the theme and this choice. The service doesn’t work without
      them: they’re always on.
    </Trans>
  </PurposeCard>
)

/** The allowed purposes of this browser, with equally prominent yes and no. A form, so that it works without script. */
export const CookieForm = ({ allowed }: { allowed: Allowed }) => {
  const { t, i18n } = useLingui()
  const {
    brand: { cookiePurposes },
  } = useSite()
  const labels: Record<Purpose, string> = {
    analytics: t`Allow statistics`,
    remarketing: t`Allow reminders`,
  }
  return (
    <form className={layout.stack} method="post" action="/preferences">
      <NecessaryCard />
      {cookiePurposes.map((purpose) => (
        <PurposeCard
          key={purpose}
          title={i18n._(consentNames[purpose])}
          choice={
            <SegmentedControl
              label={labels[purpose]}
              name={purpose}
              id={purpose}
              defaultValue={allowed[purpose] ? 'true' : 'false'}
              options={[
                { value: 'false', label: t`No` },
                { value: 'true', label: t`Yes` },
              ]}
            />
          }
        >
          {i18n._(optionalTexts[purpose].means)}
        </PurposeCard>
      ))}
      {cookiePurposes.length > 0 && (
        <div className={styles.answers}>
          <Button type="submit" variant="sec" name="cookiePolicy" value="necessary">
            <Trans>Decline all</Trans>
          </Button>
          <Button type="submit" variant="sec" name="cookiePolicy" value="chosen">
            <Trans>Save my choice</Trans>
          </Button>
          <Button type="submit" variant="sec" name="cookiePolicy" value="all">
            <Trans>Accept all</Trans>
          </Button>
        </div>
      )}
    </form>
  )
}
