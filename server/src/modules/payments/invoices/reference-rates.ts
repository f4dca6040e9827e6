import { minorDigits } from '@incontro/contract'

/** Reference rates of the European Central Bank by day (YYYY-MM-DD) and currency: units of the currency for one euro. */
export type ReferenceRates = ReadonlyMap<string, Readonly<Record<string, number>>>

/**
 * Reads the ECB's file of all reference rates (`eurofxref-hist.csv`: a line of currencies, then a line for each day).
 * @throws RangeError if it is another file
 */
export function readReferenceRates(csv: string): ReferenceRates {
  const [head = '', ...lines] = csv.split(/\r?\n/).filter((line) => line.trim() !== '')
  const [first, ...currencies] = cells(head)
  if (first !== 'Date' || currencies.length === 0 || !currencies.every((code) => /^[A-Z]{3}$/.test(code)))
    throw new RangeError('its first line is not "Date,USD,JPY,…"')
  return new Map(
    lines.map((line) => {
      const [day = '', ...values] = cells(line)
      if (!/^\d{4}-\d\d-\d\d$/.test(day) || values.length !== currencies.length)
        throw new RangeError(`"${line.slice(0, 40)}" is not a day and ${currencies.length} rates`)
      const rates = currencies.map((code, at) => [code, rateIn(values[at] ?? '', day)] as const)
      return [day, Object.fromEntries(rates.filter((one): one is [string, number] => one[1] !== null))]
    }),
  )
}

/** The ECB ends its lines with a comma. */
const cells = (line: string): string[] =>
  line
    .replace(/,\s*$/, '')
    .split(',')
    .map((cell) => cell.trim())

/** Null for a currency that is not quoted on that day. */
function rateIn(text: string, day: string): number | null {
  if (text === 'N/A' || text === '') return null
  if (!/^\d+(\.\d+)?$/.test(text) || Number(text) === 0) throw new RangeError(`"${text}" of ${day} is not a rate`)
  return Number(text)
}

/** The day whose rates are for a period that ends on `last`: that day, or the next one with rates; null if the file lacks it. */
export function dayOfRates(rates: ReferenceRates, last: string): string | null {
  const days = [...rates.keys()].toSorted()
  // A file that begins later may lack the right day.
  return days[0] === undefined || days[0] > last ? null : (days.find((day) => day >= last) ?? null)
}

/** An amount in cents of a euro. */
export function euroCents(minor: number, currency: string, unitsPerEuro: number): number {
  const cents = Math.round((Math.abs(minor) / 10 ** minorDigits(currency) / unitsPerEuro) * 100)
  return minor < 0 ? -cents : cents
}
