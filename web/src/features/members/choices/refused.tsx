import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { Note } from '#components/feedback/note.tsx'

/** Why a choice could not be saved. */
export const Refused = ({ failure }: { failure: MessageDescriptor | null }) => {
  const { i18n } = useLingui()
  return (
    failure && (
      <Note tone="bad" role="alert">
        {i18n._(failure)}
      </Note>
    )
  )
}
