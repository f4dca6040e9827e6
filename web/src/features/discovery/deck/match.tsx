import type { HookCode, SearchFilters } from '@incontro/contract'
import type { Member } from '@incontro/contract/domain'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyDialog, useIdlePreload } from '#components/dialogs/lazy-dialog.ts'
import { type LoaderFunctionArgs, Navigate, redirect, useLoaderData } from 'react-router'
import { CreditsPill } from '#app/shell/credits-pill.tsx'
import { promptly } from '#app/api/promptly.ts'
import { webContext } from '#app/server/server-context.ts'
import { useSession } from '#app/session/session.tsx'
import { SideMenuButton } from '#app/side-menu/side-menu-button.tsx'
import { compliantFlow } from '#app/visit/flow.ts'
import { Title } from '#app/seo/title.tsx'
import { classNames } from '#styles/class-names.ts'
import { IconButton } from '#components/buttons/icon-button.tsx'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import { returnToDraft } from '#features/chat/index.ts'
import { useMemberMenu } from '#features/trust/index.ts'
import { Deck } from './deck.tsx'
import { DeckFiltersButton } from './deck-filters-button.tsx'
import { useDeckFilters } from './use-deck-filters.tsx'
import { DeckActions } from './deck-actions.tsx'
import { fetchDeck } from './deck-query.ts'
import { emptyDeck, layReply } from './deck-state.ts'
import { FailedDeck, FilteredDeck, LoadingDeck, SeenAll } from './deck-states.tsx'
import { useKeyChoice } from './key-choice.ts'
import { KeyLegend } from './key-legend.tsx'
import styles from './deck.module.css'
import { Reason } from './dialogs/reason.tsx'
import type { DeckSearch } from './deck-state.ts'
import type { Answer } from './swipe.ts'
import { type DeckControls, useDeck } from './use-deck.tsx'

export const handle = { appBar: 'none' }

const Picks = lazyDialog(async () => ({ default: (await import('../picks/picks.tsx')).Picks }))
const ReasonDialog = lazyDialog(() => import('./dialogs/reason-dialog.tsx'))
const InviteDialog = lazyDialog(() => import('./dialogs/invite-dialog.tsx'))

/** Loads the first cards for the document. If that fails, the browser tries again. */
export const loader = async ({ context }: LoaderFunctionArgs) => {
  const { session, api } = context.get(webContext)
  if (!session) return null
  // The compliant flow has a search but no deck (section 2).
  if (session.flowId === compliantFlow) throw redirect('/find')
  return fetchDeck(session, promptly(api)).then(
    (reply) => layReply(emptyDeck, reply, true),
    // The browser repeats a failed request and shows a lasting failure.
    () => null,
  )
}

/** On navigation within the site the browser calls the API directly instead of the page's loader. */
export const clientLoader = () => null

const LikesLeft = () => {
  const { session } = useSession()
  const free = session.premiumLevel > 0 || session.flow.hooks.file_like === 0
  return (
    <p className={`${text.sm} ${text.muted}`}>
      {free ? (
        <Trans>Your likes are unlimited.</Trans>
      ) : (
        <Plural value={session.likeCredits} one="You have # like left." other="You have # likes left." />
      )}{' '}
      <Trans>If the like is mutual, we’ll tell you both.</Trans>
    </p>
  )
}

const Head = ({
  top,
  search,
  onWhy,
  onFilters,
}: {
  top: Member | undefined
  search: DeckSearch | null
  onWhy: () => void
  onFilters: (filters: SearchFilters) => void
}) => {
  const { t } = useLingui()
  return (
    <div className={styles.head}>
      <div className={styles.bar}>
        <span className={styles.menu}>
          <SideMenuButton />
        </span>
        <h1 className={classNames(text.h1, styles.title)}>
          <Trans>Match</Trans>
        </h1>
        <span className={styles.phone}>
          <CreditsPill />
        </span>
        <DeckFiltersButton search={search} onChange={onFilters} />
        {top && (
          <span className={styles.why}>
            <IconButton icon={Sparkles} label={t`Why this profile?`} aria-haspopup="dialog" onClick={onWhy} />
          </span>
        )}
      </div>
      <div className={styles.side}>
        {top && <Reason member={top} />}
        <LikesLeft />
      </div>
    </div>
  )
}

