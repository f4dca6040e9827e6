import type { Locale } from '@incontro/contract'
import { isAllowed, type MailingView } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Note } from '#components/feedback/note.tsx'
import { useToast } from '#components/feedback/toast.tsx'
import { Icon } from '#components/marks/icon.tsx'
import { Badge } from '#components/marks/labels.tsx'
import { api, ApiProblem } from '#console/base/api.ts'
import { rolesAt, useMe } from '#console/base/me.tsx'
import { problemText } from '#console/base/problem-text.ts'
import { useShortcut } from '#console/base/shortcuts.tsx'
import { forgetKept } from '#console/base/unsaved.ts'
import { BehindNote, KeptNote } from '#console/parts/edit-notes.tsx'
import { Kbd } from '#console/parts/kbd.tsx'
import { KeyButton } from '#console/parts/key-button.tsx'
import { languageNames } from '#console/parts/language-names.ts'
import { OpeningPage } from '#console/parts/opening-page.tsx'
import { Page } from '#console/parts/page.tsx'
import { Section } from '#console/parts/section.tsx'
import parts from '#console/parts/parts.module.css'
import { Moment } from '#console/parts/time.tsx'
import { Editor } from './editor.tsx'
import { type MailingAction, MailingDialog } from './mailing-dialog.tsx'
import { useMailingEdit } from './mailing-edit.ts'
import { mailingStates, segmentNames } from './mailing-texts.ts'
import styles from './mailings.module.css'
import { Outcome, Reach } from './outcome.tsx'
import { Languages, PreviewFrame } from './preview.tsx'

/** A mailing: its text, its preview, who gets it, and what became of it. */
export const MailingPage = ({ brand, id }: { readonly brand: string; readonly id: string }) => {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery({
    queryKey: ['mailing', brand, id],
    refetchInterval: ({ state: { data: shown } }) =>
      shown?.state === 'sending' || shown?.state === 'approved' ? 5000 : 30_000,
    queryFn: () => api('GET /admin/api/:brand/mailings/:mailing', { params: { brand, mailing: id } }),
  })
  const queries = useQueryClient()
  const isGone = !data && error instanceof ApiProblem && error.status === 404
  useEffect(() => {
    // A colleague has deleted it: what was written of it can be saved nowhere.
    if (isGone) forgetKept(queries, ['mailing', brand, id])
  }, [isGone, queries, brand, id])
  if (data) return <Opened brand={brand} mailing={data} refresh={async () => void (await refetch())} />
  return <OpeningPage title={t`Mailing`} error={error} onRetry={() => void refetch()} />
}

const Opened = ({
  brand,
  mailing,
  refresh,
}: {
  readonly brand: string
  readonly mailing: MailingView
  readonly refresh: () => Promise<void>
}) => {
  const { t, i18n } = useLingui()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { state, languages } = mailing
  const mayWrite = isAllowed('writeMailings', rolesAt(useMe(), brand))
  const [locale, setLocale] = useState<Locale>(languages[0] ?? 'en')
  // With the mailing as it is read here: what a colleague saves behind the dialog is not what is approved.
  const [asked, setAsked] = useState<{ readonly action: MailingAction; readonly mailing: MailingView } | null>(null)
  const editing = useMailingEdit(brand, mailing)
  const { isDirty } = editing
  const back = `/${brand}/mailings`
  useShortcut('u', t`Back to the list`, () => void navigate(back))
  const done = () => {
    setAsked(null)
    void queries.invalidateQueries({ queryKey: ['mailings'] })
    if (asked?.action !== 'delete') return void refresh()
    editing.forget()
    void navigate(back)
  }
  const isEditable = mayWrite && (state === 'draft' || state === 'submitted' || state === 'approved')
  const name = mailingStates[state]
  return (
    <Page
      title={mailing.name}
      actions={
        <>
          <Badge {...(name.tone && { tone: name.tone })}>{i18n._(name.name)}</Badge>
          <Link className={parts.back} to={back}>
            <Icon of={ArrowLeft} /> <Trans>All mailings</Trans> <Kbd>U</Kbd>
          </Link>
          <Actions
            brand={brand}
            mailing={mailing}
            isDirty={isDirty}
            onAction={(action) => setAsked({ action, mailing })}
          />
        </>
      }
    >
      <Standing mailing={mailing} />
      {(editing.wasKept || (isDirty && !isEditable)) && <KeptNote forget={editing.forget} />}
      {editing.isBehind && (
        <BehindNote forget={editing.forget}>
          <Trans>
            {mailing.changedBy} has changed this meanwhile. Yours can’t be saved over it: copy what you need, then load
            theirs.
          </Trans>
        </BehindNote>
      )}
      <div className={styles.columns}>
        <div className={styles.column}>
          {isEditable ? (
            <Editor {...{ brand, mailing, editing, locale }} onLocale={setLocale} onSaved={refresh} />
          ) : (
            <Written {...{ mailing, locale }} onLocale={setLocale} />
          )}
          {mailing.begunAt === null ? <Reach brand={brand} mailing={mailing} /> : <Outcome mailing={mailing} />}
        </div>
        <Preview {...{ brand, mailing, locale, isDirty }} mayTest={mayWrite} />
      </div>
      {asked && <MailingDialog brand={brand} {...asked} onClose={() => setAsked(null)} onDone={done} />}
    </Page>
  )
}

