/** Calling codes of our countries, and whether national numbers have a trunk zero that is dropped after the code. */
const callingCodes: Readonly<Record<string, { readonly code: string; readonly hasTrunkZero: boolean }>> = {
  IT: { code: '39', hasTrunkZero: false },
  ES: { code: '34', hasTrunkZero: false },
  FR: { code: '33', hasTrunkZero: true },
  GB: { code: '44', hasTrunkZero: true },
  IE: { code: '353', hasTrunkZero: true },
}

const international = /^\+[1-9]\d{6,14}$/
/** Separators that people write between digits. */
const separators = /[\s().\u2010-\u2015/-]/gu

/**
 * Normalises a phone number to the international form (E.164); undefined if it is not one.
 * @param country whose numbers are written without a prefix; ISO 3166-1 alpha-2 in capitals
 */
export function phoneNumberOf(written: string, country: string): string | undefined {
  // "(0)" after a prefix is the trunk zero, which is dropped.
  const digits = written.replace(/^\s*((?:\+|00)\s*\d{1,3}\s*)\(0\)/, '$1').replace(separators, '')
  const prefix = callingCodes[country]
  const national = (number: string) =>
    prefix && `+${prefix.code}${prefix.hasTrunkZero ? number.replace(/^0/, '') : number}`
  const number = digits.startsWith('+')
    ? digits
    : digits.startsWith('00')
      ? `+${digits.slice(2)}`
      : /^\d{6,}$/.test(digits)
        ? national(digits)
        : undefined
  return number !== undefined && international.test(number) ? number : undefined
}
