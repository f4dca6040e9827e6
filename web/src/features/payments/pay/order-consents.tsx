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
      error={asked && !checked && <Trans>This plan renews: your consent is needed. Otherwise choose a pack.</Trans>}
    >
      <Trans>
        I agree that the plan renews automatically at {price} <Every period={plan.period} /> until I cancel.
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
  /** Whether the flow has a checkbox for the terms, besides the link that every flow has (rule 12.5). */
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
        error={asked && !state.immediateStart && <Trans>We can’t start right away without this consent.</Trans>}
      >
        {isPlan(plan) ? (
          <Trans>
            I ask for the plan to start now. I know that if I withdraw within {days} days I pay for the days already
            used.
          </Trans>
        ) : (
          <Trans>
            I ask for the messages now. I know that if I withdraw within {days} days I pay for those already used.
          </Trans>
        )}
      </Checkbox>
      {asksTerms && (
        <Checkbox
          checked={state.terms}
          onChange={(event) => onChange({ ...state, terms: event.target.checked })}
          error={asked && !state.terms && <Trans>You can’t order without accepting the terms.</Trans>}
        >
          <Trans>
            I have read and accept the{' '}
            <a className={text.link} href="/legal/terms" target="_blank" rel="noopener">
              terms of use
            </a>
            .
          </Trans>
        </Checkbox>
      )}
    </div>
  )
}
