import type { MessageReaction } from '@incontro/contract'
import type { Message } from '@incontro/contract/domain'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { api, ApiProblem } from '#app/api/api.ts'
import { useSession } from '#app/session/session.tsx'
import { useToast } from '#components/feedback/toast.tsx'
import { conversationsKey, putMessages, reloadNewest, removeMessage } from './chat-queries.ts'

/** Text of a refusal: the other member has read the message by now, or it no longer exists. */
const Refusal = ({ code }: { code: string }) =>
  code === 'already_read' ? (
    <Trans>The message has been read, so it can no longer be changed.</Trans>
  ) : (
    <Trans>That didn’t work. Try again in a moment.</Trans>
  )

/** The actions on a message; each shows a toast if it fails. */
export const useMessageActions = (memberId: string) => {
  const client = useQueryClient()
  const toast = useToast()
  const { session, update } = useSession()
  const params = ({ seq }: Pick<Message, 'seq'>) => ({ memberId, seq })
  const changeList = () => void client.invalidateQueries({ queryKey: conversationsKey })
  /** @returns whether it succeeded */
  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    try {
      await work()
      return true
    } catch (error) {
      toast({ text: <Refusal code={error instanceof ApiProblem ? error.code : ''} /> })
      // The toast has reported the failure; reloading is an attempt to show the present state.
      void reloadNewest(client, session.clickid, memberId).catch(() => undefined)
      return false
    }
  }
  const hide = (message: Message, hidden: boolean) =>
    api('PUT /api/messages/:angelId/:seq/hidden', { params: params(message), body: { hidden } })
  return {
    copy: (message: Message) =>
      void navigator.clipboard.writeText(message.msg).then(
        () => toast({ text: <Trans>Message copied.</Trans> }),
        // The browser refuses the clipboard without a reason that would help the member.
        () => toast({ text: <Refusal code="" /> }),
      ),
    edit: (message: Message, text: string) =>
      attempt(async () => {
        const reply = await api('PUT /api/messages/:angelId/:seq', { params: params(message), body: { text } })
        putMessages(client, memberId, [reply.message])
        changeList()
      }),
    withdraw: (message: Message) =>
      void attempt(async () => {
        const reply = await api('DELETE /api/messages/:angelId/:seq', { params: params(message) })
        putMessages(client, memberId, [reply.message])
        update({ icebreakerCredits: reply.icebreakerCredits, totalCredits: reply.totalCredits })
        changeList()
        toast({ text: <Trans>Message withdrawn. What it cost is yours again.</Trans> })
      }),
    remove: (message: Message) =>
      void attempt(async () => {
        await hide(message, true)
        removeMessage(client, memberId, message.seq)
        changeList()
        toast({
          text: <Trans>Message deleted for you.</Trans>,
          action: {
            label: <Trans>Cancel</Trans>,
            onAction: () =>
              void attempt(async () => {
                await hide(message, false)
                putMessages(client, memberId, [message])
                changeList()
              }),
          },
        })
      }),
    react: (message: Message, reaction: MessageReaction | null) =>
      void attempt(async () => {
        const reply = await api('PUT /api/messages/:angelId/:seq/reaction', {
          params: params(message),
          body: { reaction },
        })
        putMessages(client, memberId, [reply.message])
      }),
  }
}
