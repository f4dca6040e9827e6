import {
  type Identification,
  identifications,
  type PrivacyOutcome,
  privacyOutcomes,
  type PrivacyRequest,
} from '@incontro/contract/admin'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { SelectField } from '#components/forms/select-field.tsx'
import { TextArea } from '#components/forms/text-area.tsx'
import { api } from '#console/base/api.ts'
import { ActionDialog } from '#console/parts/action-dialog.tsx'
import { identificationNames, outcomeNames } from './privacy-texts.ts'

interface Props {
  readonly brand: string
  readonly request: PrivacyRequest
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Takes two months more, of which the person has to be informed. */
export const ExtendRequest = ({ brand, request, ...rest }: Props) => {
  const { t } = useLingui()
  const [because, setBecause] = useState('')
  return (
    <ActionDialog
      {...rest}
      title={t`Take two months more?`}
      intro={
        <Trans>
          For a complex request, and only if the person is informed, with the reason, within the first month. It can be
          done once.
        </Trans>
      }
      action={t`Take two months more`}
      run={(reason) =>
        api('POST /admin/api/:brand/privacy-requests/:id/extend', {
          params: { brand, id: request.id },
          body: { because, reason },
        })
      }
    >
      <TextArea
        label={t`Why, as it was said to the person`}
        required
        rows={3}
        maxLength={2000}
        value={because}
        onChange={(event) => setBecause(event.target.value)}
      />
    </ActionDialog>
  )
}

/** Closes a request with its answer. Exporting, correcting and erasing are done in the member's file. */
export const CloseRequest = ({ brand, request, ...rest }: Props) => {
  const { t, i18n } = useLingui()
  const [outcome, setOutcome] = useState<PrivacyOutcome>('done')
  const [identifiedBy, setIdentifiedBy] = useState<Identification | ''>('')
  const [answer, setAnswer] = useState('')
  return (
    <ActionDialog
      {...rest}
      title={t`Close the request`}
      intro={
        <Trans>
          First do what was asked, in the member’s file: export, correct or erase. A refusal says why, and that the
          person can turn to the supervisory authority.
        </Trans>
      }
      action={i18n._(outcomeNames[outcome])}
      run={(reason) =>
        api('POST /admin/api/:brand/privacy-requests/:id/close', {
          params: { brand, id: request.id },
          body: { outcome, answer, reason, ...(identifiedBy !== '' && { identifiedBy }) },
        })
      }
    >
      <SelectField
        label={t`Outcome`}
        value={outcome}
        onChange={(event) => setOutcome(event.target.value as PrivacyOutcome)}
      >
        {privacyOutcomes.map((one) => (
          <option key={one} value={one}>
            {i18n._(outcomeNames[one])}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t`How you made sure who asks`}
        required={outcome === 'done' || outcome === 'partly'}
        value={identifiedBy}
        onChange={(event) => setIdentifiedBy(event.target.value as Identification | '')}
      >
        <option value="">{t`Choose`}</option>
        {identifications.map((one) => (
          <option key={one} value={one}>
            {i18n._(identificationNames[one])}
          </option>
        ))}
      </SelectField>
      <TextArea
        label={t`What was answered`}
        required
        rows={4}
        maxLength={2000}
        value={answer}
        onChange={(event) => setAnswer(event.target.value)}
      />
    </ActionDialog>
  )
}
