import { contactsIn } from '@incontro/contract/contacts'
import { Trans } from '@lingui/react/macro'
import { EyeOff } from 'lucide-react'
import { Note } from '#components/feedback/note.tsx'

/** Shows what others will not be able to read of the member's own texts. */
const CoveredInProfile = ({ text }: { text: string }) => {
  const contacts = contactsIn(text)
    .map((contact) => contact.text)
    .join(' · ')
  return (
    <div role="status">
      {contacts !== '' && (
        <Note icon={EyeOff}>
          <Trans>
            People who look at your profile see dots in place of: <bdi>{contacts}</bdi>
          </Trans>
        </Note>
      )}
    </div>
  )
}

export default CoveredInProfile
