import { useQueryClient } from '@tanstack/react-query'
import { type MatchReply, matchesKey } from '../matches/match-query.ts'

/** The card that linked to a member's page, from a cached list, to show while the rest loads. */
export const useCard = (id: string): MatchReply['members'][number] | undefined =>
  useQueryClient()
    .getQueriesData<MatchReply>({ queryKey: matchesKey })
    .flatMap(([, reply]) => reply?.members ?? [])
    .find((member) => member.id === id)
