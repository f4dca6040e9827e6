import type { FastifyInstance } from 'fastify'
import type { SandboxConfig } from '../config.ts'
import type { SandboxState } from '../state.ts'
import { createAccounts } from './accounts.ts'
import { openOpenIdKeys } from './keys.ts'
import { createProvider } from './provider.ts'
import { openIdRoutes } from './routes.ts'

/**
 * A stand-in for Google's sign-in: an OpenID provider at `<sandbox>/google`.
 *
 * @param origin the sandbox's own origin; it is known once the sandbox listens, so the first request creates the
 * provider
 */
export function openOpenId(
  app: FastifyInstance,
  { config, state, origin }: { config: SandboxConfig; state: SandboxState; origin: () => string },
): void {
  const accounts = createAccounts(state.openIdAccounts)
  let made: ReturnType<typeof createProvider> | undefined
  const provider = () =>
    (made ??= createProvider({
      issuer: `${config.publicUrl ?? origin()}/google`,
      appUrl: config.appUrl,
      credentials: config.openId,
      accounts,
      artifacts: state.openIdArtifacts,
      keys: openOpenIdKeys(config.stateDir),
    }))
  openIdRoutes(app, provider, accounts)
}
