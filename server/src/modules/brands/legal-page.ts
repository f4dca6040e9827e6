import type { Locale } from '@incontro/contract'
import type { Brand } from './brand.ts'
import type { LegalPage, LegalPageName } from './legal.ts'

/** A legal page of a brand, rendered from the Markdown loaded with the brand. */
export const legalPage = (brand: Brand, page: LegalPageName, locale: Locale): LegalPage => brand.legal[locale][page]
