import type { PaymentDeps } from './deps.ts'

/** Absolute address of a page of the brand, for emails that no request causes: the site it was bought on, else the brand's domain. */
export function siteLink(
  deps: Pick<PaymentDeps, 'brandOf'>,
  bought: { brand_id: string; site_origin: string | null },
  path: string,
): string {
  const origin = bought.site_origin ?? `https://${deps.brandOf(bought.brand_id)?.domain ?? 'localhost'}`
  return `${origin}${path}`
}
