import { Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert, MailCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirectDocument,
  useActionData,
  useLoaderData,
  useNavigation,
  useSubmit,
} from 'react-router'
import { ApiProblem, apiOver } from '../../../app/api/api.ts'
import { webContext } from '../../../app/server/server-context.ts'
import { Title } from '../../../app/seo/title.tsx'
import { Button, ButtonLink } from '../../../components/buttons/button.tsx'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import layout from '../../../styles/layout.module.css'
import { relayCookies } from '../../../app/server/cookie-relay.ts'

/**
 * The link signs in. Whoever is signed in already, with an address that is confirmed, may have got a stranger's link: they press the
 * button themselves, so that nobody is moved into another profile by opening an address.
 */
export const loader = ({ context }: LoaderFunctionArgs) => ({
  itself: context.get(webContext).session?.emailConfirmed !== true,
})

/** The link of the email opens this page; only the POST it makes confirms, so that mail scanners confirm nothing (decision 11.13). */
export const action = async ({ request, context }: ActionFunctionArgs) => {
  const relay = relayCookies(context.get(webContext).api)
  const token = new URL(request.url).searchParams.get('token') ?? ''
  try {
    await apiOver(relay.send)('POST /api/users/confirmEmail', { body: { token } })
  } catch (error) {
    return { offline: error instanceof ApiProblem && error.status >= 500 }
  }
  return redirectDocument('/match', { status: 303, headers: relay.headers })
}

export default function ConfirmEmail() {
  const { t } = useLingui()
  const { itself } = useLoaderData<typeof loader>()
  const tried = useActionData<typeof action>()
  const idle = useNavigation().state === 'idle'
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  const sent = useRef(false)
  useEffect(() => {
    if (!itself || sent.current || !form.current) return
    sent.current = true
    void submit(form.current)
  }, [itself, submit])
  const button = (
    <Form method="post" ref={form}>
      <Button type="submit" size="lg" busy={!idle && <Trans>Confermo…</Trans>}>
        <Trans>Conferma l’indirizzo</Trans>
      </Button>
    </Form>
  )
  return (
    <main id="main" className={layout.page}>
      <Title>{t`Conferma l’indirizzo`}</Title>
      {tried && !tried.offline ? (
        <EmptyState
          level={1}
          tone="bad"
          icon={CircleAlert}
          role="alert"
          title={<Trans>Questo link non vale più</Trans>}
          text={<Trans>È già stato usato o è scaduto. Accedi: da lì puoi fartene mandare uno nuovo.</Trans>}
          action={
            <ButtonLink href="/login" reload>
              <Trans>Accedi</Trans>
            </ButtonLink>
          }
        />
      ) : (
        <EmptyState
          level={1}
          icon={MailCheck}
          title={<Trans>Manca un passo</Trans>}
          text={
            tried?.offline ? (
              <Trans>Qualcosa è andato storto. Riprova tra poco.</Trans>
            ) : (
              <Trans>Conferma che questo indirizzo è tuo e sei dentro.</Trans>
            )
          }
          action={button}
        />
      )}
    </main>
  )
}
