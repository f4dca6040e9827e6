import { planUnits } from '@incontro/contract/plan-units'
import type { Form } from './field.tsx'
import { type JsonObject, type Path, valueAt } from './paths.ts'

/** A plan of the edited file, and its place there. */
export interface Plan {
  readonly at: number
  readonly id: string
  readonly value: JsonObject
}

export const plansOf = ({ file }: Form): readonly Plan[] => {
  const plans = valueAt(file, ['plans'])
  return (Array.isArray(plans) ? (plans as readonly JsonObject[]) : []).map((value, at) => ({
    at,
    id: String(value['product_id'] ?? ''),
    value,
  }))
}

/** Where a plan's total and its price of one are, for a currency: the brand's own has places of its own. */
export const pricePaths = (currency: string, own: string | undefined): { readonly total: Path; readonly unit: Path } =>
  currency === own
    ? { total: ['prezzo_totale'], unit: ['prezzo'] }
    : { total: ['prezzi', currency, 'prezzo_totale'], unit: ['prezzi', currency, 'prezzo'] }

export const numberAt = (value: JsonObject, path: Path): number => {
  const found = valueAt(value, path)
  return typeof found === 'number' ? found : 0
}

/** How many the total is shared by; 1 while what is typed says nothing. */
export const unitsOf = (form: Form, value: JsonObject): number => {
  const period = valueAt(value, ['period']) as { unit: string; count: number } | null
  const plan = { level: numberAt(value, ['premiumLevel']), credits: numberAt(value, ['crediti']), period }
  return planUnits(plan, numberAt(form.file, ['valoreMessaggio']) || 1) || 1
}
