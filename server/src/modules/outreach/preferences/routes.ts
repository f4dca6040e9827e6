import { routes } from '@incontro/contract'
import type { Principal } from '#platform/caller.ts'
import type { Http } from '#platform/http/bind.ts'
import { mailRemove, type MailRemoveDeps } from './mail-remove.ts'
import { mayWrite, liftSuppression, type Receiver } from './suppressions.ts'
import { holderOfLink, unsubscribe, type UnsubscribeDeps } from './unsubscribe.ts'

export type OutreachRouteDeps = UnsubscribeDeps & MailRemoveDeps

/** Routes to unsubscribe, and to turn notifications on again. */
export function outreachRoutes(http: Http, deps: OutreachRouteDeps): void {
  const receiverOf = async ({ memberId, brandId }: Principal): Promise<Receiver> => {
    const { email } = await deps.db
      .selectFrom('members')
      .select('email')
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow()
    return { brandId, memberId, address: email }
  }

  http.bind(
    routes.unsubscribe,
    async (call) => ({
      result: 'OK' as const,
      message: 'disiscrizione_ok' as const,
      ...(await unsubscribe(deps, call)),
    }),
    { limit: { max: 60, timeWindow: 60_000, holderOf: (body) => holderOfLink(deps, body) } },
  )
  http.bind(routes.mailLists, async ({ member }) => {
    const receiver = await receiverOf(member)
    const [notices, promotion] = await Promise.all([
      mayWrite(deps.db, deps, { ...receiver, list: 'notices' }),
      mayWrite(deps.db, deps, { ...receiver, list: 'promotion' }),
    ])
    return { notices, promotion }
  })
  http.bind(routes.subscribe, async ({ body: { list }, member }) => {
    await liftSuppression(deps.db, deps, { ...(await receiverOf(member)), list })
    return { result: 'OK' as const }
  })
  http.bind(routes.mailRemove, async (call) => {
    await mailRemove(deps, call)
    return { result: 'OK' as const }
  })
}