/** What can be done next, by the state of the mailing and the roles of the person. */
const Actions = ({
  brand,
  mailing: { state, mayApprove },
  isDirty,
  onAction,
}: {
  readonly brand: string
  readonly mailing: MailingView
  readonly isDirty: boolean
  readonly onAction: (action: MailingAction) => void
}) => {
  const { t } = useLingui()
  const roles = rolesAt(useMe(), brand)
  const mayWrite = isAllowed('writeMailings', roles)
  const decides = isAllowed('approveMailings', roles) && state === 'submitted'
  return (
    <>
      {mayWrite && state === 'draft' && (
        <>
          <KeyButton keys="d" name={t`Delete`} variant="ghost" onPress={() => onAction('delete')} />
          <KeyButton keys="a" name={t`Ask for approval`} disabled={isDirty} onPress={() => onAction('submit')} />
        </>
      )}
      {decides && (
        <KeyButton keys="r" name={t`Give back`} variant="sec" disabled={isDirty} onPress={() => onAction('refuse')} />
      )}
      {decides && mayApprove && (
        <KeyButton keys="a" name={t`Approve`} disabled={isDirty} onPress={() => onAction('approve')} />
      )}
      {mayWrite && (state === 'approved' || state === 'sending') && (
        <KeyButton keys="x" name={t`Stop`} variant="danger" onPress={() => onAction('stop')} />
      )}
    </>
  )
}

/** Who did what last, and what it waits for. */
const Standing = ({ mailing }: { readonly mailing: MailingView }) => {
  const { i18n } = useLingui()
  const { state, changedBy, approvedBy, startsAt, mayApprove } = mailing
  return (
    <>
      <p className={styles.meta}>
        {i18n._(segmentNames[mailing.segment])} ·{' '}
        <Trans>
          last changed by {changedBy}, <Moment at={mailing.changedAt} />
        </Trans>
        {approvedBy !== null && mailing.approvedAt !== null && (
          <>
            {' · '}
            <Trans>
              approved by {approvedBy}, <Moment at={mailing.approvedAt} />
            </Trans>
          </>
        )}
      </p>
      {state === 'submitted' && !mayApprove && (
        <Note>
          <Trans>You made or changed it: a colleague of marketing or an owner approves it.</Trans>
        </Note>
      )}
      {state === 'approved' && (
        <Note tone="ok">
          {startsAt === null ? (
            <Trans>It begins within a minute.</Trans>
          ) : (
            <Trans>
              It begins at: <Moment at={startsAt} />
            </Trans>
          )}
        </Note>
      )}
    </>
  )
}

/** The texts of a mailing that cannot be changed. */
const Written = ({
  mailing,
  locale,
  onLocale,
}: {
  readonly mailing: MailingView
  readonly locale: Locale
  readonly onLocale: (locale: Locale) => void
}) => {
  const text = mailing.texts[locale]
  return (
    <Section title={<Trans>Text</Trans>}>
      <Languages languages={mailing.languages} shown={locale} onChange={onLocale} />
      <div className={styles.written} lang={locale}>
        <b>{text?.subject}</b>
        <p>{text?.body}</p>
      </div>
    </Section>
  )
}

/** The stored text as a mail, and a test to the person who is signed in. */
const Preview = ({
  brand,
  mailing,
  locale,
  isDirty,
  mayTest,
}: {
  readonly brand: string
  readonly mailing: MailingView
  readonly locale: Locale
  readonly isDirty: boolean
  readonly mayTest: boolean
}) => {
  const { t, i18n } = useLingui()
  const toast = useToast()
  const { id, digest, texts } = mailing
  const language = i18n._(languageNames[locale])
  const test = useMutation({
    mutationFn: () =>
      api('POST /admin/api/:brand/mailings/:mailing/test', { params: { brand, mailing: id }, body: { locale } }),
    onSuccess: ({ to }) => toast({ text: t`The test is on its way to ${to}.` }),
  })
  return (
    <Section title={<Trans>Preview in {language}</Trans>}>
      {texts[locale] ? (
        <>
          {isDirty && (
            <p className={styles.meta}>
              <Trans>As it was saved last.</Trans>
            </p>
          )}
          <PreviewFrame
            key={`${digest} ${locale}`}
            title={t`Preview in ${language}`}
            address={`/admin/api/${brand}/mailings/${id}/preview/${locale}`}
          />
          {mayTest && (
            <div className={styles.send}>
              <KeyButton
                keys="t"
                name={t`Send a test to myself`}
                variant="sec"
                busy={test.isPending && <Trans>One moment…</Trans>}
                onPress={() => test.mutate()}
              />
            </div>
          )}
          {test.error && (
            <Note tone="bad" role="alert">
              {i18n._(problemText(test.error))}
            </Note>
          )}
        </>
      ) : (
        <p className={styles.meta}>
          <Trans>It isn’t written in this language yet. Save it to see it here.</Trans>
        </p>
      )}
    </Section>
  )
}
