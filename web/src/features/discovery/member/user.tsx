import type { MemberPage } from '@incontro/contract/domain'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { UserRoundX } from 'lucide-react'
import { useEffect } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import { ApiProblem } from '#app/api/api.ts'
import { promptly } from '#app/api/promptly.ts'
import { whenVisible } from '#app/session/prerendering.ts'
import { memberQuery, renderedMember } from '#app/api/member-query.ts'
import { webContext } from '#app/server/server-context.ts'
import { AppBar } from '#app/shell/app-bar.tsx'
import { useSession } from '#app/session/session.tsx'
import { SideMenuButton } from '#app/side-menu/side-menu-button.tsx'
import { Title } from '#app/seo/title.tsx'
import { ButtonLink } from '#components/buttons/button.tsx'
import { EmptyState, ErrorState } from '#components/feedback/empty-state.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { postEvent, postVisit } from '#features/activity/index.ts'
import { renderedChoiceTexts, useAwaitsChoiceTexts, useRenderedChoiceTexts } from '#features/choices/index.ts'
import { useCard } from './card-of.ts'
import styles from './member-profile.module.css'
import { MemberProfile } from './member-profile.tsx'

export const handle = { appBar: 'none' }

/** Whether the page shows anything in the words of the lists of choices. */
const hasChoices = ({ prompts, interests, intent }: MemberPage): boolean =>
  prompts.length > 0 || interests.length > 0 || intent !== null

/** Who it is stands in the document: a link from an email is opened on a phone, whose script comes seconds later. */
export const loader = async ({ params, context }: LoaderFunctionArgs) => {
  const { session, api, locale } = context.get(webContext)
  if (!session) return null
  const send = promptly(api)
  const member = await renderedMember(session, params['id'] ?? '', send)
  return { member, texts: member && hasChoices(member) ? await renderedChoiceTexts(locale, send) : null }
}

/** On navigation within the site the browser calls the API directly instead of the page's loader. */
export const clientLoader = () => null

const Loading = ({ id }: { readonly id: string }) => {
  const { t } = useLingui()
  const card = useCard(id)
  return (
    <div className={styles.profile} role="status" aria-busy="true" aria-label={t`Loading the profile`}>
      <div className={styles.portrait}>
        {card?.photo ? (
          <img className={styles.skeletonPhoto} src={card.photo} alt="" width={460} height={575} />
        ) : (
          <Skeleton className={styles.skeletonPhoto} />
        )}
      </div>
      <div className={styles.side}>
        <div>
          {card ? (
            <h1 className={`${text.h1} ${styles.name}`}>
              {card.memberName}, {card.age}
            </h1>
          ) : (
            <p className={`${text.h1} ${styles.name}`} aria-hidden>
              <Skeleton shape="short" className={styles.skeletonName} />
            </p>
          )}
          <p className={styles.meta}>
            <Skeleton shape="short" className={styles.skeletonMeta} />
          </p>
        </div>
        <Skeleton shape="block" />
        <Skeleton />
        <Skeleton />
      </div>
    </div>
  )
}

const Missing = () => (
  <EmptyState
    level={1}
    icon={UserRoundX}
    title={<Trans>We can’t find this profile</Trans>}
    text={<Trans>It may have been closed, or the link is incomplete.</Trans>}
    action={
      <ButtonLink href="/find">
        <Trans>Back to search</Trans>
      </ButtonLink>
    }
  />
)

/** Another member's page. */
export default function User() {
  const { t } = useLingui()
  const { id = '' } = useParams()
  const { session } = useSession()
  const rendered = useLoaderData<typeof loader>()
  useRenderedChoiceTexts(rendered?.texts)
  const {
    data: otherMember,
    isError,
    error,
    isFetching,
    refetch,
  } = useQuery({ ...memberQuery(session, id), initialData: rendered?.member })
  const awaitsTexts = useAwaitsChoiceTexts()
  // Answers and interests stand above the facts, and would push them down if they came after the rest.
  const isLoading = otherMember ? awaitsTexts && hasChoices(otherMember) : otherMember === undefined && !isError
  const found = otherMember?.id
  useEffect(() => {
    if (!found || found === session.memberId) return
    // A tab that was opened in the background, or a page that was loaded in advance, is no visit.
    return whenVisible(() => {
      postVisit(session.clickid, found)
      postEvent(session.clickid, found, 'vista_profilo')
    })
  }, [found, session.memberId, session.clickid])
  const missing =
    otherMember === null || (error instanceof ApiProblem && (error.status === 404 || error.status === 400))
  // A page that is there stays when it cannot be fetched again.
  const failed = isError && !missing && !otherMember
  return (
    <>
      {(missing || failed) && <AppBar menu={<SideMenuButton />} />}
      <main id="main" className={layout.page}>
        <Title>{otherMember ? `${otherMember.memberName}, ${otherMember.age}` : t`Profile`}</Title>
        {otherMember && !missing && !isLoading && <MemberProfile otherMember={otherMember} />}
        {missing && <Missing />}
        {failed && (
          <ErrorState
            busy={isFetching}
            onRetry={() => void refetch()}
            title={<Trans>We can’t load the profile</Trans>}
          />
        )}
        {isLoading && <Loading id={id} />}
      </main>
    </>
  )
}
