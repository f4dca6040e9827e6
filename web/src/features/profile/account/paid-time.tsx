import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSession } from '#app/session/session.tsx'
import { Note } from '#components/feedback/note.tsx'
import { useDate } from '#app/i18n/date.ts'
import { ordersQuery } from '#features/subscription/index.ts'

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
          Hai un piano pagato fino {until}: non si rinnova più, e il tempo che resta si perde. Entro 14 giorni
          dall’acquisto puoi recedere prima di eliminare il profilo.
        </Trans>
      ) : (
        <Trans>
          Hai un piano pagato fino {until}: non si rinnova più. Il tempo già pagato continua a correre; entro 14 giorni
          dall’acquisto puoi recedere prima di disattivare il profilo.
        </Trans>
      )}
    </Note>
  )
}
