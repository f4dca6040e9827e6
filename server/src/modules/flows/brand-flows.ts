import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { genderFromWire, minorDigits } from '@incontro/contract'
import { type Brand, BrandFileError } from '#modules/brands/index.ts'
import { type Comparison, comparisonsOf } from './comparisons.ts'
import { compliantFlowId, type Flow, type Plans, type RatePlan, type Refill } from './flow.ts'
import type { FlowFile, PlanFile } from './flow-file.ts'
import { toHookTexts } from './hook-texts.ts'

/** The flows of one brand. */
export interface BrandFlows {
  of(flowId: string): Flow
  ofVisit(asked: string | undefined): Flow
  readonly all: readonly Flow[]
  readonly comparisons: readonly Comparison[]
}

/**
 * Makes the flows of a brand of their files, and checks what they have to be together.
 * @throws BrandFileError naming the file, the key and the problem
 */
export function brandFlows(dir: string, brand: Brand, files: ReadonlyMap<string, FlowFile>): BrandFlows {
  // An age check of the default flow holds in every flow.
  const checksAge = files.get(brand.defaultFluxId)?.verificaEta === 1
  const flows = new Map([...files].map(([id, file]) => [id, toFlow(dir, brand, file, checksAge)]))
  const needed = (id: string, key = 'defaultFluxId'): Flow => {
    const flow = flows.get(id)
    if (!flow) throw new BrandFileError(join(dir, brand.key, 'brand.json'), key, `there is no flow ${id}`)
    return flow
  }
  needed(compliantFlowId)
  for (const [n, id] of brand.visitFlows.entries()) needed(id, `visitFlows.${n}`)
  const fallback = needed(brand.defaultFluxId)
  const visits = new Set(brand.visitFlows)
  return {
    of: (id) => flows.get(id) ?? fallback,
    ofVisit: (asked) => (asked !== undefined && visits.has(asked) ? flows.get(asked) : undefined) ?? fallback,
    all: [...flows.values()],
    comparisons: comparisonsOf(brand, { flowOf: needed, file: join(dir, brand.key, 'brand.json') }),
  }
}

/** The currencies in which a brand sells, its own first. */
export const currenciesOf = (brand: Pick<Brand, 'currency' | 'currencies'>): readonly string[] => [
  ...new Set([brand.currency, ...Object.values(brand.currencies ?? {})]),
]

/** A brand's own file of a flow, or the shared one. */
function flowPath(dir: string, brandKey: string, id: string): string {
  const own = join(dir, brandKey, 'flows', `${id}.json`)
  return existsSync(own) ? own : join(dir, '_flows', `${id}.json`)
}

function toFlow(dir: string, brand: Brand, file: FlowFile, checksAge: boolean): Flow {
  const [lists] = file.rateplan
  const list = (ids: readonly string[], priced: (plan: PlanFile) => RatePlan): readonly RatePlan[] =>
    ids.flatMap((id) => file.plans.filter((plan) => plan.product_id === id).map(priced))
  const plansPriced = (priced: (plan: PlanFile) => RatePlan): Plans => ({
    free: list(lists.free, priced),
    premium: list(lists.premium, priced),
    compliant: list(lists.compliant, priced),
    verification: list(lists.verifica, priced),
  })
  const [, ...others] = currenciesOf(brand)
  const flow: Omit<Flow, 'version'> = {
    brandKey: brand.key,
    id: file.fluxId,
    compliant: file.fluxId === compliantFlowId,
    freeMessages: file.messaggiFree,
    welcomeGift: file.regalo,
    icebreakerCredits: file.creditiIcebreaker,
    likeCredits: file.creditiLike,
    refill: { likes: toRefill(file.ricarica.like), icebreakers: toRefill(file.ricarica.icebreaker) },
    perPage: file.profili_per_pagina,
    freePages: file.pagine_gratis,
    clearReplies: file.risposte_chiare,
    messageCost: file.valoreMessaggio,
    mediaMessages: { photo: file.messaggi_foto, voice: file.messaggi_vocale },
    freeWritingFor: file.messaggi_gratis_per.map(genderFromWire),
    ageCheck: checksAge || file.verificaEta === 1,
    photoOptional: file.foto_facoltativa === 1,
    inviteMode: file.messaggi_inviti === 1,
    concierge: file.use_ai === 1 || file.provider_animazione !== '',
    vertical: file.vertical,
    descriptor: file.descriptor ?? brand.descriptor,
    doubleOptIn: file.optin === 'doi',
    paymentSystems: file.sistemi_pagamento,
    hooks: {
      blurred: file.hooks.blurred === 1,
      pagination: file.hooks.paginazione === 1,
      outOfCredits: file.hooks.fine_crediti === 1,
      outOfLikes: file.hooks.file_like === 1,
      changeRegion: file.hooks.cambia_regione === 1,
    },
    hookTexts: toHookTexts(dir, brand.key, [
      { file: flowPath(dir, brand.key, file.fluxId), hookTexts: file.hookTexts },
      { file: join(dir, brand.key, 'brand.json'), hookTexts: brand.hookTexts },
    ]),
    findModal: {
      closesAtProfile: file.pages[0].find.hooks.modaleToProfilo === 1,
      closesAtChat: file.pages[0].find.hooks.modaleToChat === 1,
    },
    plans: plansPriced((plan) => toRatePlan(inOwnCurrency(dir, brand, file, plan), brand.currency)),
    plansIn: Object.fromEntries(
      others.map((currency) => [
        currency,
        plansPriced((plan) => toRatePlan({ ...plan, ...priceIn(dir, brand, file, plan, currency) }, currency)),
      ]),
    ),
  }
  return { ...flow, version: createHash('sha256').update(JSON.stringify(flow)).digest('hex').slice(0, 12) }
}

