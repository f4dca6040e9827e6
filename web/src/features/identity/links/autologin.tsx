import { encodeRed } from '@incontro/contract/red'
import { Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert, DoorOpen, Lock, MailCheck, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  type ActionFunctionArgs,
  type ClientActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  redirectDocument,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router'
import { ApiProblem, apiOver, type Sender } from '#app/api/api.ts'
import { webContext } from '#app/server/server-context.ts'
import { useSite } from '#app/brand/site.ts'
import { Title } from '#app/seo/title.tsx'
import { SelfSubmittingForm } from '#components/forms/self-submitting-form.tsx'
import { Button, ButtonLink } from '#components/buttons/button.tsx'
import { EmptyState } from '#components/feedback/empty-state.tsx'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { leaveFor } from '#app/visit/leave-for.ts'
import { keepTrackerId } from '#app/visit/visit.ts'
import { carryCookies } from '#app/server/carry-cookies.ts'
import { enterByLink, type Taken } from './enter-by-link.ts'
import { readEntryLink } from './entry-link.ts'
import { logLink } from './link-log.ts'

const linkOf = (url: string) => readEntryLink('autologin', new URL(url).search)

/**
 * Opening the link changes nothing: the page's POST signs in. A link without a valid token is logged and redirects to
 * the search. Unlike the specification, a link without `mail` is as valid as one with it: the token is bound to its address, and
 * our links contain none.
 */
export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { api, session } = context.get(webContext)
  const link = linkOf(request.url)
  await logLink(api, '/autologin', link)
  if (link.token === '') throw redirect('/find')
  // The link's owner is already signed in: the link stays valid for another device.
  if (session && session.clickid === link.clickid) throw redirect(link.target)
  return { here: session?.memberName, target: link.target }
}

type Tried = Extract<Taken, { refused: string }>['refused'] | 'sent' | undefined

/** Requests a new link to replace an expired one. */
const askAgain = async (send: Sender, url: string): Promise<Tried> => {
  const { token, target } = linkOf(url)
  try {
    await apiOver(send)('POST /api/users/autoLogin/again', { body: { token, red: encodeRed(target) } })
    return 'sent'
  } catch (error) {
    return error instanceof ApiProblem && error.status === 429 ? 'busy' : 'failed'
  }
}
const wantsAgain = async (request: Request) => (await request.formData()).get('again') !== null

/** Without script. */
export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { api } = context.get(webContext)
  if (await wantsAgain(request)) return askAgain(api, request.url)
  const { send, headers } = carryCookies(api)
  const link = linkOf(request.url)
  const taken = await enterByLink(send, link)
  return 'refused' in taken ? taken.refused : redirectDocument(link.target, { status: 303, headers })
}

/** With script, the browser calls the API itself and stores the member's tracker id for the visit. */
export const clientAction = async ({ request }: ClientActionFunctionArgs): Promise<Tried> => {
  const send: Sender = (path, init) => fetch(path, init)
  if (await wantsAgain(request)) return askAgain(send, location.href)
  const link = linkOf(location.href)
  const taken = await enterByLink(send, link)
  if ('refused' in taken) return taken.refused
  keepTrackerId(taken.clickid)
  return leaveFor(link.target, 'replace')
}

export const shouldRevalidate = () => false

/** The link's button, which presses itself if script runs and no other member is signed in. */
const Enter = ({ itself = false, children }: { itself?: boolean; children: ReactNode }) => {
  const busy = useNavigation().state !== 'idle'
  return (
    <SelfSubmittingForm itself={itself}>
      <Button type="submit" busy={busy && <Trans context="one tap">Signing in…</Trans>}>
        {children}
      </Button>
    </SelfSubmittingForm>
  )
}

const Again = () => {
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post">
      <Button type="submit" name="again" value="1" busy={busy && <Trans>Sending…</Trans>}>
        <Trans>Send me a new link</Trans>
      </Button>
    </Form>
  )
}

