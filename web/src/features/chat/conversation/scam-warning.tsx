import type { Message } from '@incontro/contract/domain'
import { useState } from 'react'
import { ScamNote } from './scam-note.tsx'

/** Warns above the field before the member answers a suspected scam. The server names the kind and holds no message back. */
export const ScamWarning = ({ messages }: { messages: readonly Message[] }) => {
  const [dismissed, setDismissed] = useState(0)
  const answered = messages.findLastIndex(({ type }) => type === 'personal')
  const suspect = messages.slice(answered + 1).findLast(({ warning }) => warning !== null)
  if (!suspect?.warning || suspect.seq <= dismissed) return null
  return <ScamNote kind={suspect.warning} onDismiss={() => setDismissed(suspect.seq)} />
}
