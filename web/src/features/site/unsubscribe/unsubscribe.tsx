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

/** Milliseconds for which the page shows the success before it redirects (section 9). */
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
      title={<Trans>Done: we won’t email you any more</Trans>}
      text={
        list === 'notices' ? (
          <Trans>
            You won’t get email alerts for new messages any more. If you change your mind, turn them back on in your
            consents.
          </Trans>
        ) : (
          <Trans>
            This address won’t get any more promotional emails. The ones your profile and payments need will still
            arrive.
          </Trans>
        )
      }
      action={
        <ButtonLink href={session ? '/find' : '/'} variant="sec" reload>
          <Trans>Continue</Trans>
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
      title={<Trans>We couldn’t take you off the list</Trans>}
      text={
        <Trans>
          The link may be incomplete. Write to support at{' '}
          <a className={text.link} href={`mailto:${supportEmail}`}>
            {supportEmail}
          </a>{' '}
          and we’ll take care of it.
        </Trans>
      }
      action={
        <ButtonLink href="/contactUs" variant="sec" reload>
          <Trans>Write to support</Trans>
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
      <Button type="submit" size="lg" busy={busy && <Trans context="from a list">Removing…</Trans>}>
        <Trans>Stop emailing me</Trans>
      </Button>
    </Form>
  )
  return (
    <main id="main" className={layout.page}>
      <Title>{t`Stop receiving emails`}</Title>
      {tried?.done === true && <Done list={tried.list} />}
      {tried?.done === false && <Failed />}
      {!tried && by === 'link' && (
        <EmptyState
          level={1}
          icon={MailX}
          title={<Trans>Do you want to stop receiving these emails?</Trans>}
          text={
            <Trans>
              One click is enough, no need to sign in. You’ll still get the emails your profile and payments need.
            </Trans>
          }
          action={button}
        />
      )}
      {!tried && by === 'member' && (
        <EmptyState
          level={1}
          icon={MailX}
          title={<Trans>Do you want to stop receiving promotional emails?</Trans>}
          text={
            <Trans>
              We’ll take {session?.email} off the list: no more news or offers, from us or from others. Emails the
              profile needs will still arrive.
            </Trans>
          }
          action={button}
        />
      )}
      {!tried && by === undefined && (
        <EmptyState
          level={1}
          icon={MailX}
          title={<Trans>Stop receiving emails</Trans>}
          text={
            <Trans>
              Every alert has a link at the bottom that takes you off the list in one click. Or sign in and choose here.
            </Trans>
          }
          action={
            <ButtonLink href="/login?next=/unsubscribe" reload>
              <Trans>Sign in</Trans>
            </ButtonLink>
          }
        />
      )}
    </main>
  )
}