const State = ({ tried }: { tried: Tried }) => {
  const { brand } = useSite()
  const { here, target } = useLoaderData<typeof loader>()
  const signIn = (
    <ButtonLink href={`/login?${new URLSearchParams({ next: target }).toString()}`} variant="sec" reload>
      <Trans>Sign in</Trans>
    </ButtonLink>
  )
  switch (tried) {
    case 'ended':
      return (
        <EmptyState
          level={1}
          tone="bad"
          icon={CircleAlert}
          role="alert"
          title={<Trans>This link is no longer valid</Trans>}
          text={
            <Trans>
              It’s been used or has expired. We can send a new one to the same address, or you can sign in as usual.
            </Trans>
          }
          action={
            <>
              <Again />
              {signIn}
            </>
          }
        />
      )
    case 'sent':
      return (
        <EmptyState
          level={1}
          icon={MailCheck}
          role="status"
          title={<Trans>Check your inbox</Trans>}
          text={
            <Trans>
              If the link belonged to an open profile, we’ve sent a new one to the same address. Check your spam folder
              too.
            </Trans>
          }
          action={signIn}
        />
      )
    case 'disabled':
      return (
        <EmptyState
          level={1}
          tone="bad"
          icon={Lock}
          role="alert"
          title={<Trans>Your profile is deactivated</Trans>}
          text={
            <Trans>
              To open it again, write to{' '}
              <a className={text.link} href={`mailto:${brand.supportEmail}`}>
                {brand.supportEmail}
              </a>
              .
            </Trans>
          }
          action={
            <ButtonLink href="/" variant="sec" reload>
              <Trans>Home page</Trans>
            </ButtonLink>
          }
        />
      )
    case 'leaving':
      return (
        <EmptyState
          level={1}
          tone="bad"
          icon={CircleAlert}
          role="alert"
          title={<Trans>This profile is about to be deleted</Trans>}
          text={
            <Trans>Do you want to keep it? Open the email we sent you when it was closed: its link keeps it.</Trans>
          }
          action={signIn}
        />
      )
    case 'busy':
    case 'failed':
      return (
        <EmptyState
          level={1}
          tone="bad"
          icon={CircleAlert}
          role="alert"
          title={<Trans>That didn’t work</Trans>}
          text={
            tried === 'busy' ? (
              <Trans>Too many tries from here. Wait a minute and try again: the link is still valid.</Trans>
            ) : (
              <Trans>Something went wrong. Try again shortly: the link is still valid.</Trans>
            )
          }
          action={
            <Enter>
              <Trans>Try again</Trans>
            </Enter>
          }
        />
      )
    default:
      return here === undefined ? (
        <EmptyState
          level={1}
          icon={DoorOpen}
          title={<Trans>Almost there</Trans>}
          text={<Trans>This link signs you in without a password.</Trans>}
          action={
            <Enter itself>
              <Trans context="one tap">Sign in</Trans>
            </Enter>
          }
        />
      ) : (
        <EmptyState
          level={1}
          icon={Users}
          title={<Trans>Another profile is open here</Trans>}
          text={
            <Trans>
              <b>{here}</b> is signed in in this browser. The link belongs to another profile: if you use it, {here} is
              signed out.
            </Trans>
          }
          action={
            <>
              <Enter>
                <Trans>Use the link</Trans>
              </Enter>
              <ButtonLink href={target} variant="sec" reload>
                <Trans>Stay with {here}</Trans>
              </ButtonLink>
            </>
          }
        />
      )
  }
}

/** The page of a link that signs in (section 4, "Autologin"). */
export default function Autologin() {
  const { t } = useLingui()
  const tried = useActionData<Tried>()
  return (
    <main id="main" className={layout.page}>
      <Title>{t({ message: 'Sign in', context: 'one tap' })}</Title>
      <State tried={tried} />
    </main>
  )
}
