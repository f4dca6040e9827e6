import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Breakable, brandsFolder } from '#test/support/brands-folder.ts'
import { flowFile } from './flow-file.ts'

/* The limits of each value in a flow's file, and contradictions within a plan. */

const seven: Breakable = JSON.parse(readFileSync(join(brandsFolder, '_flows/7.json'), 'utf8'))
// Each currency's prices are looked at by tests of their own.
for (const plan of seven.plans) delete plan.prezzi
const planOf = (flow: Breakable, id: string): Breakable => flow.plans.find((plan: Breakable) => plan.product_id === id)
const allOf = (text: string) => ({ it: text, es: text, fr: text, en: text })
/** The errors of a changed flow. */
function faultsOf(change: (flow: Breakable) => void): string[] {
  const flow = structuredClone(seven)
  change(flow)
  const { error } = flowFile.safeParse(flow)
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
}
const set = (path: string, value: unknown) => (flow: Breakable) => {
  const names = path.split('.')
  const last = names.pop() ?? ''
  const at = names.reduce((inner, name) => inner[name], flow)
  if (value === undefined) delete at[last]
  else at[last] = value
}

it.each<[string, readonly unknown[], readonly unknown[]]>([
  ['fluxId', ['7', 'a'.repeat(16)], ['', 'a b', 'a'.repeat(17)]],
  ['descriptor', [undefined, 'ABC', 'A'.repeat(22)], ['AB', 'abc', 'A'.repeat(23)]],
  ['optin', ['doi', 'none'], ['soi']],
  ['messaggiFree', [0, 100_000], [-1, 100_001, 0.5]],
  ['creditiLike', [0, 100_000], [-1, 100_001]],
  ['regalo', [0], [-1]],
  ['ricarica', [undefined, { like: 0, icebreaker: 0 }], [{ like: 0 }, 0]],
  ['ricarica.like.fino', [1], [0]],
  ['ricarica.like.quanti', [1, 100], [0, 101]],
  ['ricarica.icebreaker.giorni', [1, 365], [0, 366]],
  ['profili_per_pagina', [undefined, 1, 48], [0, 49]],
  ['pagine_gratis', [undefined, 1, 1000], [0, 1001]],
  ['risposte_chiare', [undefined, 0, 100], [-1, 101]],
  ['messaggi_foto', [undefined, 0, 20], [-1, 21, 0.5]],
  ['messaggi_vocale', [undefined, 0, 20], [-1, 21, 0.5]],
  ['messaggi_gratis_per', [[], ['uomo', 'donna']], [['tutti']]],
  ['sistemi_pagamento', [['adyen']], [[], ['cash']]],
  ['hooks.blurred', [0, 1], [2, true]],
  [
    'hookTexts',
    [undefined, {}, { blurred: {} }, { blurred: { picture: 'a-lock.svg', text: allOf('x'.repeat(240)) } }],
    [
      { blurred: { text: allOf('x'.repeat(241)) } },
      { blurred: { title: { it: 'x', es: 'x', fr: 'x' } } },
      { cred: {} },
      { blurred: { colour: 'red' } },
      { blurred: { picture: '../logo.svg' } },
      { blurred: { picture: 'a.png' } },
    ],
  ],
  ['plans.3.period.count', [6], [0, 367, 1.5]],
  ['plans.3.suggestion_color', ['text', 'text-2', 'primary-text', 'accent-text', 'success-text'], ['red']],
])('%s', (path, taken, refused) => {
  for (const value of taken) expect([value, faultsOf(set(path, value))]).toEqual([value, []])
  for (const value of refused) expect([value, faultsOf(set(path, value)).length > 0]).toEqual([value, true])
})

it('applies the defaults', () => {
  const flow = structuredClone(seven)
  for (const name of ['ricarica', 'profili_per_pagina', 'pagine_gratis', 'risposte_chiare', 'messaggi_foto'])
    delete flow[name]
  expect(flowFile.parse(flow)).toMatchObject({
    ricarica: { like: { fino: 10, quanti: 3, giorni: 1 }, icebreaker: { fino: 5, quanti: 1, giorni: 7 } },
    profili_per_pagina: 12,
    pagine_gratis: 5,
    risposte_chiare: 3,
    messaggi_foto: 2,
    messaggi_vocale: 2,
  })
})

