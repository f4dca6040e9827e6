import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { genderFromWire } from '@incontro/contract'
import { type Brand, BrandFileError, type Brands, readBrandJson } from '#modules/brands/index.ts'
import * as z from 'zod'
import { type Comparison, comparisonsOf } from './comparisons.ts'
import { compliantFlowId, type Flow, type Plans, type RatePlan, type Refill } from './flow.ts'
import { flowFile, flowId, type FlowFile, type PlanFile } from './flow-file.ts'
import { toHookTexts } from './hook-texts.ts'

export interface Flows {
  /** A brand's flow; an unknown id returns the brand's default. @throws for an unknown brand */
  of(brandKey: string, flowId: string): Flow
  /**
   * The flow of a visitor: the one they ask for if the brand names it in `visitFlows`, otherwise the default.
   * Prices, gifts and checks differ between flows, so a visitor does not choose among all of them. Where two flows are
   * compared, `createVisitorFlows` chooses between them.
   */
  ofVisit(brandKey: string, asked: string | undefined): Flow
  /** All flows of a brand. */
  all(brandKey: string): readonly Flow[]
  /** The flows whose visitors are divided between two (decision 058). */
  comparisons(brandKey: string): readonly Comparison[]
}

/**
 * Loads the flows of every brand: `_flows/*.json`, each overridden by the brand's own `flows/*.json`.
 * @throws BrandFileError naming the file, the key and the problem
 */
export function loadFlows(dir: string, brands: Brands): Flows {
  const sharedFolder = join(dir, '_flows')
  const read = (folder: string) => readFolder(folder, sharedFolder)
  const shared = read(sharedFolder)
  const byBrand = new Map<
    string,
    {
      readonly flows: ReadonlyMap<string, Flow>
      readonly fallback: Flow
      readonly visits: ReadonlySet<string>
      readonly comparisons: readonly Comparison[]
    }
  >()
  for (const brand of brands.list) {
    const files = new Map([...shared, ...read(join(dir, brand.key, 'flows'))])
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
    byBrand.set(brand.key, {
      flows,
      fallback: needed(brand.defaultFluxId),
      visits: new Set(brand.visitFlows),
      comparisons: comparisonsOf(brand, { flowOf: needed, file: join(dir, brand.key, 'brand.json') }),
    })
  }
  const ofBrand = (key: string) => {
    const entry = byBrand.get(key)
    if (!entry) throw new Error(`no brand ${key}`)
    return entry
  }
  return {
    of: (brandKey, flowId) => ofBrand(brandKey).flows.get(flowId) ?? ofBrand(brandKey).fallback,
    ofVisit: (brandKey, asked) => {
      const { flows, fallback, visits } = ofBrand(brandKey)
      return (asked !== undefined && visits.has(asked) ? flows.get(asked) : undefined) ?? fallback
    },
    all: (brandKey) => [...ofBrand(brandKey).flows.values()],
    comparisons: (brandKey) => ofBrand(brandKey).comparisons,
  }
}

/** With `base`, a file only contains the differences from that shared flow. */
const derived = z.looseObject({ base: flowId.optional() })
const withBase = (sharedFolder: string) =>
  z.preprocess((value, context) => {
    const { success, data } = derived.safeParse(value)
    if (!success || data.base === undefined) return value
    const { base, ...own } = data
    const file = join(sharedFolder, `${base}.json`)
    if (existsSync(file)) return { ...readBrandJson(file, z.looseObject({})), ...own }
    context.issues.push({ code: 'custom', path: ['base'], message: `there is no shared flow ${base}`, input: base })
    return z.NEVER
  }, flowFile)

function readFolder(folder: string, sharedFolder: string): ReadonlyMap<string, FlowFile> {
  if (!existsSync(folder)) return new Map()
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    // Base flows first, so that their errors are reported for their own file.
    .map((name) => ({ name, hasBase: readBrandJson(join(folder, name), derived).base !== undefined }))
    .toSorted((one, other) => Number(one.hasBase) - Number(other.hasBase) || (one.name < other.name ? -1 : 1))
    .map(({ name }) => name)
  return new Map(
    names.map((name) => {
      const file = join(folder, name)
      const flow = readBrandJson(file, withBase(sharedFolder))
      if (`${flow.fluxId}.json` !== name) throw new BrandFileError(file, 'fluxId', 'must be the name of the file')
      return [flow.fluxId, flow]
    }),
  )
}

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
  const others = new Set(Object.values(brand.currencies ?? {}).filter((currency) => currency !== brand.currency))
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
    plans: plansPriced((plan) => toRatePlan(plan, brand.currency)),
    plansIn: Object.fromEntries(
      [...others].map((currency) => [
        currency,
        plansPriced((plan) => toRatePlan({ ...plan, ...priceIn(dir, brand, file, plan, currency) }, currency)),
      ]),
    ),
  }
  return { ...flow, version: createHash('sha256').update(JSON.stringify(flow)).digest('hex').slice(0, 12) }
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
