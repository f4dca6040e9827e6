import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#components/buttons/button.tsx'
import { FieldMessage } from '#components/forms/field.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { Spinner } from '#components/marks/spinner.tsx'
import { api, ApiProblem } from '#console/base/api.ts'
import { problemText } from '#console/base/problem-text.ts'
import { roleName } from '#console/base/roles.ts'
import { SignInFrame } from './sign-in-frame.tsx'
import styles from './sign-in.module.css'

/** An invitation or a reset: its token stands after `#`, which no server sees. */
const Link = () => {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [token] = useState(() => location.hash.slice(1))
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: () => api('POST /admin/api/link', { body: { token } }),
    retry: false,
    // Asked once: what is typed below must not vanish because a window got the focus.
    staleTime: Infinity,
  })
  const [name, setName] = useState<string>()
  const [password, setPassword] = useState('')
  const use = useMutation({
    mutationFn: () =>
      api('POST /admin/api/link/use', { body: { token, name: name ?? link.data?.name ?? '', password } }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['session'] })
      await navigate('/', { replace: true })
    },
  })
  if (link.error && !(link.error instanceof ApiProblem && link.error.status === 404))
    return (
      <SignInFrame title={t`We couldn’t load this`}>
        <p className={styles.note} role="alert">
          {i18n._(problemText(link.error))}
        </p>
        <Button variant="sec" busy={link.isFetching && <Trans>One moment…</Trans>} onClick={() => void link.refetch()}>
          <Trans>Try again</Trans>
        </Button>
      </SignInFrame>
    )
  if (link.error)
    return (
      <SignInFrame title={t`This link isn’t valid any more`}>
        <p className={styles.note}>
          <Trans>It was used, has expired, or a newer one was sent. Ask an owner for another one.</Trans>
        </p>
      </SignInFrame>
    )
  if (!link.data)
    return (
      <SignInFrame title={t`One moment…`}>
        <Spinner />
      </SignInFrame>
    )
  return (
    <SignInFrame title={link.data.purpose === 'reset' ? t`Set up your access again` : t`Welcome to the console`}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          use.mutate()
        }}
      >
        <p className={styles.note}>{link.data.email}</p>
        {link.data.invitation && (
          <p className={styles.note}>
            {link.data.invitation.title}: {link.data.invitation.roles.map((role) => i18n._(roleName[role])).join(', ')}
          </p>
        )}
        <input type="hidden" autoComplete="username" value={link.data.email} readOnly />
        <TextField
          label={t`Your name`}
          hint={t`Colleagues see it, members don’t.`}
          autoComplete="name"
          required
          maxLength={80}
          value={name ?? link.data.name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label={t`Password`}
          hint={t`At least 12 characters. A sentence is easy to remember.`}
          type="password"
          autoComplete="new-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {use.error && <FieldMessage>{i18n._(problemText(use.error))}</FieldMessage>}
        <Button type="submit" block busy={use.isPending && <Trans>One moment…</Trans>}>
          <Trans>Continue</Trans>
        </Button>
      </form>
    </SignInFrame>
  )
}

export default Link
