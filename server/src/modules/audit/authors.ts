import type { Author } from '@incontro/contract/admin'

type NamesOf = (staffIds: readonly string[]) => Promise<ReadonlyMap<string, string>>

/** The id of a person of staff as functions name who acts: `staff:ID`. */
const staffIdOf = (author: string | null): string | undefined => /^staff:(.+)$/.exec(author ?? '')?.[1]

/** Who acted as people read it: `staff:ID` by their name, also of who has left; `command:NAME`, `member`, or the program. */
export async function authorsOf(
  namesOf: NamesOf,
  stored: readonly (string | null)[],
): Promise<(author: string) => Author> {
  const names = await namesOf([...new Set(stored.flatMap((author) => staffIdOf(author) ?? []))])
  return (author) => {
    const staffId = staffIdOf(author)
    if (staffId !== undefined) return { kind: 'staff', name: names.get(staffId) ?? null }
    const command = /^command:(.+)$/s.exec(author)?.[1]
    if (command !== undefined) return { kind: 'command', name: command }
    return { kind: author === 'member' ? 'member' : 'program', name: null }
  }
}
