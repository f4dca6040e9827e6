import { contactsIn } from '@incontro/contract/contacts'
import { Trans } from '@lingui/react/macro'
import { EyeOff } from 'lucide-react'
import { Icon } from '#components/marks/icon.tsx'
import styles from './composer.module.css'

/** Says before a message is sent what the other member will not be able to read until they have answered. */
const CoveredNote = ({ text }: { text: string }) => {
  const covered = contactsIn(text.trim())
  const contacts = covered.map((contact) => contact.text).join(' · ')
  return (
    <div role="status" className={styles.covered}>
      {covered.length > 0 && (
        <>
          <Icon of={EyeOff} size={16} />
          <span>
            <Trans>
              Hidden until they reply: <bdi>{contacts}</bdi>
            </Trans>
          </span>
        </>
      )}
    </div>
  )
}

export default CoveredNote
