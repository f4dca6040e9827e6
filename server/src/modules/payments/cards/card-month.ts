import type { ProviderState } from '../port.ts'

type CardExpiry = NonNullable<NonNullable<ProviderState['token']>['expiry']>

/** A card is valid until its month is over: the moment from which it no longer is. */
export const cardExpiresAt = ({ year, month }: CardExpiry): Date => new Date(Date.UTC(year, month))

/** The last month of a card that expires at that moment, as `2030-08`. */
export const cardMonth = (expiresAt: Date): string => new Date(expiresAt.getTime() - 1).toISOString().slice(0, 7)
