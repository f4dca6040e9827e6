import { flowView, locales, ratePlanView } from '@incontro/contract'
import { toDomain, toWire } from '@incontro/contract/domain'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { BrandFileError, loadBrands } from '#modules/brands/index.ts'
import { checkedInBrands, type Breakable, brandsFolder, copyOfBrands } from '#test/support/brands-folder.ts'
import { compliantFlowId } from './flow.ts'
import { loadFlows, plansFor, toFlowSettings, toOfferedPlan } from './index.ts'

const brands = checkedInBrands()
const flows = loadFlows(brandsFolder, brands)
const all = brands.list.flatMap((brand) => flows.all(brand.key))

describe('the checked-in flows', () => {
  it('are the default, the compliant one and the one with an age check for every brand', () => {
    for (const brand of brands.list)
      expect(
        flows
          .all(brand.key)
          .map((flow) => flow.id)
          .toSorted(),
      ).toEqual(['0000', '18', '7'])
  })

  it('fall back to the brand’s default for an unknown id', () => {
    expect(flows.of('battito', 'nope').id).toBe('7')
    expect(flows.of('battito', '__proto__').id).toBe('7')
    expect(flows.of('battito', compliantFlowId).compliant).toBe(true)
    expect(() => flows.of('nobody', '7')).toThrow('no brand nobody')
  })

  it('inherit from their base what they do not set', () => {
    const [base, checked] = [flows.of('battito', '7'), flows.of('battito', '18')]
    expect(checked).toEqual({ ...base, id: '18', ageCheck: true, version: checked.version })
    expect(base.ageCheck).toBe(false)
  })

  it('keep their version while unchanged, and differ by brand and flow', () => {
    const again = loadFlows(brandsFolder, brands)
    expect(all.map((flow) => flow.version)).toEqual(
      brands.list.flatMap((brand) => again.all(brand.key)).map((flow) => flow.version),
    )
    expect(new Set(all.map((flow) => flow.version)).size).toBe(all.length)
  })

  it('have the wire format of the contract', () => {
    for (const flow of all) {
      expect(toDomain(flowView.parse(toWire(toFlowSettings(flow))))).toEqual(toFlowSettings(flow))
      for (const plan of Object.values(flow.plans).flat()) {
        for (const locale of locales)
          expect(ratePlanView.parse(toWire(toOfferedPlan(plan, locale))).nomePiano).not.toBe('')
      }
    }
  })

  it('send each switch to the browser separately', () => {
    const flow = flows.of('battito', '7')
    const off = {
      hooks: { blurred: false, pagination: false, outOfCredits: false, outOfLikes: false, changeRegion: false },
      findModal: { closesAtProfile: false, closesAtChat: false },
      ageCheck: false,
      photoOptional: false,
      inviteMode: false,
      concierge: false,
    }
    /** The names of the switches that are on. */
    const on = (value: unknown, name = ''): string[] =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).flatMap(([key, inner]) => on(inner, key))
        : value === 1
          ? [name]
          : []
    const shown = (changes: object) => {
      const {
        paymentSystems: _,
        messageCost: __,
        flowId: ___,
        ...switches
      } = toFlowSettings({ ...flow, ...off, ...changes })
      return on(switches)
    }
    expect(shown({})).toEqual([])
    for (const [hook, name] of Object.entries({
      blurred: 'blurred',
      pagination: 'paginazione',
      outOfCredits: 'fine_crediti',
      outOfLikes: 'file_like',
      changeRegion: 'cambia_regione',
    }))
      expect(shown({ hooks: { ...off.hooks, [hook]: true } })).toEqual([name])
    for (const button of ['closesAtProfile', 'closesAtChat'])
      expect(shown({ findModal: { ...off.findModal, [button]: true } })).toEqual([button])
    for (const [what, name] of Object.entries({
      ageCheck: 'ageCheck',
      photoOptional: 'photoOptional',
      inviteMode: 'messageInvites',
      concierge: 'useAi',
    }))
      expect(shown({ [what]: true })).toEqual([name])
    expect([true, false].map((doubleOptIn) => toFlowSettings({ ...flow, doubleOptIn }).optin)).toEqual(['doi', 'none'])
  })

  it('send a plan in one language, with each column in its field', () => {
    const text = (what: string) => ({ it: `${what} it`, es: `${what} es`, fr: `${what} fr`, en: `${what} en` })
    const plan = {
      id: 'plan',
      name: text('name'),
      unitMinor: 1390,
      totalMinor: 8340,
      oldTotalMinor: 9005,
      currency: 'EUR',
      unitText: text('unit'),
      badge: text('badge'),
      description: text('description'),
      descriptionColour: 'text-2',
      suggestion: text('suggestion'),
      suggestionColour: 'success-text',
      visible: true,
      spaceBelow: false,
      firstSelling: true,
      credits: 10,
      promoCredits: 12,
      level: 2,
      renews: true,
      period: { unit: 'month', count: 6 },
    } as const
    expect(toOfferedPlan(plan, 'fr')).toEqual({
      planId: 'plan',
      planName: 'name fr',
      periodPrice: '13.90',
      totalPrice: '83.40',
      oldPrice: '90.05',
      currency: 'EUR',
      priceNote: 'unit fr',
      badge: 'badge fr',
      description: 'description fr',
      descriptionColor: 'text-2',
      suggestion: 'suggestion fr',
      suggestionColor: 'success-text',
      visible: true,
      spacingBottom: false,
      bestSelling: true,
      credits: 10,
      promoCredits: 12,
      premiumLevel: 2,
      renews: true,
      period: { unit: 'month', count: 6 },
    })
    expect(toOfferedPlan({ ...plan, oldTotalMinor: null }, 'it').oldPrice).toBeNull()
  })

  it('renew nothing in the compliant flow, nor in any compliant list', () => {
    const plans = all.flatMap((flow) => (flow.compliant ? Object.values(flow.plans).flat() : flow.plans.compliant))
    expect(plans.filter((plan) => plan.renews)).toEqual([])
  })

  it('state no previous price', () => {
    const plans = all.flatMap((flow) => Object.values(flow.plans).flat())
    expect(plans.length).toBeGreaterThan(0)
    expect(plans.filter((plan) => plan.oldTotalMinor !== null)).toEqual([])
  })
})

