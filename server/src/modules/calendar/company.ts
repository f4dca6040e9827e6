import { timeZoneOf } from '@incontro/contract'

/** The zone of a company's calendar, by which its documents and figures are dated: the country of its VAT number (EL is Greece). */
export const companyTimeZone = (vatNumber: string): string => timeZoneOf(vatNumber.slice(0, 2).replace('EL', 'GR'))
