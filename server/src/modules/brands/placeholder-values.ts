import type { Brand } from './brand.ts'
import type { BrandFile } from './brand-file.ts'
import type { PlaceholderValues } from './placeholders.ts'

/** What of a brand its legal pages may name. */
export const placeholderValues = (
  brand: Omit<Brand, 'legal'> | BrandFile,
  poolMates: readonly string[],
): PlaceholderValues => ({
  values: {
    title: brand.title,
    domain: brand.domain,
    company: brand.company.name,
    address: brand.company.address,
    vatNumber: brand.company.vatNumber,
    supportEmail: brand.support.email,
    // No line break inside the number.
    phone: brand.support.phone.replaceAll(' ', '\u00a0'),
    descriptor: brand.descriptor,
    paymentCompany: brand.paymentCompany,
    noticeDays: String(brand.renewal.noticeDays),
    graceDays: String(brand.renewal.graceDays),
    absenceMonths: String(brand.absence.endsAfterMonths),
    askAgainAfterDays: String(brand.cookieConsent.askAgainAfterDays),
    poolMates: poolMates.join(', '),
  },
  parts: { sharedPool: poolMates.length > 0, sampleData: brand.company.sampleData },
})
