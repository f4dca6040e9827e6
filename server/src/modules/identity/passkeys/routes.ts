import { routes } from '@incontro/contract'
import type { Http } from '#platform/http/bind.ts'
import { startSession } from '../sessions/start-session.ts'
import { addPasskey, creationOptions } from './add.ts'
import type { PasskeyDeps } from './deps.ts'
import { listPasskeys, removePasskey, renamePasskey } from './manage.ts'
import { requestOptions, signInWithPasskey } from './sign-in.ts'

const aMinute = 60_000

/** Passkeys: a member's own, and signing in with one. */
export function passkeyRoutes(http: Http, deps: PasskeyDeps): void {
  http.bind(routes.passkeys, (call) => listPasskeys(deps, call))
  http.bind(routes.passkeyCreationOptions, (call) => creationOptions(deps, call), {
    limit: { max: 20, timeWindow: aMinute },
  })
  http.bind(routes.addPasskey, (call) => addPasskey(deps, call), { limit: { max: 20, timeWindow: aMinute } })
  http.bind(routes.renamePasskey, (call) => renamePasskey(deps, call), { limit: { max: 60, timeWindow: aMinute } })
  http.bind(
    routes.removePasskey,
    async (call) => {
      await removePasskey(deps, call)
      return { result: 'OK' as const }
    },
    { limit: { max: 20, timeWindow: aMinute } },
  )

  http.bind(routes.passkeyRequestOptions, async (call) => requestOptions(deps, call), {
    limit: { max: 120, timeWindow: aMinute },
  })
  http.bind(
    routes.authenticateWithPasskey,
    async (call) => {
      const { memberId, recheck } = await signInWithPasskey(deps, call)
      return startSession(deps, call, memberId, { recheck })
    },
    { limit: { max: 60, timeWindow: aMinute } },
  )
}
