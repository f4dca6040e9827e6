import { timeZoneOf } from '@incontro/contract'

/** The country of a company, as its VAT number begins (EL is Greece). */
export const companyCountry = (vatNumber: string): string => vatNumber.slice(0, 2).replace('EL', 'GR')

/** The zone of a company's calendar, by which its documents and figures are dated. */
export const companyTimeZone = (vatNumber: string): string => timeZoneOf(companyCountry(vatNumber))
