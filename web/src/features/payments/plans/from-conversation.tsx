import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { isConversation, usePageBeforePurchase } from '#app/shell/purchase-origin.ts'
import { useSession } from '#app/session/session.tsx'
import { Avatar } from '#components/people/avatar.tsx'
import { memberQuery } from '#app/api/member-query.ts'
import paymentStyles from '../purchase/purchase.module.css'
import styles from './plans.module.css'

/** The heading, with the member to whose conversation the purchase leads back, if it began there. */
export const FromConversation = ({ children }: { readonly children: ReactNode }) => {
  const origin = usePageBeforePurchase()
  const { session } = useSession()
  const id = isConversation(origin) ? (origin?.split('/')[2] ?? '') : ''
  // Without an answer the heading is shown alone: the plans do not depend on it.
  const { data: otherMember } = useQuery({ ...memberQuery(session, id), enabled: id !== '' })
  if (!otherMember) return children
  const { memberName, gallery } = otherMember
  return (
    <div className={styles.from}>
      <Avatar photo={gallery[0]?.url ?? null} name={memberName} size={64} />
      <div>
        {children}
        <p className={paymentStyles.small}>
          <Trans>Afterwards you return to your conversation with {memberName}.</Trans>
        </p>
      </div>
    </div>
  )
}
