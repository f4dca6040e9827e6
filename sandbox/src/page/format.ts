import type { Amount } from '../adyen/records.ts'
import { toDecimal, type ProviderName } from '../minor-units.ts'

/** `29.90 EUR` */
export function formatMoney(provider: ProviderName, { value, currency }: Amount): string {
  return `${toDecimal(provider, value, currency)} ${currency}`
}

/** `4111 1111 1111 1111` */
export function formatCard(number: string): string {
  return number.replace(/(.{4})(?=.)/g, '$1 ')
}

/** `08:14:52` in the server's time zone, with the full time in the element's title. */
export function formatTime(iso: string): string {
  return new Date(iso).toLocaleTimeString('en-GB')
}
