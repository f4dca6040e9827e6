import type { OnboardingStep } from '@incontro/contract/profile-choices'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '#app/api/api.ts'
import { useSession } from '#app/session/session.tsx'
import { peoplePlaces } from '#app/shell/people-places.ts'
import { ButtonLink } from '#components/buttons/button.tsx'

const acts: Readonly<Record<OnboardingStep, MessageDescriptor>> = {
  name: msg`Add your name`,
  photo: msg`Add a photo`,
  intent: msg`Say what you’re looking for`,
  prompt: msg`Answer a prompt`,
  interests: msg`Choose your interests`,
}

/** What brings likes and visits: the first thing that the member's profile lacks, or looking at others. */
export const NextAct = () => {
  const { i18n } = useLingui()
  const { session } = useSession()
  const { clickid } = session
  const { data, isError } = useQuery({
    queryKey: ['profile steps', clickid],
    queryFn: ({ signal }) => api('GET /api/users/profile/:trackerId', { params: { trackerId: clickid }, signal }),
    select: ({ steps }) => steps.find(({ state }) => state !== 'done')?.id ?? null,
  })
  if (data === undefined && !isError) return null
  return data ? (
    <ButtonLink href={`/start?step=${data}`} variant="sec">
      {i18n._(acts[data])}
    </ButtonLink>
  ) : (
    <ButtonLink href={peoplePlaces(session)[0] ?? '/find'} variant="sec">
      <Trans>See who’s there</Trans>
    </ButtonLink>
  )
}
