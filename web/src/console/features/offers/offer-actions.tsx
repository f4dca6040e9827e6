import { isAllowed, type OfferView } from '@incontro/contract/admin'
import { useLingui } from '@lingui/react/macro'
import { rolesAt, useMe } from '#console/base/me.tsx'
import { KeyButton } from '#console/parts/key-button.tsx'
import type { OfferAction } from './offer-dialog.tsx'

/** What can be done next, by the state of the draft and the roles of the person. */
export const OfferActions = ({
  brand,
  view: { draft },
  isDirty,
  onAction,
}: {
  readonly brand: string
  readonly view: OfferView
  /** What is written is not saved yet: the draft is another one than on the screen. */
  readonly isDirty: boolean
  readonly onAction: (action: OfferAction) => void
}) => {
  const { t } = useLingui()
  const roles = rolesAt(useMe(), brand)
  if (!draft) return null
  const mayWrite = isAllowed('writeOffers', roles)
  const decides = isAllowed('approveOffers', roles) && draft.state === 'submitted'
  const publishes = isAllowed('publishOffers', roles) && draft.state === 'approved'
  return (
    <>
      {mayWrite && draft.state === 'draft' && (
        <>
          <KeyButton keys="d" name={t`Discard`} variant="ghost" onPress={() => onAction('discard')} />
          <KeyButton
            keys="a"
            name={t`Ask for approval`}
            disabled={isDirty || draft.faults.length > 0}
            onPress={() => onAction('submit')}
          />
        </>
      )}
      {mayWrite && draft.state !== 'draft' && (
        <KeyButton keys="w" name={t`Take back`} variant="ghost" onPress={() => onAction('withdraw')} />
      )}
      {decides && draft.mayApprove && (
        <>
          <KeyButton keys="r" name={t`Give back`} variant="sec" disabled={isDirty} onPress={() => onAction('refuse')} />
          <KeyButton keys="a" name={t`Approve`} disabled={isDirty} onPress={() => onAction('approve')} />
        </>
      )}
      {publishes && (
        <>
          <KeyButton
            keys="l"
            name={t`Publish at a time`}
            variant="sec"
            disabled={isDirty}
            onPress={() => onAction('plan')}
          />
          <KeyButton keys="p" name={t`Publish now`} disabled={isDirty} onPress={() => onAction('publish')} />
        </>
      )}
    </>
  )
}
