import { flowView, locales, ratePlanView } from '@incontro/contract'
import { toDomain, toWire } from '@incontro/contract/domain'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BrandFileError, loadBrands } from '../brands/index.ts'
import { checkedInBrands, type Breakable, brandsFolder, copyOfBrands } from '../../../test/brands-folder.ts'
import { compliantFlowId } from './flow.ts'
import { loadFlows, toFlowSettings, toOfferedPlan } from './index.ts'

const brands = checkedInBrands()
const flows = loadFlows(brandsFolder, brands)
const all = brands.list.flatMap((brand) => flows.all(brand.key))

describe('the checked-in flows', () => {
  it('are the default and the compliant one for every brand', () => {
    for (const brand of brands.list)
      expect(
        flows
          .all(brand.key)
          .map((flow) => flow.id)
          .toSorted(),
      ).toEqual(['0000', '7'])
  })

  it('means the brand’s default by an id it does not have', () => {
    expect(flows.of('battito', 'nope').id).toBe('7')
    expect(flows.of('battito', '__proto__').id).toBe('7')
    expect(flows.of('battito', compliantFlowId).compliant).toBe(true)
    expect(() => flows.of('nobody', '7')).toThrow('no brand nobody')
  })

  it('keeps its version while nothing in it changes, and differs by brand and flow', () => {
    const again = loadFlows(brandsFolder, brands)
    expect(all.map((flow) => flow.version)).toEqual(
      brands.list.flatMap((brand) => again.all(brand.key)).map((flow) => flow.version),
    )
    expect(new Set(all.map((flow) => flow.version)).size).toBe(all.length)
  })

  it('speaks the wire’s shape', () => {
    for (const flow of all) {
      expect(toDomain(flowView.parse(toWire(toFlowSettings(flow))))).toEqual(toFlowSettings(flow))
      for (const plan of Object.values(flow.plans).flat()) {
        for (const locale of locales)
          expect(ratePlanView.parse(toWire(toOfferedPlan(plan, locale))).nomePiano).not.toBe('')
      }
    }
  })

  it('renews nothing in the compliant flow, nor in any compliant list', () => {
    const plans = all.flatMap((flow) => (flow.compliant ? Object.values(flow.plans).flat() : flow.plans.compliant))
    expect(plans.filter((plan) => plan.renews)).toEqual([])
  })

  it('claims no price of before', () => {
    const plans = all.flatMap((flow) => Object.values(flow.plans).flat())
    expect(plans.length).toBeGreaterThan(0)
    expect(plans.filter((plan) => plan.oldTotalMinor !== null)).toEqual([])
  })
})

describe('protections', () => {
  it('sells for the same price in every flow of a brand what lasts equally long or gives equally much', () => {
    for (const brand of brands.list) {
      const prices = new Map<string, number>()
      for (const plan of flows.all(brand.key).flatMap((flow) => Object.values(flow.plans).flat())) {
        const what = JSON.stringify([plan.level, plan.credits, plan.period])
        expect(plan.totalMinor).toBe(prices.get(what) ?? plan.totalMinor)
        prices.set(what, plan.totalMinor)
      }
    }
  })

  it('says of every plan that it renews and how to cancel, or that it does not', () => {
    const renews = {
      it: /Si rinnova .* disdici in due clic/,
      es: /Se renueva .* cancelas en dos clics/,
      fr: /Se renouvelle .* résiliation en deux clics/,
      en: /Renews .* cancel in two clicks/,
    }
    const ends = { it: /Non si rinnova/, es: /No se renueva/, fr: /Ne se renouvelle pas/, en: /Doesn’t renew/ }
    const terms = all.flatMap((flow) => Object.values(flow.plans).flat()).filter(({ level }) => level === 2)
    // Some of each: no sentence goes unread.
    expect(new Set(terms.map((plan) => plan.renews))).toEqual(new Set([true, false]))
    for (const plan of terms)
      for (const locale of locales) expect(plan.description[locale]).toMatch((plan.renews ? renews : ends)[locale])
  })
})

