import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '../../app/session.tsx'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CreditBattery, CreditCount } from '../../components/credit-battery.tsx'
import text from '../../styles/text.module.css'
import { payRulesQuery } from '../credits/pay-rules.ts'
import { useDate } from '../payments/terms.tsx'
import styles from './profile.module.css'

const CancelDialog = lazy(() => import('./cancel-dialog.tsx'))

/** Credits and the running plan; cancelling takes two clicks and no questions. */
export const CreditsCard = () => {
  const { session } = useSession()
  const date = useDate()
  const { data: rules } = useQuery(payRulesQuery(session))
  const [cancelling, setCancelling] = useState(false)
  const { premiumLevel, creditiTotali, creditiIcebreaker, creditiLike } = session
  const plan = rules?.subscription
  return (
    <Card as="section" className={styles.section}>
      <h2 className={text.h3}><Trans>Crediti e piano</Trans></h2>
      <div className={styles.line}>
        <div>
          <p className={styles.balance}>
            {premiumLevel === 2 ? <Trans>Messaggi senza limiti</Trans> : <><CreditBattery credits={creditiTotali} /><CreditCount credits={creditiTotali} /></>}
          </p>
          {premiumLevel === 0 && (
            <p className={styles.small}>
              <Plural value={creditiIcebreaker} one="# rompighiaccio" other="# rompighiaccio" />{' · '}<Plural value={creditiLike} one="# mi piace" other="# mi piace" />
            </p>
          )}
        </div>
        {premiumLevel < 2 && <ButtonLink href="/vip_plan/cred" size="sm" variant="soft"><Trans>Aggiungi</Trans></ButtonLink>}
      </div>
      {plan && (
        <div className={styles.line}>
          <div>
            <p><b><Trans>Piano {plan.nomePiano}</Trans></b></p>
            <p className={styles.small}>
              {plan.renewsAt === null
                ? <Trans>Attivo fino al {date(new Date(plan.endsAt))}, poi non paghi più nulla.</Trans>
                : <Trans>Si rinnova il {date(new Date(plan.renewsAt))}.</Trans>}
            </p>
          </div>
          {plan.renewsAt !== null && <Button size="sm" variant="sec" onClick={() => setCancelling(true)}><Trans>Disdici il piano</Trans></Button>}
        </div>
      )}
      {rules && !plan && <p className={styles.small}><Trans>Nessun piano attivo: non c’è niente che si rinnova.</Trans></p>}
      <Suspense fallback={null}>
        {cancelling && plan && <CancelDialog endsAt={plan.endsAt} onClose={() => setCancelling(false)} />}
      </Suspense>
    </Card>
  )
}
