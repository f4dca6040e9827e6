import { routes } from '@incontro/contract'
import type { Conversation } from '@incontro/contract/domain'
import type { Principal } from '#platform/caller.ts'
import { Failure, notFound } from '#platform/http/problem.ts'
import { i18nFor } from '#platform/text/i18n.ts'
import type { ModuleWith } from '#platform/module.ts'
import { ask, type ConciergeDeps, conciergeOf, createAsking } from './ask.ts'
import { exchangesOf, lastExchange, questionsLeft } from './exchanges.ts'

export type { ConciergeLimits } from './exchanges.ts'
export type { Answered, LanguageModel, Turn } from './port.ts'

export interface Concierge extends ModuleWith<'routes'> {
  /** What the list of conversations shows of the concierge; undefined for a member who has none. */
  inList(member: Principal): Promise<Pick<Conversation, 'memberId' | 'memberName' | 'time' | 'preview'> | undefined>
}

/** A program that answers members' questions about the service, in a conversation of its own that is always labelled. */
export function createConcierge(deps: ConciergeDeps): Concierge {
  const { db, limits, clock } = deps
  const { run } = createAsking()
  return {
    routes(http) {
      http.bind(routes.concierge, async ({ query, member }) => {
        if (!conciergeOf(deps, member)) throw notFound()
        const [page, left] = await Promise.all([
          exchangesOf(db, member.memberId, query.before, clock()),
          questionsLeft(db, member.memberId, limits, clock()),
        ])
        return { ...page, left, perDay: limits.perMember }
      })
      http.bind(
        routes.askConcierge,
        async ({ body, member }) => {
          const concierge = conciergeOf(deps, member)
          if (!concierge) throw notFound()
          const asked = run(member.memberId, () => ask(deps, member, concierge, body))
          if (!asked) throw new Failure(409, 'concierge_busy', { message: 'Too many questions at once, try again' })
          const exchange = await asked
          return { exchange, left: await questionsLeft(db, member.memberId, limits, clock()) }
        },
        { limit: { max: 20, timeWindow: 60_000 } },
      )
    },
    async inList(member) {
      const concierge = conciergeOf(deps, member)
      const last = concierge && (await lastExchange(db, member.memberId))
      if (!last) return undefined
      const i18n = i18nFor(member.locale)
      return {
        memberId: 'concierge',
        memberName: i18n._('Automated assistant'),
        time: last.time.toISOString(),
        preview:
          last.text ?? i18n._('A program, not a person: ask how {title} works.', { title: concierge.brand.title }),
      }
    },
  }
}
