import type { RatePlan } from '@incontro/contract/domain'
import { Trans } from '@lingui/react/macro'
import { Checkbox } from '#components/forms/checkbox.tsx'
import text from '#styles/text.module.css'
import { Every, isPlan } from '#features/credits/index.ts'
import { useMoney } from '#app/i18n/money.ts'

export interface OrderConsentsState {
  readonly renewal: boolean
  readonly immediateStart: boolean
  /** Consent to the general terms, if the flow asks for it. */
  readonly terms: boolean
}

/** The consent to renewals, for a plan that has any. */
export const RenewalConsent = ({
  plan,
  checked,
  onChange,
  asked,
}: {
  readonly plan: RatePlan
  readonly checked: boolean
  readonly onChange: (renewal: boolean) => void
  readonly asked: boolean
}) => {
  const money = useMoney()
  if (!plan.renews || !isPlan(plan)) return null
  const price = money(plan.totalPrice, plan.currency)
  return (
    <Checkbox
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      error={
        asked &&
        !checked && <Trans>Questo piano si rinnova: serve il tuo consenso. Altrimenti scegli un pacchetto.</Trans>
      }
    >
      <Trans>
        Accetto che il piano si rinnovi automaticamente a {price} <Every period={plan.period} />, finché non lo disdico.
      </Trans>
    </Checkbox>
  )
}

/** Separate checkboxes, none of them preselected. */
export const OrderConsents = ({
  plan,
  days,
  state,
  onChange,
  asked,
  asksTerms,
}: {
  readonly plan: RatePlan
  /** The withdrawal period in days. */
  readonly days: number
  readonly state: OrderConsentsState
  readonly onChange: (state: OrderConsentsState) => void
  readonly asked: boolean
  /** Whether the flow has a checkbox for the terms, besides the link that every flow has (decision 12.5). */
  readonly asksTerms: boolean
}) => {
  return (
    <div>
      <RenewalConsent
        plan={plan}
        checked={state.renewal}
        onChange={(renewal) => onChange({ ...state, renewal })}
        asked={asked}
      />
      <Checkbox
        checked={state.immediateStart}
        onChange={(event) => onChange({ ...state, immediateStart: event.target.checked })}
        error={asked && !state.immediateStart && <Trans>Senza questo consenso non possiamo cominciare subito.</Trans>}
      >
        {isPlan(plan) ? (
          <Trans>
            Chiedo che il piano parta subito. So che, se recedo entro {days} giorni, pago i giorni già usati.
          </Trans>
        ) : (
          <Trans>Chiedo di avere subito i crediti. So che, se recedo entro {days} giorni, pago quelli già usati.</Trans>
        )}
      </Checkbox>
      {asksTerms && (
        <Checkbox
          checked={state.terms}
          onChange={(event) => onChange({ ...state, terms: event.target.checked })}
          error={asked && !state.terms && <Trans>Senza accettare le condizioni non puoi ordinare.</Trans>}
        >
          <Trans>
            Ho letto e accetto le{' '}
            <a className={text.link} href="/legal/terms" target="_blank" rel="noopener">
              condizioni d’uso
            </a>
            .
          </Trans>
        </Checkbox>
      )}
    </div>
  )
}