describe('protections', () => {
  it('charge the same price in every flow of a brand for the same duration or amount', () => {
    for (const brand of brands.list) {
      const prices = new Map<string, number>()
      for (const plan of flows.all(brand.key).flatMap((flow) => Object.values(flow.plans).flat())) {
        const what = JSON.stringify([plan.level, plan.credits, plan.period])
        expect(plan.totalMinor).toBe(prices.get(what) ?? plan.totalMinor)
        prices.set(what, plan.totalMinor)
      }
    }
  })

  it('state for every plan that it renews and how to cancel, or that it does not', () => {
    const renews = {
      it: /Si rinnova .* disdici in due clic/,
      es: /Se renueva .* cancelas en dos clics/,
      fr: /Se renouvelle .* résiliation en deux clics/,
      en: /Renews .* cancel in two clicks/,
    }
    const ends = { it: /Non si rinnova/, es: /No se renueva/, fr: /Ne se renouvelle pas/, en: /Doesn’t renew/ }
    const terms = all.flatMap((flow) => Object.values(flow.plans).flat()).filter(({ level }) => level === 2)
    // Both kinds occur, so that both texts are checked.
    expect(new Set(terms.map((plan) => plan.renews))).toEqual(new Set([true, false]))
    for (const plan of terms)
      for (const locale of locales) expect(plan.description[locale]).toMatch((plan.renews ? renews : ends)[locale])
  })
})

