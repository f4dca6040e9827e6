import { Trans } from '@lingui/react/macro'

/** What stands in the place of a text. */
export const MediaWord = ({ kind }: { readonly kind: 'photo' | 'voice' }) =>
  kind === 'photo' ? <Trans>Foto</Trans> : <Trans>Messaggio vocale</Trans>
