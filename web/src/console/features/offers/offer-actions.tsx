import { isAllowed, type OfferView } from '@incontro/contract/admin'
import { Trans } from '@lingui/react/macro'
import { Button } from '#components/buttons/button.tsx'
import { rolesAt, useMe } from '#console/base/me.tsx'
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
  const roles = rolesAt(useMe(), brand)
  if (!draft) return null
  const mayWrite = isAllowed('writeOffers', roles)
  const decides = isAllowed('approveOffers', roles) && draft.state === 'submitted'
  const publishes = isAllowed('publishOffers', roles) && draft.state === 'approved'
  return (
    <>
      {mayWrite && draft.state === 'draft' && (
        <>
          <Button variant="ghost" onClick={() => onAction('discard')}>
            <Trans>Discard</Trans>
          </Button>
          <Button disabled={isDirty || draft.faults.length > 0} onClick={() => onAction('submit')}>
            <Trans>Ask for approval</Trans>
          </Button>
        </>
      )}
      {mayWrite && draft.state !== 'draft' && (
        <Button variant="ghost" onClick={() => onAction('withdraw')}>
          <Trans>Take back</Trans>
        </Button>
      )}
      {decides && draft.mayApprove && (
        <>
          <Button variant="sec" disabled={isDirty} onClick={() => onAction('refuse')}>
            <Trans>Give back</Trans>
          </Button>
          <Button disabled={isDirty} onClick={() => onAction('approve')}>
            <Trans>Approve</Trans>
          </Button>
        </>
      )}
      {publishes && (
        <>
          <Button variant="sec" disabled={isDirty} onClick={() => onAction('plan')}>
            <Trans>Publish at a time</Trans>
          </Button>
          <Button disabled={isDirty} onClick={() => onAction('publish')}>
            <Trans>Publish now</Trans>
          </Button>
        </>
      )}
    </>
  )
}
