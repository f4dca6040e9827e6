import { routes } from '@incontro/contract'
import type { Http } from '#platform/http/bind.ts'
import { startSession, type SessionCall, type Recheck } from '../sessions/start-session.ts'
import { begin } from './begin.ts'
import { complete, newcomerIn } from './complete.ts'
import type { GoogleDeps } from './deps.ts'
import { finish, type AnswerCall } from './finish.ts'
import { linkView, unlink } from './link.ts'

const limit = { max: 60, timeWindow: 60_000 }

/** Routes for signing in with Google (or another OpenID Connect issuer) and for linking an account. */
export function googleRoutes(http: Http, deps: GoogleDeps): void {
  const start = async (
    call: SessionCall,
    { memberId, newcomer, next, recheck }: { memberId: string; newcomer: boolean; next: string; recheck?: Recheck },
  ) => ({ ...(await startSession(deps, call, memberId, { newcomer, recheck })), login: true as const, next })
  const answer = async (call: AnswerCall) => {
    const finished = await finish(deps, call)
    switch (finished.is) {
      case 'member':
        return start(call, finished)
      case 'linked':
        return { result: true as const, linked: true as const, next: finished.next }
      case 'newcomer':
        return { result: true as const, email: finished.email, username: finished.username }
    }
  }
  http.bind(routes.googleStart, (call) => begin(deps, call), { limit })
  http.bind(routes.google, answer, { limit })
  http.bind(routes.googleHome, answer, { limit })
  http.bind(routes.googleNewcomer, async (call) => newcomerIn(deps, call))
  http.bind(routes.googleComplete, async (call) => start(call, { ...(await complete(deps, call)), newcomer: true }), {
    limit,
  })
  http.bind(routes.googleLink, (call) => linkView(deps, call))
  http.bind(
    routes.googleUnlink,
    async (call) => {
      await unlink(deps, call)
      return { result: 'OK' as const }
    },
    { limit },
  )
}
