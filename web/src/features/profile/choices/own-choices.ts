import type { AnsweredPrompt, InterestId, IntentId } from '@incontro/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../../app/api/api.ts'
import { useAttempt } from '../../../app/api/use-attempt.ts'
import { useSession } from '../../../app/session/session.tsx'
import type { HairColor } from '../../choices/index.ts'
import { memberPageKey } from '../../discovery/index.ts'
import { type OwnProfile, ownProfileQuery, profileKey } from '../cards/profile-query.ts'

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
  const key = [...profileKey, session.clickid]
  const running = useRef(0)
  const save = async (changes: Partial<OwnChoices>): Promise<boolean> => {
    running.current += 1
    // A request sent before this change would return the old choices.
    void client.cancelQueries({ queryKey: key })
    const before = client.getQueryData<OwnProfile>(key)
    client.setQueryData<OwnProfile>(key, (now) => now && { ...now, ...changes })
    const saved = await attempt(() =>
      api('PUT /api/users/:trackerId', { params: { trackerId: session.clickid }, body: changes, keepalive: true }),
    )
    if (saved) await Promise.all([memberPageKey, profileKey].map((queryKey) => client.invalidateQueries({ queryKey })))
    else client.setQueryData(key, before)
    return saved
  }
  return { choices: data as OwnChoices | undefined, save, failure }
}
