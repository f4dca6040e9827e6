import type { AnsweredPrompt, InterestId, IntentId } from '@incontro/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '#app/api/api.ts'
import { useAttempt } from '#app/api/use-attempt.ts'
import { useSession } from '#app/session/session.tsx'
import type { HairColor } from '#features/choices/index.ts'
import { memberPageKey } from '#app/api/member-query.ts'
import { ownProfileQuery } from '../cards/profile-query.ts'
import { saveChoices } from './save-choices.ts'

/** The profile fields that are chosen rather than typed; each choice is saved immediately. */
export interface OwnChoices {
  readonly intent: IntentId | null
  readonly interests: InterestId[]
  readonly prompts: AnsweredPrompt[]
  readonly height: number | null
  readonly weight: number | null
  readonly hairColor: HairColor | null
}

/** The member's own choices, updated optimistically and reverted if the server refuses. */
export const useOwnChoices = () => {
  const client = useQueryClient()
  const { session } = useSession()
  const { data } = useQuery(ownProfileQuery(session.clickid))
  const { failure, attempt } = useAttempt()
  const save = (changes: Partial<OwnChoices>): Promise<boolean> => {
    const send = (body: typeof changes) =>
      api('PUT /api/users/:trackerId', { params: { trackerId: session.clickid }, body, keepalive: true })
    return attempt(() => saveChoices(client, session.clickid, changes, send, [memberPageKey]))
  }
  return { choices: data as OwnChoices | undefined, save, failure }
}
