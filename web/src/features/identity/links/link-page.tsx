import { Trans } from '@lingui/react/macro'
import { CircleAlert, CircleCheck, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { ApiProblem } from '#app/api/api.ts'
import { Title } from '#app/seo/title.tsx'
import { Button, ButtonLink } from '#components/buttons/button.tsx'
import { EmptyState } from '#components/feedback/empty-state.tsx'
import layout from '#styles/layout.module.css'

/** Outcome of the link's POST. */
export type LinkOutcome = { readonly state: 'done' | 'ended' | 'taken' | 'trouble' }

export const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token') ?? ''

/** Runs the request of the page's button and returns the outcome. */
export const outcomeOf = async (work: () => Promise<unknown>): Promise<LinkOutcome> => {
  try {
    await work()
    return { state: 'done' }
  } catch (error) {
    const { status = 0, code = '' } = error instanceof ApiProblem ? error : {}
    return { state: code === 'mail_esistente' ? 'taken' : status === 401 || status === 400 ? 'ended' : 'trouble' }
  }
}

/**
 * The page that an email's link opens. Opening it changes nothing: only the button's POST does, so that mail scanners
 * have no effect (rule 11.13).
 */
export const LinkPage = ({
  title,
  icon,
  heading,
  text,
  button,
  busy,
  tried,
  done,
  taken,
  ended,
}: {
  readonly title: string
  readonly icon: LucideIcon
  readonly heading: ReactNode
  /** Explains what the button does. */
  readonly text: ReactNode
  readonly button: ReactNode
  readonly busy: ReactNode
  readonly tried: LinkOutcome | undefined
  readonly done: { readonly heading: ReactNode; readonly text: ReactNode; readonly action: ReactNode }
  readonly taken?: ReactNode
  /** What to do if the link is no longer valid. */
  readonly ended: ReactNode
}) => {
  const idle = useNavigation().state === 'idle'
  const body = () => {
    if (tried?.state === 'done')
      return (
        <EmptyState
          level={1}
          role="status"
          icon={CircleCheck}
          title={done.heading}
          text={done.text}
          action={done.action}
        />
      )
    if (tried?.state === 'ended' || tried?.state === 'taken') {
      return (
        <EmptyState
          level={1}
          role="alert"
          tone="bad"
          icon={CircleAlert}
          title={
            tried.state === 'taken' ? (
              <Trans>This address is already in use</Trans>
            ) : (
              <Trans>This link is no longer valid</Trans>
            )
          }
          text={tried.state === 'taken' ? taken : ended}
          action={
            <ButtonLink href="/login" reload>
              <Trans>Sign in</Trans>
            </ButtonLink>
          }
        />
      )
    }
    return (
      <EmptyState
        level={1}
        icon={icon}
        title={heading}
        text={tried ? <Trans>Something went wrong. Please try again shortly.</Trans> : text}
        action={
          <Form method="post">
            <Button type="submit" size="lg" busy={!idle && busy}>
              {button}
            </Button>
          </Form>
        }
      />
    )
  }
  return (
    <main id="main" className={layout.page}>
      <Title>{title}</Title>
      {body()}
    </main>
  )
}
