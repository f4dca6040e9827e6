import type { Keys } from '#platform/ids.ts'
import { hideCard } from '../checkout/tested-cards.ts'
import type { ProviderEvent, WebhookHint } from '../port.ts'

/** The events without fingerprints that a provider knows cards by; call it before they are stored. */
export const hideCards = (
  keys: Keys,
  events: readonly (ProviderEvent | WebhookHint)[],
): readonly (ProviderEvent | WebhookHint)[] =>
  events.map((event) => (event.kind === 'hint' ? event : { ...event, state: hideCard(keys, event.state) }))
