import type { Money } from '#modules/payments/port.ts'

/**
 * Adyen's currencies without CVE and IDR, which it counts in whole units only: a refund of a part could not be sent.
 * Source: docs.adyen.com, "Currency codes and minor units".
 */
export const currencies: readonly string[] = [
  'AED ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BMD BND BOB BRL BSD BWP BYN BZD CAD CHF CLP CNY',
  'COP CRC CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF',
  'ILS INR IQD ISK JMD JOD JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LYD MAD MDL MKD MMK MNT',
  'MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD',
  'RWF SAR SBD SCR SEK SGD SHP SOS SRD SZL THB TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VND VUV',
  'WST XAF XCD XOF XPF YER ZAR ZMW',
].flatMap((codes) => codes.split(' '))

/** Without decimals in ISO 4217, with two at Adyen. */
const inHundredths = new Set(['CLP', 'ISK'])
const scaleOf = (currency: string): number => (inHundredths.has(currency) ? 100 : 1)

export const toAmount = ({ minor, currency }: Money) => ({ value: minor * scaleOf(currency), currency })

/** Rounds down: no part of a unit makes up for a whole one. */
export const toMoney = ({ value, currency }: { readonly value: number; readonly currency: string }): Money => ({
  minor: Math.floor(value / scaleOf(currency)),
  currency,
})
