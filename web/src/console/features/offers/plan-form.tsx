import { decimal, minorDigits } from '@incontro/contract/money'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { Checkbox } from '#components/forms/checkbox.tsx'
import { FieldMessage } from '#components/forms/field.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { moneyText } from '#console/parts/money.ts'
import { Section } from '#console/parts/section.tsx'
import { type Form, FormField, set } from './field.tsx'
import { planFields } from './flow-fields.ts'
import styles from './offers.module.css'
import { type Json, type JsonObject, type Path, valueAt, withValue } from './paths.ts'
import { listNames } from './plan-lists.ts'
import { numberAt, type Plan, plansOf, pricePaths, unitsOf } from './plan-values.ts'

/** A plan with its prices, its texts and to whom it is offered. */
export const PlanForm = ({
  form,
  plan: { at, id, value },
  currencies,
  onOpen,
}: {
  readonly form: Form
  readonly plan: Plan
  readonly currencies: readonly string[]
  readonly onOpen: (at: number | null) => void
}) => {
  const { t, i18n } = useLingui()
  const place: Path = ['plans', at]
  const lists = listNames.map(([name]) => [name, idsIn(form, name)] as const)
  const remove = () => {
    const plans = plansOf(form).filter((one) => one.at !== at)
    const without = lists.reduce<JsonObject>(
      (file, [name, ids]) =>
        withValue(
          file,
          ['rateplan', 0, name],
          ids.filter((one) => one !== id),
        ) as JsonObject,
      form.file,
    )
    form.write(
      withValue(
        without,
        ['plans'],
        plans.map((one) => one.value),
      ) as JsonObject,
    )
    onOpen(null)
  }
  const copy = () => {
    const plans = plansOf(form)
    const newId = freeId(id, new Set(plans.map((one) => one.id)))
    const added = lists.reduce<JsonObject>(
      (file, [name, ids]) =>
        ids.includes(id) ? (withValue(file, ['rateplan', 0, name], [...ids, newId]) as JsonObject) : file,
      form.file,
    )
    const all: Json[] = [...plans.map((one) => one.value), withValue(value, ['product_id'], newId) ?? null]
    form.write(withValue(added, ['plans'], all) as JsonObject)
    onOpen(plans.length)
  }
  // It opens below a long table: who pressed the button is led there.
  return (
    <div ref={opened} className={styles.opened} tabIndex={-1} role="group" aria-label={t`Plan ${id}`}>
      <Section title={<Trans>Plan {id}</Trans>}>
        <div className={styles.fields}>
          {currencies.map((currency) => (
            <Price key={currency} form={form} place={place} plan={value} currency={currency} own={currencies[0]} />
          ))}
          <Period form={form} place={place} plan={value} />
          {planFields.map((field) => (
            <FormField key={field.path.join('.')} form={form} at={place} field={field} />
          ))}
        </div>
        <fieldset className={styles.texts} disabled={form.isFixed}>
          <legend>{t`Offered to`}</legend>
          {lists.map(([name, ids]) => (
            <Checkbox
              key={name}
              checked={ids.includes(id)}
              onChange={({ target }) =>
                set(form, ['rateplan', 0, name], target.checked ? [...ids, id] : ids.filter((one) => one !== id))
              }
            >
              {i18n._(listNames.find(([one]) => one === name)![1])}
            </Checkbox>
          ))}
        </fieldset>
        {!form.isFixed && (
          <div className={styles.row}>
            <Button variant="sec" size="sm" onClick={copy}>
              <Trans>Copy the plan</Trans>
            </Button>
            <Button variant="dangerOutline" size="sm" onClick={remove}>
              <Trans>Remove the plan</Trans>
            </Button>
          </div>
        )}
      </Section>
    </div>
  )
}

/** Shows what has just opened, to eyes and to a screen reader. */
function opened(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'start' })
}

function idsIn({ file }: Form, name: string): readonly string[] {
  const ids = valueAt(file, ['rateplan', 0, name])
  return Array.isArray(ids) ? (ids as readonly string[]) : []
}

function freeId(id: string, taken: ReadonlySet<string>): string {
  let n = 2
  while (taken.has(`${id}-${n}`)) n += 1
  return `${id}-${n}`
}

/** The total in a currency; the price of one follows from it, as another one would be a false claim. */
const Price = ({
  form,
  place,
  plan,
  currency,
  own,
}: {
  readonly form: Form
  readonly place: Path
  readonly plan: JsonObject
  readonly currency: string
  readonly own: string | undefined
}) => {
  const { t, i18n } = useLingui()
  const { total, unit } = pricePaths(currency, own)
  const minor = numberAt(plan, total)
  const [typed, setTyped] = useState(decimal(minor, currency))
  const digits = minorDigits(currency)
  const error = form.faultAt([...place, ...total]) ?? form.faultAt([...place, ...unit])
  const one = moneyText(numberAt(plan, unit), currency, i18n.locale)
  return (
    <div>
      <TextField
        label={t`Total in ${currency}`}
        hint={t`${one} for one`}
        type="number"
        inputMode="decimal"
        min={0}
        step={1 / 10 ** digits}
        disabled={form.isFixed}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value)
          const to = Math.round(Number(target.value) * 10 ** digits)
          const each = Math.round(to / unitsOf(form, plan))
          const priced = withValue(form.file, [...place, ...total], to) as JsonObject
          set({ ...form, file: priced }, [...place, ...unit], each)
        }}
      />
      {error && <FieldMessage>{error}</FieldMessage>}
    </div>
  )
}

const lasting = ['', 'day 7', 'month 1', 'month 3', 'month 6', 'month 12'] as const

const Period = ({ form, place, plan }: { readonly form: Form; readonly place: Path; readonly plan: JsonObject }) => {
  const { t } = useLingui()
  const path = [...place, 'period']
  const period = valueAt(plan, ['period']) as { unit: string; count: number } | null | undefined
  const shown = period ? `${period.unit} ${period.count}` : ''
  const nameOf = (one: string): string => {
    if (one === '') return t`Without a term`
    const [unit, count] = one.split(' ')
    const [days, months] = [Number(count), Number(count)]
    return unit === 'day'
      ? t`${plural(days, { one: '# day', other: '# days' })}`
      : t`${plural(months, { one: '# month', other: '# months' })}`
  }
  return (
    <SelectField
      label={t`Runs for`}
      error={form.faultAt(path)}
      disabled={form.isFixed}
      value={shown}
      onChange={({ target: { value } }) => {
        const [unit, count] = value.split(' ')
        set(form, path, unit && count ? { unit, count: Number(count) } : null)
      }}
    >
      {[...new Set<string>([...lasting, shown])].map((one) => (
        <option key={one} value={one}>
          {nameOf(one)}
        </option>
      ))}
    </SelectField>
  )
}
