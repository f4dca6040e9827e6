import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '#components/buttons/button.tsx'
import { useToast } from '#components/feedback/toast.tsx'
import { FieldMessage } from '#components/forms/field.tsx'
import { api, type ReplyOf } from '#console/base/api.ts'
import { problemText } from '#console/base/problem-text.ts'
import { roleName } from '#console/base/roles.ts'
import { Moment } from '#console/parts/time.tsx'
import parts from '#console/parts/parts.module.css'

type Invitation = ReplyOf<'GET /admin/api/account'>['invitations'][number]

/** Roles at further brands that begin when they are accepted. */
export const Invitations = ({ of }: { readonly of: readonly Invitation[] }) => {
  const { t, i18n } = useLingui()
  const toast = useToast()
  const queries = useQueryClient()
  const answer = useMutation({
    mutationFn: ({ brand, accepts }: { readonly brand: string; readonly title: string; readonly accepts: boolean }) =>
      api('POST /admin/api/account/invitations', { body: { brand, accepts } }),
    onSuccess: (_, { title, accepts }) => {
      toast({ text: accepts ? t`You work at ${title} now.` : t`The invitation of ${title} is declined.` })
    },
    // Also after a refusal: what was withdrawn meanwhile is not shown any longer.
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: ['me'] })
      await queries.invalidateQueries({ queryKey: ['account'] })
    },
  })
  return (
    <>
      <p className={parts.note}>
        <Trans>Who works at several brands can have their access reset only by an owner of all of them.</Trans>
      </p>
      <ul className={parts.rows}>
        {of.map(({ brand, title, roles, invitedAt }) => (
          <li key={brand} data-row>
            <span className={parts.two}>
              <b>{title}</b>
              <span>
                {roles.map((role) => i18n._(roleName[role])).join(', ')} · <Moment at={invitedAt} />
              </span>
            </span>
            <span className={parts.tools}>
              <Button
                size="sm"
                disabled={answer.isPending}
                onClick={() => answer.mutate({ brand, title, accepts: true })}
              >
                <Trans>Accept</Trans>
              </Button>
              <Button
                size="sm"
                variant="ghost"
                disabled={answer.isPending}
                onClick={() => answer.mutate({ brand, title, accepts: false })}
              >
                <Trans>Decline</Trans>
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {answer.error && <FieldMessage>{i18n._(problemText(answer.error))}</FieldMessage>}
    </>
  )
}