describe('an invalid flow', () => {
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
      'a price per unit that is a cent off',
      '7',
      (flow) => {
        planOf(flow, 'plan-6m').prezzo += 1
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
      'a flow on one that there is not',
      '18',
      (flow) => {
        flow.base = '17'
      },
      'base',
      /no shared flow 17/,
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
  ])('%s fails and names the place', (_, id, change, key, reason) => {
    copy.edit(`_flows/${id}.json`, change)
    const error = failure()
    expect(error.file).toContain(`_flows/${id}.json`)
    expect(error.key).toBe(key)
    expect(error.reason).toMatch(reason)
  })

  it('is replaced by a brand’s own flow of that name, for that brand only', () => {
    const shared = JSON.parse(readFileSync(join(copy.dir, '_flows/7.json'), 'utf8')) as object
    mkdirSync(join(copy.dir, 'brisa/flows'))
    copy.write('brisa/flows/7.json', JSON.stringify({ ...shared, messaggiFree: 77, descriptor: 'BRISA OWN' }))
    const loaded = loadBrands(copy.dir)
    const changed = loadFlows(copy.dir, loaded)
    expect(changed.of('brisa', '7')).toMatchObject({ freeMessages: 77, descriptor: 'BRISA OWN' })
    expect(changed.of('battito', '7')).toEqual(flows.of('battito', '7'))
    expect(changed.of('brisa', '7').version).not.toBe(flows.of('brisa', '7').version)
    expect(changed.of('battito', '7').descriptor).toBe(loaded.byKey('battito')?.descriptor)
  })

  it('has each value of its file in its field', () => {
    const text = (what: string) => ({ it: `${what} it`, es: `${what} es`, fr: `${what} fr`, en: `${what} en` })
    const plan = (id: string, changes: object) => ({
      product_id: id,
      nomePiano: text('name'),
      prezzo: 25,
      prezzo_totale: 500,
      vecchioPrezzo: null,
      prezzoDescription: text('unit'),
      badge: text('badge'),
      description: text('description'),
      description_color: 'text-2',
      suggestion: text('suggestion'),
      suggestion_color: 'accent-text',
      visibile: true,
      spacing_bottom: false,
      first_selling: false,
      crediti: 220,
      crediti_promo: 230,
      premiumLevel: 1,
      renews: false,
      period: null,
      ...changes,
    })
    copy.edit('_flows/7.json', (file) => {
      const hooks = { blurred: 1, paginazione: 0, fine_crediti: 1, file_like: 0, cambia_regione: 1 }
      Object.assign(file, {
        vertical: 'friends',
        descriptor: 'ALL ITS OWN',
        optin: 'none',
        messaggiFree: 1,
        creditiIcebreaker: 2,
        creditiLike: 3,
        valoreMessaggio: 11,
        regalo: 4,
        ricarica: { like: { fino: 5, quanti: 6, giorni: 7 }, icebreaker: { fino: 8, quanti: 9, giorni: 10 } },
        profili_per_pagina: 13,
        pagine_gratis: 14,
        risposte_chiare: 15,
        messaggi_foto: 16,
        messaggi_vocale: 17,
        foto_facoltativa: 0,
        messaggi_inviti: 1,
        provider_animazione: 'provider',
        messaggi_gratis_per: ['donna'],
        sistemi_pagamento: ['paypal', 'adyen'],
        hooks,
        pages: [{ find: { hooks: { modaleToProfilo: 1, modaleToChat: 0 } } }],
        rateplan: [{ free: ['a', 'b'], premium: ['b', 'a'], compliant: ['b'], verifica: ['c', 'd'] }],
        plans: [
          plan('a', { first_selling: true, prezzi: { GBP: { prezzo: 20, prezzo_totale: 400 } } }),
          plan('b', {
            prezzo: 250,
            premiumLevel: 2,
            crediti: 0,
            crediti_promo: 0,
            visibile: false,
            spacing_bottom: true,
            period: { unit: 'month', count: 2 },
            prezzi: { GBP: { prezzo: 200, prezzo_totale: 400 } },
          }),
          plan('c', { prezzo: 0, prezzo_totale: 0, crediti: 0, premiumLevel: 0 }),
          plan('d', { prezzo: 0, prezzo_totale: 0, crediti: 0, premiumLevel: 0 }),
        ],
      })
    })
    copy.edit('battito/brand.json', (brand) => {
      brand.currencies = { GB: 'GBP' }
    })
    const a = {
      id: 'a',
      name: text('name'),
      unitMinor: 25,
      totalMinor: 500,
      oldTotalMinor: null,
      currency: 'EUR',
      unitText: text('unit'),
      badge: text('badge'),
      description: text('description'),
      descriptionColour: 'text-2',
      suggestion: text('suggestion'),
      suggestionColour: 'accent-text',
      visible: true,
      spaceBelow: false,
      firstSelling: true,
      credits: 220,
      promoCredits: 230,
      level: 1,
      renews: false,
      period: null,
    }
    const period = { unit: 'month', count: 2 }
    const b = {
      ...a,
      id: 'b',
      unitMinor: 250,
      visible: false,
      spaceBelow: true,
      firstSelling: false,
      level: 2,
      period,
      credits: 0,
      promoCredits: 0,
    }
    const c = { ...a, id: 'c', unitMinor: 0, totalMinor: 0, firstSelling: false, credits: 0, level: 0 }
    const inPounds = { currency: 'GBP', totalMinor: 400 }
    const [aPounds, bPounds] = [
      { ...a, ...inPounds, unitMinor: 20 },
      { ...b, ...inPounds, unitMinor: 200 },
    ]
    const cPounds = { ...c, currency: 'GBP' }
    const loaded = loadFlows(copy.dir, loadBrands(copy.dir)).of('battito', '7')
    expect(loaded).toEqual({
      brandKey: 'battito',
      id: '7',
      version: expect.stringMatching(/^[0-9a-f]{12}$/),
      compliant: false,
      freeMessages: 1,
      welcomeGift: 4,
      icebreakerCredits: 2,
      likeCredits: 3,
      refill: { likes: { upTo: 5, amount: 6, days: 7 }, icebreakers: { upTo: 8, amount: 9, days: 10 } },
      perPage: 13,
      freePages: 14,
      clearReplies: 15,
      messageCost: 11,
      mediaMessages: { photo: 16, voice: 17 },
      freeWritingFor: ['woman'],
      ageCheck: false,
      photoOptional: false,
      inviteMode: true,
      concierge: true,
      vertical: 'friends',
      descriptor: 'ALL ITS OWN',
      doubleOptIn: false,
      paymentSystems: ['paypal', 'adyen'],
      hooks: { blurred: true, pagination: false, outOfCredits: true, outOfLikes: false, changeRegion: true },
      hookTexts: {},
      findModal: { closesAtProfile: true, closesAtChat: false },
      plans: { free: [a, b], premium: [b, a], compliant: [b], verification: [c, { ...c, id: 'd' }] },
      plansIn: {
        GBP: {
          free: [aPounds, bPounds],
          premium: [bPounds, aPounds],
          compliant: [bPounds],
          verification: [cPounds, { ...cPounds, id: 'd' }],
        },
      },
    })
    const { photoMessages, voiceMessages, messageCost, paymentSystems } = toFlowSettings(loaded)
    expect([photoMessages, voiceMessages, messageCost, paymentSystems]).toEqual([16, 17, 11, ['paypal', 'adyen']])
    // Either switch turns the concierge on.
    for (const [provider_animazione, use_ai] of [
      ['', 1],
      ['', 0],
    ] as const) {
      copy.edit('_flows/7.json', (content) => Object.assign(content, { provider_animazione, use_ai }))
      expect(loadFlows(copy.dir, loadBrands(copy.dir)).of('battito', '7').concierge).toBe(use_ai === 1)
    }
    // Of several checks, the first is sold.
    const buyer = { level: 0, cardOnFile: false, ageChecked: false } as const
    expect(plansFor({ ...loaded, ageCheck: true }, buyer)).toEqual([c])
  })

  describe('hook texts', () => {
    const words = (text: string) => ({ it: `${text} it`, es: `${text} es`, fr: `${text} fr`, en: `${text} en` })
    const drawing = (colour: string) =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="${colour}"/></svg>`
    const say = (file: string, hookTexts: Breakable) =>
      copy.edit(file, (content) => {
        content.hookTexts = hookTexts
      })

    it('come from the flow, then the brand, title by title, and otherwise from the catalogue', () => {
      for (const folder of ['_hooks', 'brisa/hooks']) mkdirSync(join(copy.dir, folder))
      copy.write('_hooks/lock.svg', drawing('red'))
      copy.write('brisa/hooks/lock.svg', drawing('blue'))
      say('_flows/7.json', { blurred: { title: words('flow'), picture: 'lock.svg' } })
      say('brisa/brand.json', {
        blurred: { title: words('brand'), text: words('brand') },
        file_like: { text: words('brand') },
      })
      const loaded = loadFlows(copy.dir, loadBrands(copy.dir))
      expect(loaded.of('brisa', '7').hookTexts).toEqual({
        blurred: {
          title: words('flow'),
          text: words('brand'),
          picture: { source: drawing('blue'), hash: expect.any(String) },
        },
        file_like: { title: null, text: words('brand'), picture: null },
      })
      expect(loaded.of('battito', '7').hookTexts).toMatchObject({
        blurred: { text: null, picture: { source: drawing('red') } },
      })
      expect(loaded.of('brisa', '0000').hookTexts).toMatchObject({ blurred: { title: words('brand'), picture: null } })
      const shown = toFlowSettings(loaded.of('brisa', '7'))
      expect(shown.hookTexts.blurred?.picture).toMatch(/^\/brand\/hooks\/7\/blurred\.svg\?v=[0-9a-f]{12}$/)
      expect(toDomain(flowView.parse(toWire(shown)))).toEqual(shown)
      expect(toFlowSettings(flows.of('battito', '7')).hookTexts).toEqual({})
    })

    it.each<[string, string, Breakable, string, RegExp]>([
      [
        'a language left out',
        '_flows/7.json',
        { blurred: { text: { it: 'a', es: 'b', fr: 'c' } } },
        'hookTexts.blurred.text.en',
        /string/,
      ],
      ['an empty title', 'brisa/brand.json', { blurred: { title: words('').it } }, 'hookTexts.blurred.title', /object/],
      [
        'no such drawing',
        '_flows/7.json',
        { blurred: { picture: 'none.svg' } },
        'hookTexts.blurred.picture',
        /there is no none\.svg/,
      ],
    ])('%s fails and names the place', (_, file, hookTexts, key, reason) => {
      say(file, hookTexts)
      const error = failure()
      expect(error.file).toContain(file)
      expect(error.key).toBe(key)
      expect(error.reason).toMatch(reason)
    })

    it('cannot have a picture with a script', () => {
      mkdirSync(join(copy.dir, '_hooks'))
      copy.write('_hooks/lock.svg', drawing('red').replace('<path', '<script>alert(1)</script><path'))
      say('_flows/7.json', { blurred: { picture: 'lock.svg' } })
      expect(failure()).toMatchObject({ reason: 'holds more than a drawing' })
    })
  })

  it('the default flow of a brand must exist', () => {
    copy.edit('brisa/brand.json', (brand) => {
      brand.defaultFluxId = '9'
    })
    expect(failure()).toMatchObject({ key: 'defaultFluxId', reason: 'there is no flow 9' })
  })

  it('a visit gets the flows that its brand names and no other, and a check of the age holds in all of them', () => {
    const asked = [undefined, '7', '0000', '18', '9', '', '__proto__']
    for (const [defaultFluxId, visitFlows] of [
      ['7', []],
      ['7', ['0000']],
      ['18', ['0000', '7']],
      ['0000', ['18']],
    ] as const) {
      copy.edit('brisa/brand.json', (brand) => Object.assign(brand, { defaultFluxId, visitFlows }))
      const loaded = loadFlows(copy.dir, loadBrands(copy.dir))
      expect(asked.map((id) => loaded.ofVisit('brisa', id).id)).toEqual(
        asked.map((id) => (visitFlows.some((one) => one === id) ? id : defaultFluxId)),
      )
      for (const flow of loaded.all('brisa')) expect(flow.ageCheck).toBe(defaultFluxId === '18' || flow.id === '18')
      // Another brand's settings change nothing here.
      expect(loaded.ofVisit('battito', '18').ageCheck).toBe(false)
    }
  })

  it('the flows that a visit may ask for must exist', () => {
    copy.edit('brisa/brand.json', (brand) => {
      brand.visitFlows = ['0000', '9']
    })
    expect(failure()).toMatchObject({ key: 'visitFlows.1', reason: 'there is no flow 9' })
  })

  it('the flow in which nothing renews must exist', () => {
    rmSync(join(copy.dir, '_flows/0000.json'))
    expect(failure()).toMatchObject({ key: 'defaultFluxId', reason: 'there is no flow 0000' })
  })
})
