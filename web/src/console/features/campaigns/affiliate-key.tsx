import { Trans, useLingui } from '@lingui/react/macro'
import { ShownOnce } from '#console/parts/shown-once.tsx'

/** The key of an affiliate, once. */
export const AffiliateKey = ({ value, onClose }: { readonly value: string; readonly onClose: () => void }) => {
  const { t } = useLingui()
  return (
    <ShownOnce
      title={t`The affiliate’s key`}
      intro={
        <Trans>
          It is shown this once. Send it to the affiliate, and to no one else: it opens our calls for them and signs
          ours.
        </Trans>
      }
      value={value}
      onClose={onClose}
    />
  )
}
