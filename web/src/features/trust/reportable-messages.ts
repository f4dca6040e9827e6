import { useQuery } from '@tanstack/react-query'
import { api } from '#app/api/api.ts'
import { useSession } from '#app/session/session.tsx'
import { isReportable, type ReportableMessage } from './concerned-member.ts'

/**
 * The other member's newest messages: those that are given, or those of the conversation with them, if there is one.
 * Fetching them marks none as read.
 */
export const useReportableMessages = (
  otherMemberId: string,
  given: readonly ReportableMessage[] | undefined,
): readonly ReportableMessage[] => {
  const { clickid } = useSession().session
  const { data } = useQuery({
    queryKey: ['reportableMessages', otherMemberId],
    queryFn: ({ signal }) =>
      api('GET /api/get/messages/:trackerId/:partnerId', { params: { trackerId: clickid, otherMemberId }, signal }),
    enabled: given === undefined,
    // A report can be sent without them.
    retry: false,
    // Never those of an earlier look.
    gcTime: 0,
  })
  return given ?? data?.filter(isReportable) ?? []
}
