import { Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert, CircleCheck, MailX } from 'lucide-react'
import { useEffect } from 'react'
import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router'
import { ApiProblem, apiOver } from '#app/api/api.ts'
import { webContext } from '#app/server/server-context.ts'
import { useSite } from '#app/brand/site.ts'
import { Title } from '#app/seo/title.tsx'
import { Button, ButtonLink } from '#components/buttons/button.tsx'
import { EmptyState } from '#components/feedback/empty-state.tsx'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'

/** Milliseconds for which the page shows the success before it redirects (spec section 9). */
const leadsOnAfter = 3000

const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token')

/** Who unsubscribes: the recipient of a link, or the signed-in member; undefined without either. */
export const loader = ({ request, context }: LoaderFunctionArgs) => {
  if (tokenOf(request) !== null) return { by: 'link' as const }
  return { by: context.get(webContext).session ? ('member' as const) : undefined }
}

/**
 * Handles the page's button, and the one-click request of mail programs (RFC 8058), which has no cookie or origin, only
 * the link's token, and reads only the status.
 */
export const action = async ({ request, context }: ActionFunctionArgs) => {
  const token = tokenOf(request)
  try {
    const { list } = await apiOver(context.get(webContext).api)('POST /api/unsubscribe', {
      body: token === null ? {} : { token },
    })
    return { done: true as const, list }
  } catch (error) {
    return data(
      { done: false as const },
      { status: error instanceof ApiProblem && error.status >= 400 ? error.status : 500 },
    )
  }
}

const Done = ({ list }: { list: 'notices' | 'promotion' }) => {
  const { session } = useSite()
  useEffect(() => {
    const timer = setTimeout(() => location.assign('/'), leadsOnAfter)
    return () => clearTimeout(timer)
  }, [])
  return (
    <EmptyState
      level={1}
      icon={CircleCheck}
      role="status"
      title={<Trans>Fatto: non ti scriviamo più</Trans>}
      text={
        list === 'notices' ? (
          <Trans>
            Non ricevi più per email gli avvisi dei nuovi messaggi. Se cambi idea, li riattivi dai tuoi consensi.
          </Trans>
        ) : (
          <Trans>
            Il tuo indirizzo è fuori dalle email promozionali. Quelle che servono al tuo profilo e ai tuoi pagamenti
            arrivano ancora.
          </Trans>
        )
      }
      action={
        <ButtonLink href={session ? '/find' : '/'} variant="sec" reload>
          <Trans>Continua</Trans>
        </ButtonLink>
      }
    />
  )
}

const Failed = () => {
  const {
    brand: { supportEmail },
  } = useSite()
  return (
    <EmptyState
      level={1}
      tone="bad"
      icon={CircleAlert}
      role="alert"
      title={<Trans>Non siamo riusciti a toglierti dalla lista</Trans>}
      text={
        <Trans>
          Forse il link è incompleto. Scrivi all’assistenza, a{' '}
          <a className={text.link} href={`mailto:${supportEmail}`}>
            {supportEmail}
          </a>
          : ci pensiamo noi.
        </Trans>
      }
      action={
        <ButtonLink href="/contactUs" variant="sec" reload>
          <Trans>Scrivi all’assistenza</Trans>
        </ButtonLink>
      }
    />
  )
}

/** Unsubscribes the recipient of an email's link or the signed-in member; without either it explains what is needed. */
export default function Unsubscribe() {
  const { t } = useLingui()
  const { by } = useLoaderData<typeof loader>()
  const { session } = useSite()
  const tried = useActionData<typeof action>()
  const busy = useNavigation().state !== 'idle'
  const button = (
    <Form method="post">
      <Button type="submit" size="lg" busy={busy && <Trans>Tolgo…</Trans>}>
        <Trans>Non scrivetemi più</Trans>
      </Button>
    </Form>
  )
  return (
    <main id="main" className={layout.page}>
      <Title>{t`Non ricevere più email`}</Title>
      {tried?.done === true && <Done list={tried.list} />}
      {tried?.done === false && <Failed />}
      {!tried && by === 'link' && (
        <EmptyState
          level={1}
          icon={MailX}
          title={<Trans>Vuoi smettere di ricevere queste email?</Trans>}
          text={
            <Trans>
              Basta un clic, senza accedere. Le email che servono al tuo profilo e ai tuoi pagamenti arrivano ancora.
            </Trans>
          }
          action={button}
        />
      )}
      {!tried && by === 'member' && (
        <EmptyState
          level={1}
          icon={MailX}
          title={<Trans>Vuoi smettere di ricevere email promozionali?</Trans>}
          text={
            <Trans>
              Togliamo {session?.email} dalla lista: niente più novità e offerte, né da noi né da altri. Le email che
              servono al profilo arrivano ancora.
            </Trans>
          }
          action={button}
        />
      )}
      {!tried && by === undefined && (
        <EmptyState
          level={1}
          icon={MailX}
          title={<Trans>Non ricevere più email</Trans>}
          text={
            <Trans>
              In fondo a ogni avviso c’è un link che ti toglie dalla lista con un clic. In alternativa accedi e scegli
              da qui.
            </Trans>
          }
          action={
            <ButtonLink href="/login?next=/unsubscribe" reload>
              <Trans>Accedi</Trans>
            </ButtonLink>
          }
        />
      )}
    </main>
  )
}
