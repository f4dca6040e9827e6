import { composeEvidence, type DisputeFactKind } from '@incontro/contract/admin/dispute-words'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#components/buttons/button.tsx'
import { Note } from '#components/feedback/note.tsx'
import { Checkbox } from '#components/forms/checkbox.tsx'
import { TextArea } from '#components/forms/text-area.tsx'
import { useFleeting } from '#console/base/unsaved.ts'
import parts from '#console/parts/parts.module.css'
import { Section } from '#console/parts/section.tsx'
import { factNames, usualFacts } from './dispute-texts.ts'
import styles from './disputes.module.css'
import type { Opened } from './opened-dispute.ts'

/** What is sent, as it was read. */
export interface Evidence {
  readonly statement: string
  readonly facts: DisputeFactKind[]
  readonly text: string
}

/** The statement, the facts beside it, and exactly what is sent. */
export const EvidenceForm = ({
  dispute,
  most,
  isSent,
  onSend,
}: {
  readonly dispute: Opened
  readonly most: number
  readonly isSent: boolean
  readonly onSend: (evidence: Evidence) => void
}) => {
  const { t, i18n } = useLingui()
  const known = dispute.facts.map(({ kind }) => kind)
  const [statement, setStatement] = useState('')
  const [facts, setFacts] = useState<DisputeFactKind[]>(() =>
    known.filter((kind) => usualFacts[dispute.reason ?? 'other'].includes(kind)),
  )
  useFleeting(statement.trim() !== '' && !isSent)
  const text = composeEvidence(statement, dispute.facts, facts)
  const length = [...text].length
  const [written, allowed] = [i18n.number(length), i18n.number(most)]
  return (
    <Section title={<Trans>Evidence</Trans>}>
      <form
        className={parts.form}
        onSubmit={(event) => {
          event.preventDefault()
          onSend({ statement, facts, text })
        }}
      >
        <TextArea
          label={t`Statement`}
          hint={t`In English, for the payer’s bank. Quote nobody’s messages and name no other member.`}
          rows={5}
          maxLength={most}
          value={statement}
          onChange={(event) => setStatement(event.target.value)}
        />
        <fieldset className={parts.choices}>
          <legend className={parts.legend}>
            <Trans>Facts from our records</Trans>
          </legend>
          {dispute.facts.map(({ kind }) => (
            <Checkbox
              key={kind}
              checked={facts.includes(kind)}
              onChange={({ target }) =>
                setFacts((now) => (target.checked ? [...now, kind] : now.filter((one) => one !== kind)))
              }
            >
              {i18n._(factNames[kind])}
            </Checkbox>
          ))}
        </fieldset>
        <div>
          <h3 className={parts.legend}>
            <Trans>Exactly this is sent</Trans>
          </h3>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll a text that is longer than its box */}
          <pre className={styles.text} tabIndex={0} aria-label={t`Exactly this is sent`}>
            {text === '' ? t`Nothing yet` : text}
          </pre>
          <p className={parts.muted}>
            <Trans>
              {written} of {allowed} characters
            </Trans>
          </p>
        </div>
        {length > most && (
          <Note tone="bad" role="status">
            <Trans>The provider takes at most {allowed} characters. Leave out a fact, or shorten the statement.</Trans>
          </Note>
        )}
        <div className={parts.actions}>
          <Button type="submit" disabled={text === '' || length > most}>
            <Trans>Send evidence</Trans>
          </Button>
        </div>
      </form>
    </Section>
  )
}
