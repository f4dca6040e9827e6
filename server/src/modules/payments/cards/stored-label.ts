import type { Connections } from '../connections.ts'

/** The networks' own names, the same in every language. */
const networks: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mc: 'Mastercard',
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
}

/** What members read for something stored: the card's network, or the provider's label for an account with it. */
export function storedLabel(
  connections: Pick<Connections, 'byId'>,
  { brand, connection }: { readonly brand: string; readonly connection: string },
): string {
  const provider = connections.byId(connection)?.provider
  const isAccount = brand === '' || brand === provider?.name
  return networks[brand] ?? (isAccount ? provider?.label : undefined) ?? brand
}
