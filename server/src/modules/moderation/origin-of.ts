import type { SuspensionDeps } from './deps.ts'

/** Origin of a brand's site, for the links of mails that no page has caused. */
export const originOf = ({ brands }: Pick<SuspensionDeps, 'brands'>, brandId: string): string =>
  brands.byKey(brandId)?.origin ?? `https://${brandId}`
