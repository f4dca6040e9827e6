import { Plural, Trans } from '@lingui/react/macro'
import { useDate } from '#app/i18n/date.ts'
import { useMoney } from '#app/i18n/money.ts'
import { Every, isPlan, type OfferedPlan, type PayRules } from '#features/credits/index.ts'
import styles from './terms.module.css'

/**
 * The text directly above an order button, in every flow (decision 2): whether, when and for how much the plan renews,
 * the renewal reminder, how to cancel, and the right of withdrawal.
 */
export const Terms = ({ plan, rules }: { plan: OfferedPlan; rules: PayRules }) => {
  const money = useMoney()
  const date = useDate()
  const price = money(plan.totalPrice, plan.currency)
  const { noticeDays, withdrawalDays } = rules
  const { term } = plan
  const end = term && new Date(term.endsAt)
  return (
    <div className={styles.terms}>
      {isPlan(plan) && plan.renews && end && (
        <>
          <p>
            <Trans>
              <b>
                Si rinnova automaticamente <Every period={plan.period} /> a {price}, la prima volta {date(end, 'on')},
              </b>{' '}
              finché non lo disdici.
            </Trans>{' '}
            {term?.shortNotice ? (
              <Trans>
                Il periodo è più corto del preavviso di {noticeDays} giorni: te lo diciamo adesso, e a ogni rinnovo ti
                scriviamo per il successivo.
              </Trans>
            ) : (
              <Plural
                value={noticeDays}
                one="Ti scriviamo # giorno prima di ogni rinnovo."
                other="Ti scriviamo # giorni prima di ogni rinnovo."
              />
            )}
          </p>
          <p>
            <Trans>
              Disdici in due clic da Piano e acquisti → Disdici il piano: resta attivo fino alla fine del periodo
              pagato.
            </Trans>
          </p>
        </>
      )}
      {isPlan(plan) && !plan.renews && end && (
        <p>
          <Trans>
            <b>Non si rinnova:</b> paghi una volta {price} e finisce {date(end, 'on')}.
          </Trans>
        </p>
      )}
      {!isPlan(plan) && (
        <p>
          <Trans>
            <b>Pagamento unico di {price}, nessun rinnovo.</b> I crediti non scadono.
          </Trans>
        </p>
      )}
      <p>
        <Plural value={withdrawalDays} one="Hai # giorno per ripensarci." other="Hai # giorni per ripensarci." />{' '}
        <Trans>Se ordini oggi, fino {date(new Date(rules.withdrawUntil), 'to')} compreso.</Trans>{' '}
        {isPlan(plan) ? (
          <Trans>Se lo hai già usato, tratteniamo solo i giorni trascorsi.</Trans>
        ) : (
          <Trans>Se ne hai usati, tratteniamo solo quelli.</Trans>
        )}
      </p>
      <p>
        <Trans>
          Valgono le{' '}
          <a href="/legal/terms#billingPolicy" target="_blank" rel="noopener">
            condizioni di vendita
          </a>
          .
        </Trans>
      </p>
    </div>
  )
}
