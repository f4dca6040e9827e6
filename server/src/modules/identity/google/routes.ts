import { routes } from '@incontro/contract'
import type { Http } from '../../../platform/http/bind.ts'
import { welcome, type DoorCall, type StillProven } from '../welcome.ts'
import { begin } from './begin.ts'
import { complete, newcomerIn } from './complete.ts'
import type { GoogleDeps } from './deps.ts'
import { finish, type AnswerCall } from './finish.ts'
import { linkView, unlink } from './link.ts'

const limit = { max: 60, timeWindow: 60_000 }

/** Signing in with Google, or whichever OpenID Connect issuer stands in its place, and the account linked to a profile. */
export function googleRoutes(http: Http, deps: GoogleDeps): void {
  const letIn = async (
    call: DoorCall,
    { memberId, newcomer, next, still }: { memberId: string; newcomer: boolean; next: string; still?: StillProven },
  ) => ({ ...(await welcome(deps, call, memberId, { newcomer, still })), login: true as const, next })
  const answer = async (call: AnswerCall) => {
    const finished = await finish(deps, call)
    switch (finished.is) {
      case 'member':
        return letIn(call, finished)
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
  http.bind(routes.googleComplete, async (call) => letIn(call, { ...(await complete(deps, call)), newcomer: true }), {
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
