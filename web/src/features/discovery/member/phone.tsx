import { Trans, useLingui } from '@lingui/react/macro'
import { Phone } from 'lucide-react'
import { useState } from 'react'
import { api } from '#app/api/api.ts'
import { useAttempt } from '#app/api/use-attempt.ts'
import { Button, ButtonLink } from '#components/buttons/button.tsx'
import { Note } from '#components/feedback/note.tsx'
import { Icon } from '#components/marks/icon.tsx'

/**
 * Reveals a phone number that its owner shares with the reader. Fetched on request, because the owner sees how often it
 * was revealed.
 */
export const PhoneButton = ({ memberId, memberName }: { readonly memberId: string; readonly memberName: string }) => {
  const { t, i18n } = useLingui()
  const { busy, failure, attempt } = useAttempt()
  const [number, setNumber] = useState<string | null>(null)
  const show = () =>
    attempt(async () => {
      setNumber((await api('POST /dispenser/:angelId/phone', { params: { memberId } })).number)
    })
  return (
    <div role="status">
      {failure && <Note tone="bad">{i18n._(failure)}</Note>}
      {number === null ? (
        <Button variant="sec" size="lg" block busy={busy && <Trans>One moment…</Trans>} onClick={() => void show()}>
          <Icon of={Phone} />
          <Trans>Show phone number</Trans>
        </Button>
      ) : (
        <ButtonLink
          variant="sec"
          size="lg"
          block
          reload
          href={`tel:${number}`}
          aria-label={t`Call ${memberName}: ${number}`}
        >
          <Icon of={Phone} />
          {number}
        </ButtonLink>
      )}
    </div>
  )
}
