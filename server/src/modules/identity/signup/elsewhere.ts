import { publicOrigin, signupCodes } from '@incontro/contract'
import type { Brand } from '../../brands/index.ts'
import type { Site } from '../../../platform/caller.ts'
import { Failure } from '../../../platform/http/problem.ts'
import { brandOf, type IdentityDeps } from '../deps.ts'

/** The sign-up page of the brand that serves a country in this one's place (code 1006); undefined where this one serves it itself. */
export function signupElsewhere(
  deps: Pick<IdentityDeps, 'brands' | 'demo'>,
  site: Pick<Site, 'origin'>,
  brand: Brand,
  country: string,
): string | undefined {
  const key = Object.entries(brand.signupElsewhere ?? {}).find(([from]) => from === country)?.[1]
  const other = key === undefined ? undefined : deps.brands.byKey(key)
  if (!other) return undefined
  return `${publicOrigin({ demo: deps.demo, origin: hereAt(site.origin, other.hosts), domain: other.domain })}/signup`
}

/**
 * Checked before anything else of a form: a visitor who lives elsewhere need not fill in the rest of it for nothing.
 * @throws Failure 409 `1006` with the page of the brand that serves the country.
 */
export function mustBeServedHere(deps: IdentityDeps, site: Site, country: string | undefined): void {
  const redirect = country === undefined ? undefined : signupElsewhere(deps, site, brandOf(deps, site.brandId), country)
  if (redirect !== undefined)
    throw new Failure(409, signupCodes.redirect, {
      field: 'country',
      message: 'Another site of ours serves this country',
      redirect,
    })
}

/** In a demo every brand answers on the same port, each under the host of this machine that it names. */
export function hereAt(origin: string, hosts: readonly string[]): string {
  const here = new URL(origin)
  here.hostname = hosts.find((host) => host === 'localhost' || host.endsWith('.localhost')) ?? here.hostname
  return here.origin
}
