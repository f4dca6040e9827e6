import { Trans, useLingui } from '@lingui/react/macro'
import { Copy, Pencil } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '#components/marks/labels.tsx'
import { IconButton } from '#components/buttons/icon-button.tsx'
import { TitledList } from '#console/parts/list.tsx'
import parts from '#console/parts/parts.module.css'
import { moneyText } from '#console/parts/money.ts'
import type { Form } from './field.tsx'
import styles from './offers.module.css'
import { type JsonObject, type Path, valueAt } from './paths.ts'
import { PlanForm } from './plan-form.tsx'
import { numberAt, type Plan, plansOf, pricePaths } from './plan-values.ts'

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
                {form.isFaulty(['plans', at]) && (
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
