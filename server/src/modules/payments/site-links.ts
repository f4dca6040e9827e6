import type { PaymentDeps } from './deps.ts'

/**
 * URL of a page of the brand, for emails sent by jobs: on the site of the purchase, otherwise on the brand's domain.
 */
export function siteLink(
  deps: Pick<PaymentDeps, 'brandOf'>,
  bought: { brand_id: string; site_origin: string | null },
  path: string,
): string {
  const origin = bought.site_origin ?? deps.brandOf(bought.brand_id)?.origin ?? 'https://localhost'
  return `${origin}${path}`
}
