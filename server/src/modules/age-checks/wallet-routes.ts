import { routes } from '@incontro/contract'
import type {} from '@fastify/swagger'
import * as z from 'zod/mini'
import { Failure, notFound } from '#platform/http/problem.ts'
import { own, type Http } from '#platform/http/bind.ts'
import { newToken, type Keys } from '#platform/ids.ts'
import { seal, unseal } from '#platform/secrets/seal.ts'
import { useOnce } from '#platform/secrets/single-use.ts'
import type { AgeCheckDeps } from './deps.ts'
import { isWaiting } from './gate.ts'
import { recordAgeCheck } from './records.ts'

const answersAt = '/api/ageCheck/presentation'
/** From the question to the result; long enough to fetch a phone. */
const lifetimeMs = 10 * 60_000

const common = { memberId: z.uuid(), endsAt: z.number() }
/** Passes through the wallet, sealed, so that it does not reveal the member. */
const question = z.strictObject({ ...common, kind: z.literal('question'), nonce: z.string(), origin: z.string() })
/** Passes through the browser, sealed. */
const result = z.strictObject({
  ...common,
  kind: z.literal('result'),
  outcome: z.enum(['over_18', 'under_18', 'refused']),
  id: z.string(),
})
const answer = z.object({ state: z.string(), vp_token: z.optional(z.string()), error: z.optional(z.string()) })

/**
 * The check with a wallet. The wallet posts its answer to us directly, without a session. It counts for the member
 * whose browser returns with the code, and only if that member had asked, so that no one can present another person's
 * age.
 */
export function walletRoutes(http: Http, deps: AgeCheckDeps): void {
  const { verifier, keys } = deps

  http.bind(routes.startAgeCheck, async ({ member, body, site }) => {
    own(member, body.clickid)
    if (!verifier || !(await isWaiting(deps, member))) throw notFound()
    const nonce = newToken()
    const state = sealed(keys, {
      kind: 'question',
      memberId: member.memberId,
      endsAt: deps.clock().getTime() + lifetimeMs,
      nonce,
      origin: site.origin,
    })
    return { url: verifier.ask({ nonce, state, responseUri: `${site.origin}${answersAt}` }) }
  })

  http.bind(routes.finishAgeCheck, async ({ member, body }) => {
    own(member, body.clickid)
    const shown = opened(keys, result, body.code)
    const now = deps.clock()
    if (shown?.memberId !== member.memberId || shown.endsAt < now.getTime()) throw notFound()
    await deps.db.transaction().execute(async (tx) => {
      if (!(await useOnce(tx, 'age check', shown.id, new Date(shown.endsAt)))) throw notFound()
      const { memberId, outcome } = shown
      if (outcome !== 'refused') await recordAgeCheck(tx, { memberId, result: outcome, method: 'wallet', at: now })
    })
    return { result: shown.outcome }
  })

  if (!verifier) return
  http.app.post(
    answersAt,
    { bodyLimit: 64 * 1024, schema: { hide: true }, config: { rateLimit: { max: 60, timeWindow: 60_000 } } },
    async (request, reply) => {
      const form = Buffer.isBuffer(request.body) ? new URLSearchParams(request.body.toString('utf8')) : undefined
      const { success, data } = answer.safeParse(form && Object.fromEntries(form))
      const asked = success ? opened(keys, question, data.state) : undefined
      if (!success || !asked || asked.endsAt < deps.clock().getTime())
        throw new Failure(400, 'invalid', { message: 'This answers no question of ours that is still open' })
      const { memberId, nonce, origin, endsAt } = asked
      const read =
        data.vp_token === undefined
          ? { outcome: 'refused' as const, reason: data.error ?? 'no presentation' }
          : await verifier.read(data.vp_token, { nonce, responseUri: `${origin}${answersAt}` })
      if (read.outcome === 'refused') deps.log.warn({ reason: read.reason }, 'a wallet’s answer shows no age')
      const code = sealed(keys, { kind: 'result', memberId, endsAt, outcome: read.outcome, id: newToken() })
      return reply
        .header('cache-control', 'no-store')
        .send({ redirect_uri: `${origin}/ageCheck?${new URLSearchParams({ code }).toString()}` })
    },
  )
}

const sealed = (keys: Keys, value: z.output<typeof question> | z.output<typeof result>): string =>
  seal(keys, JSON.stringify(value))

function opened<T extends typeof question | typeof result>(
  keys: Keys,
  schema: T,
  text: string,
): z.output<T> | undefined {
  try {
    return schema.safeParse(JSON.parse(unseal(keys, text))).data as z.output<T> | undefined
  } catch {
    // Not sealed by us, or not JSON: the caller treats it as if it were not there.
    return undefined
  }
}
