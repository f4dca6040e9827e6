import { locales, paymentSystems } from '@incontro/contract'
import { planUnits } from '@incontro/contract/plan-units'
import * as z from 'zod'
import { hookTextsFile } from '#modules/brands/index.ts'
import { compliantFlowId } from './flow.ts'

const flag = z.union([z.literal(0), z.literal(1)])
const credits = z.int().min(0).max(100_000)
const minor = z.int().min(0).max(100_000_00)
const id = z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/)
const texts = <T extends z.ZodType>(text: T) => z.strictObject({ it: text, es: text, fr: text, en: text })
const words = texts(z.string().trim().min(1))
/** An optional text: in all languages or in none. */
const maybeWords = texts(z.string()).refine(
  (value) => new Set(locales.map((locale) => value[locale].trim() === '')).size === 1,
  'is missing in some languages',
)
/** The name of a colour token. */
const colour = z.enum(['text', 'text-2', 'primary-text', 'accent-text', 'success-text', 'info-text'])

/** A rate plan in the specification's names (section 3). Money in integer minor units; colours are token names. */
const planFile = z.strictObject({
  product_id: id,
  nomePiano: words,
  prezzo: minor,
  prezzo_totale: minor,
  /** In other currencies, for brands that sell in them (`currencies` of brand.json): listed, never converted. */
  prezzi: z
    .partialRecord(z.enum(Intl.supportedValuesOf('currency')), z.strictObject({ prezzo: minor, prezzo_totale: minor }))
    .default({}),
  vecchioPrezzo: minor.nullable(),
  prezzoDescription: words,
  badge: maybeWords,
  description: words,
  description_color: colour,
  suggestion: maybeWords,
  suggestion_color: colour,
  visibile: z.boolean(),
  spacing_bottom: z.boolean(),
  first_selling: z.boolean(),
  crediti: credits,
  crediti_promo: credits,
  premiumLevel: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  renews: z.boolean(),
  period: z.strictObject({ unit: z.enum(['day', 'month']), count: z.int().min(1).max(366) }).nullable(),
})
export type PlanFile = z.infer<typeof planFile>

const ids = z.array(id).min(1)
const refill = z.strictObject({
  fino: credits.min(1),
  quanti: z.int().min(1).max(100),
  giorni: z.int().min(1).max(365),
})

export const flowId = z.string().regex(/^[A-Za-z0-9_-]{1,16}$/)

/**
 * `brands/_flows/<id>.json` or a brand's own `flows/<id>.json`, in the specification's names. The lists name plans by
 * `product_id`.
 */
const flowShape = z.strictObject({
  fluxId: flowId,
  vertical: z.string().min(1),
  /** Defaults to the brand's. */
  descriptor: z
    .string()
    .regex(/^[A-Z0-9 .-]{3,22}$/)
    .optional(),
  optin: z.enum(['doi', 'none']),
  messaggiFree: credits,
  creditiIcebreaker: credits,
  creditiLike: credits,
  valoreMessaggio: credits.min(1),
  regalo: credits,
  /** Refill of free credits: up to how many, and how many in how many days. 0 turns it off. */
  ricarica: z
    .strictObject({ like: z.union([z.literal(0), refill]), icebreaker: z.union([z.literal(0), refill]) })
    .default({ like: { fino: 10, quanti: 3, giorni: 1 }, icebreaker: { fino: 5, quanti: 1, giorni: 7 } }),
  /** Cards per page of the list, and the number of pages a free member sees. */
  profili_per_pagina: z.int().min(1).max(48).default(12),
  pagine_gratis: z.int().min(1).max(1000).default(5),
  /** Number of conversations in which a free member can read the first reply. */
  risposte_chiare: z.int().min(0).max(100).default(3),
  /** Price of a photo and of a voice message, in messages. */
  messaggi_foto: z.int().min(0).max(20).default(2),
  messaggi_vocale: z.int().min(0).max(20).default(2),
  verificaEta: flag,
  foto_facoltativa: flag,
  messaggi_inviti: flag,
  use_ai: flag,
  provider_animazione: z.string(),
  /** Genders that write free. */
  messaggi_gratis_per: z.array(z.enum(['uomo', 'donna'])),
  sistemi_pagamento: z.array(z.enum(paymentSystems)).min(1),
  hooks: z.strictObject({
    blurred: flag,
    paginazione: flag,
    fine_crediti: flag,
    file_like: flag,
    cambia_regione: flag,
  }),
  /** Title, text and picture of hooks; missing ones come from the brand, then from the catalogue. */
  hookTexts: hookTextsFile.optional(),
  pages: z.tuple([
    z.strictObject({ find: z.strictObject({ hooks: z.strictObject({ modaleToProfilo: flag, modaleToChat: flag }) }) }),
  ]),
  rateplan: z.tuple([z.strictObject({ free: ids, premium: ids, compliant: ids, verifica: ids })]),
  plans: z.array(planFile).min(1),
})
export type FlowFile = z.infer<typeof flowShape>

