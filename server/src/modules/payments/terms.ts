/** Days within which a consumer may withdraw without a reason (directive 2011/83/EU, article 9). */
export const withdrawalDays = 14

/** Version of the texts a member agrees to above the order button. */
export const orderTextVersion = 'order-2026-11'
