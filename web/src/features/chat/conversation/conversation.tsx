import type { Message } from '@incontro/contract/domain'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useLocation, useNavigate, useParams } from 'react-router'
import { ApiProblem } from '#app/api/api.ts'
import { promptly } from '#app/api/promptly.ts'
import { usePrerendering } from '#app/session/prerendering.ts'
import { renderedMember } from '#app/api/member-query.ts'
import { webContext } from '#app/server/server-context.ts'
import { useDeferredFirst } from '#app/session/deferred-first.ts'
import { useSession } from '#app/session/session.tsx'
import { Title } from '#app/seo/title.tsx'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { useStableHandler } from '#components/layout/use-stable-handler.ts'
import { classNames } from '#styles/class-names.ts'
import frame from '#styles/conversation-frame.module.css'
import text from '#styles/text.module.css'
import { renderedChoiceTexts, useRenderedChoiceTexts } from '#features/choices/index.ts'
import { useShowHook } from '#features/credits/index.ts'
import { isReportable } from '#features/trust/index.ts'
import { lazyDialog, useIdlePreload } from '#components/dialogs/lazy-dialog.ts'
import type { Task } from '../composer/composer-task.tsx'
import { messagesQuery, renderedMessages } from '../messages/chat-queries.ts'
import { Composer } from '../composer/composer.tsx'
import { returnToDraft } from '../outbox/drafts.ts'
import { useMediaChoice } from '../composer/use-media-choice.ts'
import { renderedStarters, useRenderedStarters } from '../composer/starters-query.ts'
import { ConversationHead } from './conversation-head.tsx'
import { ConversationStart } from './conversation-start.tsx'
import { InviteNote } from './invite-note.tsx'
import styles from './conversation.module.css'
import { MessageLog } from '../log/message-log.tsx'
import { OpenScrolled } from '../log/open-scrolled.tsx'
import { inviteState } from '../messages/invite-state.ts'
import { isSystem } from '../messages/system.ts'
import { useOutbox } from '../outbox/use-outbox.ts'
import { hasBegun, lastSeq, type LoadedMessages } from '../messages/loaded-messages.ts'
import { ScamWarning } from './scam-warning.tsx'
import { useMarkRead } from './use-mark-read.ts'
import { useUnmask } from './use-unmask.ts'
import { useOtherMember } from '../messages/use-other-member.ts'
import { useTyping } from '../messages/use-typing.ts'

const MessageMenu = lazyDialog(() => import('./message-menu.tsx'))
const ReplyAlert = lazy(() => import('./reply-alert.tsx'))
const Gone = lazy(() => import('./gone.tsx'))
const MediaDialog = lazyDialog(() => import('../media/media-dialog.tsx'))
const SearchDialog = lazyDialog(() => import('../search/search-dialog.tsx'))

export const handle = { menu: false, appBar: 'none' }

/** Whether the member has written nothing that still stands. */
const isUnanswered = ({ messages }: Pick<LoadedMessages, 'messages'>): boolean =>
  !messages.some(({ type, withdrawn }) => type === 'personal' && !withdrawn)

/** Who it is and what was written stand in the document: a link from an email is opened on a phone. */
export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const { session, api, locale } = context.get(webContext)
  const { id = '' } = params
  if (!session) return null
  const send = promptly(api)
  const [member, messages] = await Promise.all([
    isSystem(id) ? undefined : renderedMember(session, id, send),
    // What a browser fetches in advance, or only the head of, is not read; a plan counts as used once its messages are.
    request.headers.has('sec-purpose') || request.method === 'HEAD'
      ? null
      : renderedMessages(session.clickid, id, send),
  ])
  // Above the field as soon as the page runs: coming later, they would move the messages.
  const starters = member && messages && isUnanswered(messages) ? await renderedStarters(id, locale, send) : null
  const texts = member?.likedAnswer ? await renderedChoiceTexts(locale, send) : null
  return { member, messages, hasPlan: session.premiumLevel > 0, starters, texts }
}

/** On navigation within the site the browser calls the API directly instead of the page's loader. */
export const clientLoader = () => null

