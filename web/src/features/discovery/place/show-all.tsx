import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { api } from '#app/api/api.ts'
import { useAttempt } from '#app/api/use-attempt.ts'
import { useSession } from '#app/session/session.tsx'
import { Button } from '#components/buttons/button.tsx'
import { matchesKey } from '../matches/match-query.ts'

const acts: Readonly<Record<string, MessageDescriptor>> = {
  IT: msg`Show all of Italy`,
  ES: msg`Show all of Spain`,
  FR: msg`Show all of France`,
  GB: msg`Show all of the UK`,
  IE: msg`Show all of Ireland`,
}

/** Searches the whole country from now on. */
export const useShowAll = () => {
  const { session, update } = useSession()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { busy, failure, attempt } = useAttempt()
  const onShow = () =>
    void attempt(async () => {
      update(await api('PUT /dispenser/place', { body: { trackerId: session.clickid, wholeCountry: true } }))
      client.removeQueries({ queryKey: matchesKey, type: 'inactive' })
      void navigate('/find', { replace: true })
    })
  return { busy, failure, onShow }
}

/** The button for it, where the whole country is not what is searched already. */
export const ShowAll = ({ busy, onShow }: Pick<ReturnType<typeof useShowAll>, 'busy' | 'onShow'>) => {
  const { i18n } = useLingui()
  const { session } = useSession()
  const act = acts[session.country]
  return session.searchRegion !== '' && act ? (
    <Button busy={busy} onClick={onShow}>
      {i18n._(act)}
    </Button>
  ) : null
}
