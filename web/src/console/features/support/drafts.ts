/** What was typed and not sent, by ticket: in this document's memory only, for who looks something up and comes back. */
const drafts = new Map<string, string>()

export const draftOf = (id: string): string => drafts.get(id) ?? ''

export function keepDraft(id: string, text: string): void {
  if (text === '') drafts.delete(id)
  else drafts.set(id, text)
}
