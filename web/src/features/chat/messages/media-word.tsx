import { Trans } from '@lingui/react/macro'

/** The word for a photo or a voice message where a text would be shown. */
export const MediaWord = ({ kind }: { readonly kind: 'photo' | 'voice' }) =>
  kind === 'photo' ? <Trans>Photo</Trans> : <Trans>Voice message</Trans>
