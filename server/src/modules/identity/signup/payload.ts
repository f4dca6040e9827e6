import type { invitedPayload, signupPayload } from '@incontro/contract'
import { type Domain, type SignupAnswers, toDomain } from '@incontro/contract/domain'
import type * as z from 'zod/mini'
import type { Site } from '#platform/caller.ts'
import { Failure } from '#platform/http/problem.ts'
import { placeNamed } from '#modules/geo/index.ts'
import { brandOf, type IdentityDeps } from '../deps.ts'
import { regionOf } from './form-rules.ts'

/** Decrypts `utente`. @throws Failure 400 naming the invalid field */
export async function readPayload<S extends typeof signupPayload | typeof invitedPayload>(
  deps: IdentityDeps,
  sealedSignup: string,
  schema: S,
): Promise<Domain<z.output<S>>> {
  const parsed = schema.safeParse(await deps.keys.decrypt(sealedSignup))
  if (parsed.success) return toDomain(parsed.data as z.output<S>)
  const at = parsed.error.issues[0]?.path[0]
  throw new Failure(400, 'invalid', {
    field: at === undefined ? 'utente' : String(at),
    message: 'The decrypted sign-up payload does not match the documentation: see /api/docs/openapi.json',
  })
}

/**
 * The place in a form; the country defaults to the brand's own.
 * @throws Failure 400 `errore_citta`
 */
export function placeFor(
  deps: IdentityDeps,
  site: Site,
  form: SignupAnswers,
): { country: string; regionId: number; cityId: number | null } {
  const country = form.country ?? brandOf(deps, site.brandId).country
  const { city, cityId } = form
  return { country, ...placeNamed(deps.geo, country, { region: regionOf(form) ?? '', city, cityId }) }
}
