import type { Session } from '@incontro/contract/domain'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { type LoaderFunctionArgs, Navigate, redirect, useLoaderData, useNavigate, useSearchParams } from 'react-router'
import { webContext } from '#app/server/server-context.ts'
import { promptly } from '#app/api/promptly.ts'
import { useSession } from '#app/session/session.tsx'
import { compliantFlow } from '#app/visit/flow.ts'
import { Title } from '#app/seo/title.tsx'
import { Pagination } from '#components/layout/pagination.tsx'
import layout from '#styles/layout.module.css'
import { useShowHook } from '#features/credits/index.ts'
import styles from './find.module.css'
import { useFilters } from '../filters/use-filters.tsx'
import { FindBody } from './find-body.tsx'
import { FindHead } from './find-head.tsx'
import { activeQuery, fetchMatches, matchesFingerprint, matchesQuery, type MatchReply } from '../matches/match-query.ts'
import { fetchPicks } from '../picks/picks-query.ts'
import { pageFrom, pageHref, rememberedPage, rememberPage } from '../matches/page-number.ts'

// Asked for at once: until it is there, an update of the page would hide what the document shows of it.
const picks = import('../picks/picks.tsx')
const Picks = lazy(async () => ({ default: (await picks).Picks }))

/** In message-invite flows the deck replaces the search (section 2); the compliant flow has no deck. */
const deckInstead = ({ flowId, flow }: Pick<Session, 'flowId' | 'flow'>) =>
  flow.messageInvites === 1 && flowId !== compliantFlow

/** After the last page; a page with few members stays (rule 12.4). */
const isBeyond = (reply: MatchReply, page: number): boolean =>
  page > 1 && reply.hook === undefined && reply.members.length === 0

/** Loads the first grid for the document. If that fails, the browser tries again. */
export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { session, api } = context.get(webContext)
  if (!session) return null
  if (deckInstead(session)) throw redirect('/match')
  const page = pageFrom(new URL(request.url).searchParams)
  const send = promptly(api)
  // The browser repeats a failed request and shows a lasting failure.
  const [reply, picks] = await Promise.all([
    fetchMatches(session, page, send).catch(() => null),
    page === 1 ? fetchPicks(session, send).catch(() => null) : null,
  ])
  if (reply && isBeyond(reply, page)) throw redirect('/find')
  return reply && { fingerprint: matchesFingerprint(session, page), reply, picks }
}

function FindPage() {
  const { t } = useLingui()
  const { session } = useSession()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const rendered = useLoaderData<typeof loader>()
  const page = pageFrom(query)
  const initial = rendered?.fingerprint === matchesFingerprint(session, page) ? rendered.reply : undefined
  const { data, isError, isFetching, refetch } = useQuery({ ...matchesQuery(session, page), initialData: initial })
  const back = () => void navigate('/find', { replace: true })
  const showHook = useShowHook((closed) => {
    if (closed === 'paginazione') back()
  })

  // Navigating back within the site restores the page of the list; a new visit starts at page 1.
  const restorePage = useEffectEvent(() => {
    const left = rememberedPage()
    if (!rendered && !query.has('page') && left > 1) void navigate(pageHref(left), { replace: true })
  })
  useEffect(() => restorePage(), [])
  useEffect(() => {
    rememberPage(data?.hook ? 1 : page)
  }, [page, data?.hook])

  const beyond = data !== undefined && isBeyond(data, page)
  const leaveBeyond = useEffectEvent(back)
  useEffect(() => {
    if (beyond) leaveBeyond()
  }, [beyond, page])
  const stopped = data?.hook
  const showStopped = useEffectEvent(showHook)
  useEffect(() => {
    if (stopped) showStopped(stopped)
  }, [stopped, page])

  const filtering = useFilters(data?.filters, showHook)
  const pages = data ? Math.ceil(data.totalMembers / data.perPage) : 0
  const title =
    session.seeksAll.length > 1 ? t`People to meet` : session.seeks === 'donna' ? t`Women to meet` : t`Men to meet`
  const { data: active } = useQuery(activeQuery(session))
  const heading = useRef<HTMLHeadingElement>(null)
  const toTop = () => {
    scrollTo({ top: 0 })
    // The link disappears while the page loads; a screen reader reads which page it is.
    heading.current?.focus({ preventScroll: true })
  }
  return (
    <main id="main" className={layout.page}>
      <Title>{title}</Title>
      <FindHead
        title={title}
        page={page}
        heading={heading}
        active={active}
        listed={(data?.totalMembers ?? 0) > 0}
        filtering={filtering}
        isSuggested={data?.isSuggested ?? false}
        onHook={showHook}
      />
      <Suspense fallback={null}>{page === 1 && !data?.hook && <Picks rendered={rendered?.picks} />}</Suspense>
      <FindBody
        key={page}
        data={beyond ? undefined : data}
        failed={isError}
        busy={isFetching}
        onRetry={() => void refetch()}
        onHook={showHook}
        onFilters={(next) => void filtering.save(next)}
      />
      {data && (
        <div className={styles.pages}>
          <Pagination page={page} pages={pages} href={pageHref} onSelect={toTop} />
        </div>
      )}
    </main>
  )
}

export default function Find() {
  const { session } = useSession()
  return deckInstead(session) ? <Navigate to="/match" replace /> : <FindPage />
}
