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
  <PurposeCard title={<Trans>Cookie necessari</Trans>}>
    <Trans>
      Servono per l’accesso e ricordano la lingua, il tema e questa scelta. Senza, il servizio non funziona: sono sempre
      attivi.
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
    analytics: t`Permetti le statistiche`,
    remarketing: t`Permetti i promemoria`,
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
                { value: 'true', label: t`Sì` },
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
            <Trans>Rifiuta tutto</Trans>
          </Button>
          <Button type="submit" variant="sec" name="cookiePolicy" value="chosen">
            <Trans>Salva la scelta</Trans>
          </Button>
          <Button type="submit" variant="sec" name="cookiePolicy" value="all">
            <Trans>Accetta tutto</Trans>
          </Button>
        </div>
      )}
    </form>
  )
}