describe('a wrong flow', () => {
  let copy: ReturnType<typeof copyOfBrands>
  beforeEach(() => {
    copy = copyOfBrands()
  })
  afterEach(() => copy.remove())

  const failure = (): BrandFileError => {
    try {
      loadFlows(copy.dir, loadBrands(copy.dir))
    } catch (error) {
      if (error instanceof BrandFileError) return error
      throw error
    }
    throw new Error('it was loaded')
  }
  const planOf = (flow: Breakable, id: string) => flow.plans.find((plan: Breakable) => plan.product_id === id)

  it.each<[string, string, (flow: Breakable) => void, string, RegExp]>([
    [
      'a terms switch',
      '7',
      (flow) => {
        flow.terms = 0
      },
      'terms',
      /no key/,
    ],
    [
      'a withdrawal switch',
      '7',
      (flow) => {
        flow.hooks.recesso = 0
      },
      'hooks.recesso',
      /no key/,
    ],
    [
      'a plan with its own notice',
      '7',
      (flow) => {
        flow.plans[0].noticeDays = 1
      },
      'plans.0.noticeDays',
      /no key/,
    ],
    [
      'a text missing in a language',
      '7',
      (flow) => {
        flow.plans[0].nomePiano.fr = ''
      },
      'plans.0.nomePiano.fr',
      /./,
    ],
    [
      'a badge in one language only',
      '7',
      (flow) => {
        flow.plans[0].badge.it = 'Novità'
      },
      'plans.0.badge',
      /some languages/,
    ],
    [
      'a price per unit that is not the total’s',
      '7',
      (flow) => {
        planOf(flow, 'plan-6m').prezzo = 990
      },
      'plans.3.prezzo',
      /8340 shared by 6/,
    ],
    [
      'a price of before, typed by hand',
      '7',
      (flow) => {
        planOf(flow, 'plan-6m').vecchioPrezzo = 9900
      },
      'plans.3.vecchioPrezzo',
      /kept history/,
    ],
    [
      'a list that names no plan',
      '7',
      (flow) => {
        flow.rateplan[0].free[1] = 'ghost'
      },
      'rateplan.0.free.1',
      /no plan/,
    ],
    [
      'a renewing plan in the compliant list',
      '7',
      (flow) => {
        flow.rateplan[0].compliant.push('plan-6m')
      },
      'rateplan.0.compliant.7',
      /renews/,
    ],
    [
      'a renewing plan in the compliant flow',
      '0000',
      (flow) => {
        planOf(flow, 'plan-6m-once').renews = true
      },
      'rateplan.0.free.3',
      /renews/,
    ],
    [
      'a free list without a first plan',
      '7',
      (flow) => {
        flow.rateplan[0].free.shift()
      },
      'rateplan.0.free',
      /first_selling/,
    ],
    [
      'an age check, which there is none of',
      '7',
      (flow) => {
        flow.verificaEta = 1
      },
      'verificaEta',
      /set it to 0/,
    ],
    [
      'a message for nothing',
      '7',
      (flow) => {
        flow.valoreMessaggio = 0
      },
      'valoreMessaggio',
      /./,
    ],
    [
      'half a cent',
      '7',
      (flow) => {
        flow.plans[0].prezzo_totale = 490.5
      },
      'plans.0.prezzo_totale',
      /int/,
    ],
    [
      'another id than its file',
      '7',
      (flow) => {
        flow.fluxId = '8'
      },
      'fluxId',
      /name of the file/,
    ],
  ])('%s stops and says where', (_, id, change, key, reason) => {
    copy.edit(`_flows/${id}.json`, change)
    const error = failure()
    expect(error.file).toContain(`_flows/${id}.json`)
    expect(error.key).toBe(key)
    expect(error.reason).toMatch(reason)
  })

  it('stops when the default of a brand is missing', () => {
    copy.edit('brisa/brand.json', (brand) => {
      brand.defaultFluxId = '9'
    })
    expect(failure()).toMatchObject({ key: 'defaultFluxId', reason: 'there is no flow 9' })
  })
})
