import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CreditCard, Eye, SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useLocation, useNavigate } from 'react-router'
import { ownPhoto } from '#app/session/own-photo.ts'
import { promptly } from '#app/api/promptly.ts'
import { webContext } from '#app/server/server-context.ts'
import type { MemberHandle } from '#app/shell/page-handle.ts'
import { useSession } from '#app/session/session.tsx'
import { Title } from '#app/seo/title.tsx'
import { Avatar } from '#components/people/avatar.tsx'
import { ButtonLink } from '#components/buttons/button.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { Card } from '#components/layout/card.tsx'
import { classNames } from '#styles/class-names.ts'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { AlbumCard, renderedClaims, useRenderedClaims } from '#features/photos/index.ts'
import { ReviewInvite } from '#features/reviews/index.ts'
import { FactsCard } from '../choices/facts-card.tsx'
import { InterestChoice } from '../choices/interest-choice.tsx'
import { Prompts } from '../choices/prompts.tsx'
import { CompletenessCard } from '../onboarding/completeness-card.tsx'
import { ProfileForm } from '../details/profile-form.tsx'
import { Part } from '../cards/part.tsx'
import { ownProfileQuery, renderedProfile } from '../cards/profile-query.ts'
import { LifeCardFrame } from '../life/life-card-frame.tsx'
import { RowLinks } from '../cards/row-links.tsx'
import { movedTo } from './old-anchors.ts'
import styles from '../cards/profile.module.css'

const LifeCard = lazy(() => import('../life/life-card.tsx'))

export const handle: MemberHandle = { title: msg`Profile` }

/** What is missing stands at the top: if it came after the document, everything below would move. */
export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { session, api } = context.get(webContext)
  if (!session) return null
  const send = promptly(api)
  const [profile, claims] = await Promise.all([renderedProfile(session.clickid, send), renderedClaims(send)])
  return { profile, claims }
}

/** On navigation within the site the browser calls the API directly instead of the page's loader. */
export const clientLoader = () => null

/** The page until the profile has arrived: what is missing from it comes first, and would move everything below. */
const Loading = () => {
  const { t } = useLingui()
  return (
    <div className={styles.groups} role="status" aria-busy="true" aria-label={t`Loading the profile`}>
      <Skeleton shape="block" className={styles.skeleton} />
      <Skeleton shape="block" className={styles.skeleton} />
    </div>
  )
}

/** The member's own page: what others see of them, and links to what only they see. */
export default function Profile() {
  const { t } = useLingui()
  const { session } = useSession()
  const rendered = useLoaderData<typeof loader>()
  useRenderedClaims(rendered?.claims)
  const { data, errorUpdateCount, isFetching, refetch } = useQuery({
    ...ownProfileQuery(session.clickid),
    initialData: rendered?.profile ?? undefined,
  })
  // Not while it is tried again: parts below that are mounted then would try it, too, and so on.
  const isLoading = !data && errorUpdateCount === 0
  const { hash } = useLocation()
  const navigate = useNavigate()
  const elsewhere = movedTo(hash)
  useEffect(() => {
    if (elsewhere) void navigate(elsewhere, { replace: true })
  }, [elsewhere, navigate])
  const hadToWait = useRef(isLoading)
  useEffect(() => {
    if (isLoading || !hadToWait.current) return
    hadToWait.current = false
    // The router looked for the part when only the placeholder was there.
    document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [isLoading, hash])
  return (
    <main id="main" className={classNames(layout.page, styles.page)}>
      <Title>{t`Profile`}</Title>
      <div className={styles.columns}>
        <div className={styles.side}>
          <Card className={styles.member}>
            <Avatar photo={ownPhoto(session)} name={session.memberName} size={96} />
            <div className={styles.about}>
              <h1 className={text.h2}>
                {session.memberName}, {session.age}
              </h1>
              <p className={text.muted}>
                {[session.city, session.region].filter(Boolean).join(', ')}{' '}
                {session.sample && (
                  <Badge>
                    <Trans>Sample</Trans>
                  </Badge>
                )}
              </p>
            </div>
            <ButtonLink href={`/user/${session.memberId}`} variant="sec" size="sm" block>
              <Icon of={Eye} size={18} />
              <Trans>How others see you</Trans>
            </ButtonLink>
          </Card>
          {!isLoading && (
            <>
              <CompletenessCard />
              <ReviewInvite />
              <Card>
                <RowLinks
                  rows={[
                    { to: '/purchases', icon: CreditCard, title: <Trans>Plan and purchases</Trans> },
                    { to: '/settings', icon: SlidersHorizontal, title: <Trans>Settings</Trans> },
                  ]}
                />
              </Card>
            </>
          )}
        </div>
        {isLoading ? (
          <Loading />
        ) : (
          <div className={styles.groups}>
            <Part id="photos" title={<Trans>Your photos</Trans>}>
              <AlbumCard />
            </Part>
            <Part id="details" title={<Trans>Your details</Trans>}>
              <Card>
                {data && <ProfileForm profile={data} />}
                {!data && (
                  <ErrorState
                    busy={isFetching}
                    onRetry={() => void refetch()}
                    title={<Trans>We can’t load the profile</Trans>}
                  />
                )}
              </Card>
              <FactsCard />
              <Suspense fallback={<LifeCardFrame />}>
                <LifeCard />
              </Suspense>
              <Card className={styles.section}>
                <h3 className={text.h3}>
                  <Trans>Your answers</Trans>
                </h3>
                <Prompts />
              </Card>
              <Card className={styles.section}>
                <h3 className={text.h3}>
                  <Trans>Your interests</Trans>
                </h3>
                <InterestChoice />
              </Card>
            </Part>
          </div>
        )}
      </div>
    </main>
  )
}