/** A plan at the price of the brand's currency. @throws BrandFileError for a price that no sale can pay for */
function inOwnCurrency(dir: string, brand: Brand, file: FlowFile, plan: PlanFile): PlanFile {
  requirePayable(dir, brand, file, plan, { key: 'prezzo_totale', total: plan.prezzo_totale, currency: brand.currency })
  return plan
}

/**
 * What a provider keeps of a payment is not known here, but below one unit of the currency every sale is a loss: a price
 * of cents is a slip of the decimal point.
 */
function requirePayable(
  dir: string,
  brand: Brand,
  file: FlowFile,
  plan: PlanFile,
  { key, total, currency }: { readonly key: string; readonly total: number; readonly currency: string },
): void {
  if (plan.premiumLevel === 0 || total >= 10 ** minorDigits(currency)) return
  throw new BrandFileError(
    flowPath(dir, brand.key, file.fluxId),
    `plans.${plan.product_id}.${key}`,
    `is below 1 ${currency}: no sale at this price pays for itself`,
  )
}

/** An age check costs nothing in any currency. @throws BrandFileError for a plan without a price in it */
function priceIn(dir: string, brand: Brand, file: FlowFile, plan: PlanFile, currency: string) {
  if (plan.premiumLevel === 0) return {}
  const price = plan.prezzi[currency]
  if (!price)
    throw new BrandFileError(
      flowPath(dir, brand.key, file.fluxId),
      `plans.${plan.product_id}.prezzi`,
      `has no price in ${currency}, in which ${brand.key} sells`,
    )
  requirePayable(dir, brand, file, plan, { key: `prezzi.${currency}`, total: price.prezzo_totale, currency })
  return price
}

const toRefill = (file: FlowFile['ricarica']['like']): Refill | null =>
  file === 0 ? null : { upTo: file.fino, amount: file.quanti, days: file.giorni }

const toRatePlan = (plan: PlanFile, currency: string): RatePlan => ({
  id: plan.product_id,
  name: plan.nomePiano,
  unitMinor: plan.prezzo,
  totalMinor: plan.prezzo_totale,
  oldTotalMinor: plan.vecchioPrezzo,
  currency,
  unitText: plan.prezzoDescription,
  badge: plan.badge,
  description: plan.description,
  descriptionColour: plan.description_color,
  suggestion: plan.suggestion,
  suggestionColour: plan.suggestion_color,
  visible: plan.visibile,
  spaceBelow: plan.spacing_bottom,
  firstSelling: plan.first_selling,
  credits: plan.crediti,
  promoCredits: plan.crediti_promo,
  level: plan.premiumLevel,
  renews: plan.renews,
  period: plan.period,
})
