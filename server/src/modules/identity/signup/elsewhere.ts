import { publicOrigin, signupCodes } from '@incontro/contract'
import type { Brand } from '#modules/brands/index.ts'
import type { Site } from '#platform/caller.ts'
import { Failure } from '#platform/http/problem.ts'
import { brandOf, type IdentityDeps } from '../deps.ts'

/**
 * The sign-up page of the brand that serves a country instead of this one (code 1006); undefined if this one serves it.
 */
export function signupElsewhere(
  deps: Pick<IdentityDeps, 'everyBrand' | 'demo'>,
  site: Pick<Site, 'origin'>,
  brand: Brand,
  country: string,
): string | undefined {
  const key = Object.entries(brand.signupElsewhere ?? {}).find(([from]) => from === country)?.[1]
  const other = key === undefined ? undefined : deps.everyBrand.byKey(key)
  if (!other) return undefined
  return `${publicOrigin({ demo: deps.demo, origin: hereAt(site.origin, other.hosts), domain: other.domain })}/signup`
}

/**
 * Checked before the rest of the form, so that visitors from elsewhere need not complete it.
 * @throws Failure 409 `1006` with the page of the brand that serves the country
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

/** In a demo all brands share a port, each under its local host name. */
export function hereAt(origin: string, hosts: readonly string[]): string {
  const here = new URL(origin)
  here.hostname = hosts.find((host) => host === 'localhost' || host.endsWith('.localhost')) ?? here.hostname
  return here.origin
}