const Open = ({ id }: { id: string }) => {
  const { t } = useLingui()
  const client = useQueryClient()
  const { session } = useSession()
  const rendered = useLoaderData<typeof loader>()
  useRenderedStarters(id, rendered?.starters)
  useRenderedChoiceTexts(rendered?.texts)
  const { otherMember, known } = useOtherMember(id, rendered?.member)
  const { data, isError, error, isFetching, refetch } = useQuery({
    ...messagesQuery(client, session, id),
    // A plan that begins or ends makes other messages readable: they are fetched.
    ...(rendered?.messages && rendered.hasPlan === session.premiumLevel > 0 && { initialData: rendered.messages }),
    // What came since the document was rendered reached no socket of this page.
    initialDataUpdatedAt: 0,
    // Reading counts as the use of a plan, and no one has opened the page yet.
    enabled: !usePrerendering(),
  })
  const loaded = useDeferredFirst(data)
  const showHook = useShowHook()
  const outbox = useOutbox(id, (_, message) => showHook('fine_crediti', message))
  const typing = useTyping().has(id)
  const messages = loaded?.messages ?? []
  const received = messages.filter((message) => message.type === 'messaggio')
  useMarkRead(id, lastSeq(received), (otherMember?.unread ?? false) || received.some((message) => !message.isRead))
  useUnmask(id, messages)
  const [task, setTask] = useState<Task | null>(null)
  const [menu, setMenu] = useState<{ readonly message: Message; readonly anchor: HTMLElement } | null>(null)
  const closeMenu = () => setMenu(null)
  const openMenu = useStableHandler((message: Message, anchor: HTMLElement) => setMenu({ message, anchor }))
  const [hasSent, setSent] = useState(false)
  const [searching, setSearching] = useState(false)
  const [target, setTarget] = useState<{ readonly seq: number } | null>(null)
  useIdlePreload(MessageMenu, SearchDialog, MediaDialog)
  const bothWrote = (loaded?.earlier ?? false) || (received.length > 0 && received.length < messages.length)
  const { chosen, setChosen, receiver } = useMediaChoice({
    isOpen: otherMember?.writable ?? false,
    isAllowed: bothWrote,
  })
  const endMedia = () => setChosen(null)

  const missing = error instanceof ApiProblem && (error.status === 404 || error.status === 400)
  if (known && !otherMember && (loaded ? messages.length === 0 : isError))
    return (
      <Suspense fallback={null}>
        <Gone />
      </Suspense>
    )
  const name = otherMember?.memberName ?? ''
  const pending = outbox.items.filter(
    (item) => !messages.some((message) => message.clientMessageId === item.clientMessageId),
  )
  const begun = loaded !== undefined && hasBegun(loaded)
  const empty = messages.length === 0 && pending.length === 0
  const isOpen = otherMember?.writable ?? false
  const reportable = messages.filter(isReportable)
  // A first message that is under way is an invite already, but not between two who like each other.
  const isInviting = session.flow.messageInvites === 1 && !begun && !(otherMember?.liked && otherMember.likedYou)
  const invite =
    inviteState(messages) ??
    (!isInviting || !loaded ? null : pending.some(({ state }) => state !== 'failed') ? 'waiting' : 'first')
  return (
    <section
      className={classNames(frame.conversation, styles.conversation)}
      aria-label={name || t`Messages`}
      {...receiver}
    >
      <Title>{name ? t`Conversation with ${name}` : t`Messages`}</Title>
      <h1 className={`${text.hidden} ${styles.narrowTitle}`}>{name ? t`Conversation with ${name}` : t`Messages`}</h1>
      <ConversationHead
        otherMember={otherMember}
        typing={typing}
        onSearch={() => setSearching(true)}
        received={reportable}
      />
      {isError && !loaded && !missing ? (
        <ErrorState
          busy={isFetching}
          onRetry={() => void refetch()}
          title={<Trans>We can’t load the messages</Trans>}
        />
      ) : (
        <MessageLog
          key={id}
          memberId={id}
          name={name}
          loaded={loaded}
          pending={pending}
          typing={typing}
          target={target}
          readByOther={otherMember?.readByOther ?? false}
          onUnlock={() => showHook('blurred')}
          onRetry={outbox.retry}
          onRemove={outbox.remove}
          onMenu={isSystem(id) || !otherMember ? undefined : openMenu}
          start={
            otherMember && (loaded || missing) ? <ConversationStart otherMember={otherMember} empty={empty} /> : null
          }
        />
      )}
      <div className={styles.below}>
        <ScamWarning messages={messages} />
        {invite && otherMember && isOpen && (
          <InviteNote invite={invite} otherMember={otherMember} received={reportable} />
        )}
        <Suspense fallback={null}>{hasSent && pending.length === 0 && <ReplyAlert name={name} />}</Suspense>
        {(invite !== 'waiting' || !isOpen) && (
          <Composer
            memberId={id}
            otherMember={otherMember}
            empty={!begun && pending.length === 0}
            ideas={(loaded !== undefined || missing) && isUnanswered({ messages }) && pending.length === 0}
            onSend={(words, prefilled) => {
              outbox.send(words, { icebreaker: !begun, prefilled, memberName: name, replyTo: task?.message.seq })
              setTask(null)
              setSent(true)
            }}
            task={task}
            onTaskEnd={() => setTask(null)}
            takesMedia={bothWrote}
            covers={received.length === 0 && !loaded?.earlier}
            onMedia={setChosen}
          />
        )}
      </div>
      <OpenScrolled />
      <Suspense fallback={null}>
        {searching && (
          <SearchDialog
            memberId={id}
            name={name}
            onShow={(seq) => setTarget({ seq })}
            onClose={() => setSearching(false)}
          />
        )}
        {chosen && (
          <MediaDialog
            chosen={chosen}
            memberId={id}
            name={name}
            replyTo={task?.kind === 'reply' ? task.message.seq : undefined}
            onOut={() => showHook('fine_crediti')}
            onSent={() => {
              endMedia()
              setTask(null)
            }}
            onClose={endMedia}
          />
        )}
        {menu && (
          <MessageMenu
            message={menu.message}
            open={isOpen}
            read={menu.message.isRead || (otherMember?.readByOther ?? false)}
            anchor={menu.anchor}
            memberId={id}
            onReply={() => setTask({ kind: 'reply', message: menu.message })}
            onEdit={(save) => setTask({ kind: 'edit', message: menu.message, save })}
            onClose={closeMenu}
          />
        )}
      </Suspense>
    </section>
  )
}

/** Puts text begun elsewhere, such as a quoted answer, into the composer, once: a reload does not repeat it. */
const useBroughtDraft = (id: string) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { state } = useLocation() as { state: { readonly draft?: string } | null }
  const draft = state?.draft
  useEffect(() => {
    if (draft === undefined) return
    if (draft !== '') void returnToDraft(client, id, draft)
    void navigate('.', { replace: true, state: null })
  }, [client, draft, id, navigate])
}

/** The page of one conversation; the last part of the address is the other member's id. */
export default function Conversation() {
  const { id = '' } = useParams()
  useBroughtDraft(id)
  return <Open key={id} id={id} />
}
