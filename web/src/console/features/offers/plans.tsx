import { decimal, minorDigits } from '@incontro/contract/money'
import { planUnits } from '@incontro/contract/plan-units'
import { Trans, useLingui } from '@lingui/react/macro'
import { Copy, Pencil } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '#components/marks/labels.tsx'
import { Button } from '#components/buttons/button.tsx'
import { IconButton } from '#components/buttons/icon-button.tsx'
import { Checkbox } from '#components/forms/checkbox.tsx'
import { FieldMessage } from '#components/forms/field.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { TitledList } from '#console/parts/list.tsx'
import parts from '#console/parts/parts.module.css'
import { moneyText } from '#console/parts/money.ts'
import { Section } from '#console/parts/section.tsx'
import { type Form, FormField, set } from './field.tsx'
import { planFields } from './flow-fields.ts'
import styles from './offers.module.css'
import { type Json, type JsonObject, type Path, valueAt, withValue } from './paths.ts'
import { listNames } from './plan-lists.ts'

interface Plan {
  readonly at: number
  readonly id: string
  readonly value: JsonObject
}

const plansOf = ({ file }: Form): readonly Plan[] => {
  const plans = valueAt(file, ['plans'])
  return (Array.isArray(plans) ? (plans as readonly JsonObject[]) : []).map((value, at) => ({
    at,
    id: String(value['product_id'] ?? ''),
    value,
  }))
}

/** Where a plan's total and its price of one are, for a currency: the brand's own has places of its own. */
const pricePaths = (currency: string, own: string | undefined): { readonly total: Path; readonly unit: Path } =>
  currency === own
    ? { total: ['prezzo_totale'], unit: ['prezzo'] }
    : { total: ['prezzi', currency, 'prezzo_totale'], unit: ['prezzi', currency, 'prezzo'] }

const numberAt = (value: JsonObject, path: Path): number => {
  const found = valueAt(value, path)
  return typeof found === 'number' ? found : 0
}

const unitsOf = (form: Form, value: JsonObject): number => {
  const period = valueAt(value, ['period']) as { unit: string; count: number } | null
  const plan = { level: numberAt(value, ['premiumLevel']), credits: numberAt(value, ['crediti']), period }
  return planUnits(plan, numberAt(form.file, ['valoreMessaggio']) || 1) || 1
}

/** The plans with their prices, and the one that is edited. */
export const Plans = ({ form, currencies }: { readonly form: Form; readonly currencies: readonly string[] }) => {
  const { t, i18n } = useLingui()
  const [opened, setOpened] = useState<number | null>(null)
  const plans = plansOf(form)
  const [own] = currencies
  const shown = plans.find(({ at }) => at === opened)
  return (
    <>
      <TitledList
        label={t`Plans`}
        rows={plans}
        keyOf={({ at }) => String(at)}
        empty={{ icon: Copy, title: <Trans>This flow has no plans</Trans> }}
        columns={[
          {
            name: t`Plan`,
            cell: ({ id, value }) => (
              <span className={parts.two}>
                <b>{String(valueAt(value, ['nomePiano', i18n.locale]) ?? id)}</b>
                <span>{id}</span>
              </span>
            ),
          },
          ...currencies.flatMap((currency) => {
            const { total, unit } = pricePaths(currency, own)
            const text = (value: JsonObject, path: Path) => moneyText(numberAt(value, path), currency, i18n.locale)
            return [
              {
                name: t`Total in ${currency}`,
                isNumber: true,
                cell: ({ value }: Plan) => <span className={styles.price}>{text(value, total)}</span>,
              },
              { name: t`For one`, isNumber: true, isExtra: true, cell: ({ value }: Plan) => text(value, unit) },
            ]
          }),
          {
            name: t`Renews`,
            isExtra: true,
            cell: ({ value }) => (valueAt(value, ['renews']) === true ? <Trans>Yes</Trans> : <Trans>No</Trans>),
          },
          {
            name: t`Badge`,
            isExtra: true,
            cell: ({ value }) => String(valueAt(value, ['badge', i18n.locale]) ?? ''),
          },
          {
            name: t`State`,
            cell: ({ at, value }) => (
              <>
                {valueAt(value, ['visibile']) === true ? (
                  <Badge tone="ok">
                    <Trans>On sale</Trans>
                  </Badge>
                ) : (
                  <Badge>
                    <Trans>Hidden</Trans>
                  </Badge>
                )}
                {form.faultAt(['plans', at]) !== undefined && (
                  <Badge tone="bad">
                    <Trans>Faulty</Trans>
                  </Badge>
                )}
              </>
            ),
          },
          {
            name: t`Edit`,
            cell: ({ at, value, id }) => (
              <IconButton
                icon={Pencil}
                label={t`Edit ${String(valueAt(value, ['nomePiano', i18n.locale]) ?? id)}, ${id}`}
                aria-expanded={opened === at}
                onClick={() => setOpened(opened === at ? null : at)}
              />
            ),
          },
        ]}
      />
      <p className={styles.meta}>
        <Trans>
          The old price beside a lower one comes from the prices of the last 30 days, by itself. Members keep the terms
          that they have bought.
        </Trans>
      </p>
      {shown && <PlanForm key={shown.at} form={form} plan={shown} currencies={currencies} onOpen={setOpened} />}
    </>
  )
}

const PlanForm = ({
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
  return (
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
  )
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
    const [unit, count] = one.split(' ')
    if (one === '') return t`Without a term`
    return unit === 'day' ? t`${count} days` : t`${count} months`
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
