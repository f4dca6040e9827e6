import type { RiskCondition } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { IconButton } from '#components/buttons/icon-button.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { api } from '#console/base/api.ts'
import { BrandField } from '#console/parts/brand-field.tsx'
import { ActionDialog } from '#console/parts/action-dialog.tsx'
import styles from './risk.module.css'
import { ruleName, signals } from '#console/parts/risk-texts.ts'
import type { Rule } from './use-rules.ts'

type Draft = Omit<RiskCondition, 'value'> & { readonly value: string }
const mostConditions = 8

/** Writes a rule, or the next version of one. */
export const RuleDialog = ({
  rule,
  brands,
  titleOf,
  onClose,
  onDone,
}: {
  /** Null for a new one. */
  readonly rule: Rule | null
  readonly brands: readonly string[]
  readonly titleOf: (brand: string) => string
  readonly onClose: () => void
  readonly onDone: () => void
}) => {
  const { t, i18n } = useLingui()
  const [brand, setBrand] = useState(rule?.brand ?? brands[0] ?? '')
  // Sent again after a lost answer, it is the same rule.
  const [id] = useState(() => rule?.id ?? crypto.randomUUID())
  const [name, setName] = useState(rule ? ruleName(i18n, rule.name) : '')
  const [effect, setEffect] = useState(rule?.effect ?? 'queue')
  const [perHour, setPerHour] = useState(String(rule?.perHour ?? 5))
  const [conditions, setConditions] = useState<readonly Draft[]>(
    rule?.conditions.map((one) => ({ ...one, value: String(one.value) })) ?? [
      { signal: 'alike_messages', is: 'atLeast', value: '5' },
    ],
  )
  const change = (at: number, next: Partial<Draft>) =>
    setConditions(conditions.map((one, n) => (n === at ? { ...one, ...next } : one)))
  return (
    <ActionDialog
      title={rule ? t`New version` : t`New rule`}
      intro={
        <Trans>
          It is a draft: it does nothing before it was simulated and set to work. No rule removes or hides anything.
        </Trans>
      }
      action={t`Save the draft`}
      onClose={onClose}
      onDone={onDone}
      run={(reason) =>
        api('POST /admin/api/:brand/risk/rules', {
          params: { brand },
          body: {
            id,
            basedOn: rule?.version ?? 0,
            name: name.trim(),
            conditions: conditions.map((one) => ({ ...one, value: Number(one.value) })),
            effect,
            ...(effect === 'slow' && { perHour: Number(perHour) }),
            reason,
          },
        })
      }
    >
      {rule === null && <BrandField brands={brands} titleOf={titleOf} value={brand} onChange={setBrand} />}
      <TextField
        label={t`Name`}
        required
        maxLength={80}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <fieldset className={styles.conditions}>
        <legend>
          <Trans>When all of this holds</Trans>
        </legend>
        {conditions.map((one, at) => {
          const known = signals.find(({ signal }) => signal === one.signal)
          return (
            // oxlint-disable-next-line react/no-array-index-key -- a condition has no name of its own
            <div key={at} className={styles.condition}>
              <SelectField
                label={t`What is counted`}
                {...(known && { hint: i18n._(known.hint) })}
                value={one.signal}
                onChange={(event) => change(at, { signal: event.target.value as Draft['signal'] })}
              >
                {signals.map(({ signal, name: words }) => (
                  <option key={signal} value={signal}>
                    {i18n._(words)}
                  </option>
                ))}
              </SelectField>
              <div className={styles.threshold}>
                <SelectField
                  label={t`Limit`}
                  value={one.is}
                  onChange={(event) => change(at, { is: event.target.value as Draft['is'] })}
                >
                  <option value="atLeast">{t`at least`}</option>
                  <option value="atMost">{t`at most`}</option>
                </SelectField>
                <TextField
                  label={t`Number`}
                  type="number"
                  min={0}
                  max={100_000}
                  required
                  value={one.value}
                  onChange={(event) => change(at, { value: event.target.value })}
                />
                {conditions.length > 1 && (
                  <IconButton
                    icon={Trash2}
                    label={t`Remove the condition`}
                    onClick={() => setConditions(conditions.filter((_, n) => n !== at))}
                  />
                )}
              </div>
            </div>
          )
        })}
        {conditions.length < mostConditions && (
          <Button
            variant="ghost"
            size="sm"
            onClick={() => setConditions([...conditions, { signal: 'account_hours', is: 'atMost', value: '72' }])}
          >
            <Trans>Add a condition</Trans>
          </Button>
        )}
      </fieldset>
      <SelectField
        label={t`What follows`}
        value={effect}
        onChange={(event) => setEffect(event.target.value as typeof effect)}
      >
        <option value="queue">{t`A case for the moderators`}</option>
        <option value="slow">{t`A case, and fewer conversations begun for a day`}</option>
      </SelectField>
      {effect === 'slow' && (
        <TextField
          label={t`Conversations begun in an hour, at most`}
          hint={t`The member reads that this is a limit, and for how long. Conversations they have go on.`}
          type="number"
          min={1}
          max={60}
          required
          value={perHour}
          onChange={(event) => setPerHour(event.target.value)}
        />
      )}
    </ActionDialog>
  )
}