const Stage = ({
  controls,
  keys,
  onFilters,
  onHook,
  ...actions
}: {
  controls: DeckControls
  keys: boolean
  onFilters: (filters: SearchFilters) => void
  onHook: (hook: HookCode) => void
  onAnswer: (answer: Answer) => void
  onUndo: () => void
  onMenu: (member: Member, button: HTMLElement) => void
}) => {
  const { deck, status, retry } = controls
  if (deck.cards.length > 0) return <Deck controls={controls} keys={keys} {...actions} />
  if (deck.ended)
    return deck.search?.loosen ? (
      <FilteredDeck filters={deck.search.filters} loosen={deck.search.loosen} onChange={onFilters} />
    ) : (
      <SeenAll onHook={onHook} />
    )
  const isFailed = status === 'failed' || status === 'retrying'
  return isFailed ? <FailedDeck busy={status === 'retrying'} onRetry={retry} /> : <LoadingDeck />
}

/** The deck: one member at a time, with swipes to the left and right and a button for each answer. */
function MatchPage() {
  useIdlePreload(ReasonDialog, InviteDialog)
  const { t } = useLingui()
  const client = useQueryClient()
  const { session } = useSession()
  const controls = useDeck(useLoaderData<typeof loader>() ?? undefined)
  const { deck, showHook } = controls
  const openMenu = useMemberMenu()
  const [keys, setKeys] = useKeyChoice()
  const saveFilters = useDeckFilters(controls.again)
  const onFilters = (filters: SearchFilters) => void saveFilters(filters)
  const [dialog, setDialog] = useState<{ kind: 'why' | 'invite'; member: Member } | null>(null)
  const [acted, setActed] = useState(false)
  const stage = useRef<HTMLDivElement>(null)
  const [top] = deck.cards
  const close = () => setDialog(null)
  const onAnswer = (answer: Answer) => {
    setActed(true)
    void controls.answer(answer)
  }
  const onUndo = () => {
    setActed(true)
    void controls.undo()
  }

  // The deck unmounts after the last card, and a member who used its keys would lose the focus.
  const over = acted && top === undefined
  useEffect(() => {
    if (over && document.activeElement === document.body) stage.current?.focus()
  }, [over])

  return (
    <main id="main" className={classNames(layout.page, styles.page)}>
      <Title>{t`Match`}</Title>
      <Head
        top={top}
        search={deck.search}
        onWhy={() => {
          if (top) setDialog({ kind: 'why', member: top })
        }}
        onFilters={onFilters}
      />
      <div className={styles.column}>
        <div ref={stage} className={styles.stage} tabIndex={-1}>
          <Stage
            controls={controls}
            keys={keys}
            onAnswer={onAnswer}
            onUndo={onUndo}
            onMenu={openMenu}
            onFilters={onFilters}
            onHook={showHook}
          />
        </div>
        <DeckActions
          deck={deck}
          onAnswer={onAnswer}
          onUndo={onUndo}
          onInvite={(member) => setDialog({ kind: 'invite', member })}
        />
        <p className={text.hidden} role="status">
          {acted &&
            (top
              ? [`${top.memberName}, ${top.age}`, top.city || top.region].filter(Boolean).join(', ')
              : deck.ended && !deck.search?.loosen && <Trans>You’ve seen everyone</Trans>)}
        </p>
      </div>
      <KeyLegend on={keys} onChange={setKeys} />
      {session.flow.messageInvites === 1 && (
        <div className={styles.picks}>
          <Suspense fallback={null}>
            <Picks />
          </Suspense>
        </div>
      )}
      <Suspense fallback={null}>
        {dialog?.kind === 'why' && <ReasonDialog member={dialog.member} onClose={close} />}
        {dialog?.kind === 'invite' && (
          <InviteDialog
            member={dialog.member}
            onClose={close}
            onOut={(words) => {
              close()
              void returnToDraft(client, dialog.member.id, words)
              showHook('fine_crediti', words)
            }}
          />
        )}
      </Suspense>
    </main>
  )
}

export default function Match() {
  const { session } = useSession()
  return session.flowId === compliantFlow ? <Navigate to="/find" replace /> : <MatchPage />
}
