/** Minor units as the wire's decimal string: 2490 is "24.90". */
export const decimal = (minor: number): string => (minor / 100).toFixed(2)

/** The tax contained in a total, in minor units. */
export const taxWithin = (totalMinor: number, ratePercent: number): number =>
  Math.round((totalMinor * ratePercent) / (100 + ratePercent))

/** The reverse of `decimal`. */
export const minorOf = (text: string): number => Math.round(Number(text) * 100)