it.each<[string, (plan: Breakable) => void, string | null]>([
  ['messages-60', (plan) => (plan.crediti_promo = 599), 'gives less than the plan'],
  ['messages-60', (plan) => (plan.crediti_promo = 600), null],
  ['messages-60', (plan) => Object.assign(plan, { prezzo: 0, prezzo_totale: 0 }), 'must be charged'],
  ['plan-6m', (plan) => Object.assign(plan, { prezzo: 0, prezzo_totale: 0 }), 'must be charged'],
  ['plan-6m', (plan) => (plan.period = null), 'a plan that renews needs a period'],
  ['plan-6m-once', (plan) => (plan.period = null), 'a plan without limits needs a period'],
  // What of one with both is unused, and how long its level lasts, no rule says.
  [
    'plan-6m-once',
    (plan) => Object.assign(plan, { crediti: 60, crediti_promo: 60 }),
    'crediti: are not sold with a period',
  ],
  ['plan-6m-once', (plan) => (plan.crediti_promo = 60), 'crediti_promo: are not sold with a period'],
  ['messages-60', (plan) => (plan.period = { unit: 'month', count: 1 }), 'crediti: are not sold with a period'],
  ['messages-60', (plan) => Object.assign(plan, { crediti: 9, prezzo: 1322 }), 'do not pay for one message'],
  ['messages-60', (plan) => Object.assign(plan, { crediti: 10, prezzo: 1190 }), null],
  ['age-check', (plan) => (plan.crediti = 1), 'an age check charges and gives nothing'],
  [
    'age-check',
    (plan) => Object.assign(plan, { prezzo: 1, prezzo_totale: 1 }),
    'an age check charges and gives nothing',
  ],
  // 1190 divided by 60 is 19.83.
  ['messages-60', (plan) => (plan.prezzo = 19), 'is not 1190 shared by 60'],
  ['messages-60', (plan) => (plan.prezzo = 21), 'is not 1190 shared by 60'],
  // Half a cent may be rounded either way.
  ['messages-60', (plan) => Object.assign(plan, { prezzo_totale: 1230, prezzo: 20 }), null],
  ['messages-60', (plan) => Object.assign(plan, { prezzo_totale: 1230, prezzo: 21 }), null],
  ['messages-60', (plan) => Object.assign(plan, { prezzo_totale: 1230, prezzo: 22 }), 'is not 1230 shared by 60'],
  // By the day, one price for all of them.
  ['plan-6m', (plan) => Object.assign(plan, { period: { unit: 'day', count: 6 }, prezzo: 8340 }), null],
  ['messages-60', (plan) => (plan.prezzi = { GBP: { prezzo: 17, prezzo_totale: 990 } }), null],
  ['messages-60', (plan) => (plan.prezzi = { GBP: { prezzo: 18, prezzo_totale: 990 } }), 'is not 990 shared by 60'],
  ['messages-60', (plan) => (plan.prezzi = { GBP: { prezzo: 0, prezzo_totale: 0 } }), 'is not 0 shared by 60'],
  ['messages-60', (plan) => (plan.prezzi = { GBP: { prezzo: 17 } }), 'prezzi.GBP.prezzo_totale'],
  ['messages-60', (plan) => (plan.prezzi = { XYZ: { prezzo: 17, prezzo_totale: 990 } }), 'prezzi'],
  ['messages-60', (plan) => (plan.vecchioPrezzo = 2000), 'comes from the kept history'],
  ['messages-60', (plan) => (plan.premiumLevel = 0), 'an age check grants no level'],
])('a plan %s (%#)', (id, change, reason) => {
  const faults = faultsOf((flow) => change(planOf(flow, id)))
  if (reason === null) expect(faults).toEqual([])
  else expect(faults.join('\n')).toContain(reason)
})

it.each<[string, (flow: Breakable) => void, string]>([
  ['a plan twice', (flow) => flow.plans.push(structuredClone(flow.plans[1])), 'stands twice'],
  [
    'a plan in no list',
    (flow) => flow.plans.push({ ...structuredClone(flow.plans[1]), product_id: 'other' }),
    'other is in no list',
  ],
  ['an age check for sale', (flow) => flow.rateplan[0].free.push('age-check'), 'an age check grants no level'],
  ['no first plan', (flow) => flow.rateplan[0].free.shift(), 'rateplan.0.free: has no plan with first_selling'],
  [
    'nothing for those who pay',
    (flow) => (flow.rateplan[0].premium = ['messages-20-first']),
    'rateplan.0.premium: has no plan without first_selling',
  ],
  [
    'nothing to comply with',
    (flow) => (flow.rateplan[0].compliant = ['messages-20-first']),
    'rateplan.0.compliant: has no plan without first_selling',
  ],
])('a flow with %s is refused', (_what, change, reason) => {
  expect(faultsOf(change).join('\n')).toContain(reason)
})
