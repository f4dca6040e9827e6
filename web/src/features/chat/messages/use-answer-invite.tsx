import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ApiProblem } from '#app/api/api.ts'
import { useSession } from '#app/session/session.tsx'
import { useToast } from '#components/feedback/toast.tsx'
import { conversationsKey, putMessages, reloadNewest } from './chat-queries.ts'

/** Accepts or declines a member's invite. */
export const useAnswerInvite = (memberId: string) => {
  const client = useQueryClient()
  const toast = useToast()
  const { session } = useSession()
  const [busy, setBusy] = useState<'accept' | 'decline' | null>(null)
  const answer = async (accepted: boolean) => {
    if (busy) return
    setBusy(accepted ? 'accept' : 'decline')
    try {
      const { message } = await api('PUT /api/invites/:angelId', { params: { memberId }, body: { accepted } })
      putMessages(client, memberId, [message])
      void client.invalidateQueries({ queryKey: conversationsKey })
    } catch (error) {
      toast({
        text:
          error instanceof ApiProblem && error.status !== 0 && error.status < 500 ? (
            <Trans>This invitation no longer needs an answer.</Trans>
          ) : (
            <Trans>That didn’t work. Try again in a moment.</Trans>
          ),
      })
      // The toast has reported the failure; reloading is an attempt to show the present state.
      void reloadNewest(client, session.clickid, memberId).catch(() => undefined)
    }
    setBusy(null)
  }
  return { answer, busy }
}
