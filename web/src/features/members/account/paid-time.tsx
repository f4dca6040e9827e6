import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '#app/session/session.tsx'
import { Note } from '#components/feedback/note.tsx'
import { useDate } from '#app/i18n/date.ts'
import { ordersQuery } from '#features/subscriptions/index.ts'

/** What happens to a running plan when its member leaves; shown beforehand. */
export const PaidTime = ({ forGood }: { forGood: boolean }) => {
  const {
    session: { clickid },
  } = useSession()
  const date = useDate()
  const { data } = useQuery(ordersQuery(clickid))
  if (!data?.subscription) return null
  const until = date(new Date(data.subscription.paidUntil), 'to')
  return (
    <Note tone="warn">
      {forGood ? (
        <Trans>
          You have a plan paid until {until}: it no longer renews, and the time left is lost. Within 14 days of buying
          you can withdraw before you delete the profile.
        </Trans>
      ) : (
        <Trans>
          You have a plan paid until {until}: it no longer renews. The time you paid for keeps running; within 14 days
          of buying you can withdraw before you deactivate the profile.
        </Trans>
      )}
    </Note>
  )
}
