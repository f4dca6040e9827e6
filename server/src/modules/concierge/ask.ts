import { type ConciergeExchange, isVisible, withoutTurns } from '@incontro/contract'
import { createConcurrencyLimit } from '#platform/flow-control/concurrency-limit.ts'
import type { Principal } from '#platform/caller.ts'
import type { Database } from '#platform/database/database.ts'
import { Failure } from '#platform/http/problem.ts'
import type { Log } from '#platform/process/log.ts'
import type { Realtime } from '#platform/live/realtime.ts'
import type { Brand, Brands } from '#modules/brands/index.ts'
import type { Flows } from '#modules/flows/index.ts'
import { briefing } from './briefing.ts'
import { beginExchange, type ConciergeLimits, endExchange, exchangesOf, longestAnswer } from './exchanges.ts'
import type { LanguageModel, Turn } from './port.ts'

export interface ConciergeDeps {
  readonly db: Database
  readonly brands: Brands
  readonly flows: Flows
  readonly realtime: Realtime
  readonly log: Log
  readonly clock: () => Date
  readonly limits: ConciergeLimits
  /** The language model of a brand; undefined where the operator has set up none. */
  readonly modelOf: (brandKey: string) => LanguageModel | undefined
}

/** Exchanges of before that the language model reads with a question: of this conversation, and of no other. */
const remembered = 6
/** A browser is shown what came at most so often. */
const shownEveryMs = 200

/** The concierge of a member: their flow asks for it and the operator has set it up. */
export function conciergeOf(
  { brands, flows, modelOf }: Pick<ConciergeDeps, 'brands' | 'flows' | 'modelOf'>,
  { brandId, flowId }: Principal,
): { readonly brand: Brand; readonly model: LanguageModel } | undefined {
  const brand = brands.byKey(brandId)
  const model = flows.of(brandId, flowId).concierge ? modelOf(brandId) : undefined
  return brand && model && { brand, model }
}

/** Answers asked for at a time in one process: each holds a request and a connection outwards open for some seconds. */
export const createAsking = () => createConcurrencyLimit({ all: 50, perKey: 1 })

/** @throws Failure 400 `empty_message`, 409 as the route says */
export async function ask(
  deps: ConciergeDeps,
  member: Principal,
  { brand, model }: { readonly brand: Brand; readonly model: LanguageModel },
  input: { readonly text: string; readonly clientMessageId: string },
): Promise<ConciergeExchange> {
  const { db, realtime, log, clock } = deps
  const { memberId } = member
  const question = withoutTurns(input.text).trim()
  if (!isVisible(question)) throw new Failure(400, 'empty_message', { message: 'The question is empty: send a text' })
  const { clientMessageId } = input
  const { exchange, isDue } = await beginExchange(db, memberId, deps.limits, { question, clientMessageId }, clock())
  if (!isDue) return exchange
  const show = (now: ConciergeExchange) => realtime.toMember(memberId, 'concierge', now)
  show(exchange)

  let shownAt = 0
  const answered = await model.answer(await turnsOf(deps, member, brand, exchange), (soFar) => {
    if (performance.now() - shownAt < shownEveryMs) return
    shownAt = performance.now()
    show({ ...exchange, answer: cleaned(soFar) })
  })
  if (!answered.ok)
    log.warn({ reason: answered.reason, detail: answered.detail, brand: brand.key }, 'the concierge did not answer')
  const ended = await endExchange(db, memberId, exchange, answered.ok ? cleaned(answered.text) : '', clock())
  show(ended)
  return ended
}

async function turnsOf(
  { db, clock }: ConciergeDeps,
  { memberId, locale }: Principal,
  brand: Brand,
  { seq, question }: ConciergeExchange,
): Promise<Turn[]> {
  const { exchanges } = await exchangesOf(db, memberId, seq, clock())
  return [
    briefing(brand, locale),
    ...exchanges
      .filter(({ state }) => state === 'answered')
      .slice(-remembered)
      .flatMap((before): Turn[] => [
        { role: 'user', content: before.question },
        { role: 'assistant', content: before.answer },
      ]),
    { role: 'user', content: question },
  ]
}

/** Text that may be shown: no control characters, no turned direction of writing, cut where it is too long. */
function cleaned(text: string): string {
  const plain = withoutTurns(text)
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f\ud800-\udfff]/gu, '')
    .trim()
  const kept = [...plain].slice(0, longestAnswer).join('')
  return isVisible(kept) ? kept : ''
}
