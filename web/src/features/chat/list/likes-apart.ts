import type { Conversation } from '@incontro/contract/domain'

/** The rows whose name has the words, likes apart from conversations, each in the order of the list. */
export function likesApart(rows: readonly Conversation[], words: string) {
  const wanted = words.trim().toLocaleLowerCase()
  const shown = wanted === '' ? rows : rows.filter((row) => row.memberName.toLocaleLowerCase().includes(wanted))
  return {
    likes: shown.filter(({ type }) => type === 'like'),
    conversations: shown.filter(({ type }) => type !== 'like'),
  }
}
