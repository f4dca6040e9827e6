import type { OwnPhone, PhoneAudience } from '@incontro/contract'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { api, type CallOf } from '#app/api/api.ts'
import { useAttempt } from '#app/api/use-attempt.ts'
import { Button } from '#components/buttons/button.tsx'
import { ErrorState } from '#components/feedback/empty-state.tsx'
import { Note } from '#components/feedback/note.tsx'
import { Skeleton } from '#components/feedback/skeleton.tsx'
import { SelectField } from '#components/forms/select-field.tsx'
import { TextField } from '#components/forms/text-field.tsx'
import { Card } from '#components/layout/card.tsx'
import layout from '#styles/layout.module.css'
import text from '#styles/text.module.css'
import styles from '../cards/profile.module.css'

const key = ['phone']

/** The number, which a button saves, and its visibility, which is saved immediately. */
const PhoneForm = ({ phone }: { readonly phone: OwnPhone }) => {
  const { t, i18n } = useLingui()
  const client = useQueryClient()
  const { busy, failure, attempt } = useAttempt()
  const [number, setNumber] = useState(phone.number ?? '')
  const save = (body: CallOf<'PUT /api/users/phone'>['body']) =>
    attempt(async () => {
      const saved = await api('PUT /api/users/phone', { body })
      client.setQueryData<OwnPhone>(key, saved)
      if (body.number !== undefined) setNumber(saved.number ?? '')
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save({ number: number.trim() || null })
  }
  const isChanged = number.trim() !== (phone.number ?? '')
  return (
    <>
      <form className={layout.form} onSubmit={submit} noValidate>
        <TextField
          type="tel"
          label={t`Phone number`}
          hint={<Trans>It appears nowhere until you choose who sees it.</Trans>}
          error={failure && i18n._(failure)}
          autoComplete="tel"
          maxLength={40}
          value={number}
          onChange={(event) => setNumber(event.target.value)}
        />
        {isChanged && (
          <Button type="submit" variant="sec" busy={busy && <Trans>Saving…</Trans>}>
            {number.trim() === '' ? <Trans>Delete number</Trans> : <Trans>Save number</Trans>}
          </Button>
        )}
      </form>
      {phone.number !== null && (
        <SelectField
          label={<Trans>Who sees it</Trans>}
          hint={
            phone.viewers > 0 ? (
              <Plural value={phone.viewers} one="# person has seen it." other="# people have seen it." />
            ) : (
              <Trans>No one has seen it yet.</Trans>
            )
          }
          value={phone.shownTo}
          onChange={(event) => void save({ shownTo: event.target.value as PhoneAudience })}
        >
          <option value="nobody">{t`No one`}</option>
          <option value="written">{t`Anyone with a plan and a conversation where we have both written`}</option>
          <option value="paying">{t`Anyone with a plan who can see my profile`}</option>
        </SelectField>
      )}
      {phone.number !== null && phone.shownTo !== 'nobody' && !phone.isVerified && (
        <Note tone="warn" icon={ShieldAlert}>
          <Trans>No one sees it for now: it’s shown only while your main photo is verified.</Trans>
        </Note>
      )}
    </>
  )
}

/** The optional phone number and who may see it (rule 12.11). */
export const PhoneCard = () => {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api('GET /api/users/phone', { signal }),
  })
  return (
    <Card id="phone" className={styles.section}>
      <h3 className={text.h3}>
        <Trans>Your phone</Trans>
      </h3>
      {data && <PhoneForm phone={data} />}
      {!data && !isError && <Skeleton shape="block" className={styles.two} />}
      {!data && isError && (
        <ErrorState
          busy={isFetching}
          onRetry={() => void refetch()}
          title={<Trans>We couldn’t load your choices</Trans>}
        />
      )}
    </Card>
  )
}
