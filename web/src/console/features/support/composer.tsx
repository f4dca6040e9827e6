import type { TicketView } from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useRef } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { FieldMessage } from '#components/forms/field.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import { TextArea } from '#components/forms/text-area.tsx'
import { Card } from '#components/layout/card.tsx'
import { api } from '#console/base/api.ts'
import { useBrands } from '#console/base/me.tsx'
import { problemText } from '#console/base/problem-text.ts'
import { useShortcut } from '#console/base/shortcuts.tsx'
import { after, changeDraft, type Draft, placeOf, useDraft } from '#console/base/ticket-drafts.ts'
import { Kbd } from '#console/parts/kbd.tsx'
import { KeyButton } from '#console/parts/key-button.tsx'
import { languageNames } from '#console/parts/language-names.ts'
import styles from './support.module.css'
import { useDesk } from './use-ticket.ts'

const longest = 8000

interface Sending {
  readonly sent: Draft['mode']
  readonly text: string
  readonly close: boolean
}

/** The answer, or a note for colleagues. An answer that comes after another one is refused, and its text stays. */
export const Composer = ({
  brand,
  ticket,
  refresh,
}: {
  readonly brand: string
  readonly ticket: TicketView
  readonly refresh: () => Promise<void>
}) => {
  const { t, i18n } = useLingui()
  const { id, version, locale } = ticket
  const { titleOf } = useBrands('answerTickets')
  const field = useRef<HTMLTextAreaElement>(null)
  const draft = useDraft(id)
  const { mode } = draft
  const isNote = mode === 'note'
  const text = draft[mode]
  const write = (words: string) => changeDraft(id, () => ({ [mode]: words, place: placeOf(brand, ticket) }))
  const send = useMutation({
    mutationFn: async ({ sent, text, close }: Sending): Promise<unknown> => {
      const params = { brand, id }
      return sent === 'note'
        ? api('POST /admin/api/:brand/tickets/:id/note', { params, body: { text } })
        : api('POST /admin/api/:brand/tickets/:id/answer', { params, body: { text, version, close } })
    },
    // What was typed meanwhile stays, and stays what it is.
    onSuccess: (_, { sent, text: of }) =>
      changeDraft(id, (now) => {
        const rest = now[sent].startsWith(of) ? now[sent].slice(of.length) : now[sent]
        return { [sent]: rest, ...(now.mode === sent && rest === '' && { mode: 'answer' as const }) }
      }),
    onSettled: refresh,
  })
  const focus = (note: boolean) => {
    changeDraft(id, () => ({ mode: note ? 'note' : 'answer' }))
    field.current?.focus()
  }
  useShortcut('r', t`Answer`, () => focus(false))
  useShortcut('n', t`Write a note`, () => focus(true))
  const isEmpty = text.trim() === ''
  const submit = (close: boolean) => {
    if (!isEmpty && !send.isPending) send.mutate({ sent: mode, text, close })
  }
  useShortcut('Ctrl Enter', isNote ? t`Add the note` : t`Send`, () => submit(false), !isEmpty)
  const byKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') field.current?.blur()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(false)
  }
  const desk = useDesk(brand)
  const insert = (key: string) => {
    const saved = desk?.answers.find((one) => one.key === key)?.text[locale]
    if (saved === undefined) return
    const words = saved.replaceAll('{name}', () => ticket.name).replaceAll('{brand}', () => titleOf(brand))
    write(after(text, words))
    focus(false)
  }
  return (
    <Card as="section">
      <form
        className={styles.form}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          submit(false)
        }}
      >
        <div className={styles.modes}>
          <Button variant={isNote ? 'ghost' : 'soft'} size="sm" aria-pressed={!isNote} onClick={() => focus(false)}>
            <Trans>Answer</Trans> <Kbd>R</Kbd>
          </Button>
          <Button variant={isNote ? 'soft' : 'ghost'} size="sm" aria-pressed={isNote} onClick={() => focus(true)}>
            <Trans>Note</Trans> <Kbd>N</Kbd>
          </Button>
        </div>
        {!isNote && (
          <SelectField label={t`Saved answer`} value="" onChange={(event) => insert(event.target.value)}>
            <option value="">{t`Choose one…`}</option>
            {desk?.answers.map((one) => (
              <option key={one.key} value={one.key}>
                {one.name[i18n.locale as typeof locale] ?? one.name.en}
              </option>
            ))}
          </SelectField>
        )}
        <TextArea
          ref={field}
          label={isNote ? t`Note for colleagues` : t`Answer in ${i18n._(languageNames[locale])}`}
          hint={
            isNote
              ? t`The member doesn’t get it, but it is in the export of their data.`
              : ticket.readsMail
                ? t`It goes to ${ticket.answersTo} by mail. Replies come back here.`
                : t`It goes to ${ticket.answersTo} by email. The reply goes to the brand’s support address, not into this inbox: connect its mailbox to read replies here.`
          }
          rows={8}
          maxLength={longest}
          lang={isNote ? i18n.locale : locale}
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={byKey}
        />
        {send.error && <FieldMessage>{i18n._(problemText(send.error))}</FieldMessage>}
        <div className={styles.send}>
          <Button type="submit" disabled={isEmpty} busy={send.isPending && <Trans>One moment…</Trans>}>
            {isNote ? <Trans>Add the note</Trans> : <Trans>Send</Trans>} <Kbd>Ctrl Enter</Kbd>
          </Button>
          {!isNote && (
            <KeyButton
              keys="c"
              name={t`Send and close`}
              variant="sec"
              disabled={isEmpty}
              onPress={() => submit(true)}
            />
          )}
        </div>
      </form>
    </Card>
  )
}