export const flowFile = flowShape.superRefine((flow, context) => {
  for (const { path, reason } of flowFaults(flow)) context.addIssue({ code: 'custom', path, message: reason })
})

interface Fault {
  readonly path: (string | number)[]
  readonly reason: string
}

function flowFaults(flow: FlowFile): readonly Fault[] {
  const known = new Map(flow.plans.map((plan) => [plan.product_id, plan]))
  const lists = flow.rateplan[0]
  const listed = new Set(Object.values(lists).flat())
  const faults: Fault[] = []
  const fault = (path: (string | number)[], reason: string) => faults.push({ path, reason })

  flow.plans.forEach((plan, index) => {
    for (const [key, reason] of planFaults(plan, flow)) fault(['plans', index, key], reason)
    if (known.get(plan.product_id) !== plan) fault(['plans', index, 'product_id'], `${plan.product_id} stands twice`)
    if (!listed.has(plan.product_id)) fault(['plans', index, 'product_id'], `${plan.product_id} is in no list`)
  })
  for (const [name, list] of Object.entries(lists)) {
    list.forEach((product, index) => {
      const plan = known.get(product)
      const path = ['rateplan', 0, name, index]
      if (!plan) fault(path, `${product} is no plan of this flow`)
      else if ((name === 'verifica') !== (plan.premiumLevel === 0))
        fault(path, 'an age check grants no level, everything else does')
      else if (plan.renews && (name === 'compliant' || flow.fluxId === compliantFlowId))
        fault(path, `${product} renews, which nothing here may`)
    })
  }
  const sells = (list: readonly string[], first: boolean) =>
    list.some((product) => known.get(product)?.first_selling === first)
  if (!sells(lists.free, true)) fault(['rateplan', 0, 'free'], 'has no plan with first_selling')
  if (!sells(lists.premium, false)) fault(['rateplan', 0, 'premium'], 'has no plan without first_selling')
  if (!sells(lists.compliant, false)) fault(['rateplan', 0, 'compliant'], 'has no plan without first_selling')
  return faults
}

const none = { prezzo: 0, prezzo_totale: 0 }

/** Contradictions within a plan, each as the key at fault and the reason. */
function planFaults(
  plan: PlanFile,
  { valoreMessaggio }: { valoreMessaggio: number },
): readonly (readonly [keyof PlanFile, string])[] {
  const { prezzo, prezzo_totale: total, vecchioPrezzo: old, crediti, period, premiumLevel: level } = plan
  const units = planUnits({ level, credits: crediti, period }, valoreMessaggio)
  const checks: readonly (readonly [boolean, keyof PlanFile, string])[] = [
    [plan.renews && period === null, 'renews', 'a plan that renews needs a period'],
    [level === 2 && period === null, 'period', 'a plan without limits needs a period'],
    // A withdrawal is from unused days or from unused credits, and a level lasts with one of them.
    [period !== null && crediti > 0, 'crediti', 'are not sold with a period'],
    [period !== null && plan.crediti_promo > 0, 'crediti_promo', 'are not sold with a period'],
    [level === 1 && crediti < valoreMessaggio, 'crediti', 'do not pay for one message'],
    [level === 0 && (total !== 0 || crediti !== 0), 'prezzo_totale', 'an age check charges and gives nothing'],
    [level > 0 && total === 0, 'prezzo_totale', 'must be charged'],
    // A unit price that does not match the total would be a false claim.
    [Math.abs(prezzo - total / units) > 0.5 + 1e-9, 'prezzo', `is not ${total} shared by ${units}`],
    ...Object.entries(plan.prezzi).map(
      ([currency, { prezzo: unit, prezzo_totale: sum } = none]): readonly [boolean, keyof PlanFile, string] => [
        sum === 0 || Math.abs(unit - sum / units) > 0.5 + 1e-9,
        'prezzi',
        `${currency}: ${unit} is not ${sum} shared by ${units}`,
      ],
    ),
    // Only the lowest price of the last 30 days may be shown (directive 98/6/EC, article 6a): it comes from the price
    // history.
    [old !== null, 'vecchioPrezzo', 'comes from the kept history of prices, never from the file: set it to null'],
    [plan.crediti_promo < crediti, 'crediti_promo', 'gives less than the plan'],
  ]
  return checks.flatMap(([wrong, key, reason]) => (wrong ? [[key, reason] as const] : []))
}
