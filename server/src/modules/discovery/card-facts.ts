import { createLru } from '#platform/flow-control/lru.ts'
import type { LaggingReads, Reader } from '#platform/database/replica.ts'
import { asOthersRead, type CardFacts, cardJoins, factColumns } from './cards.ts'

/* docs/decisions/046: facts are kept as long as the rows that they were read from are the same. */

/** About a kilobyte each. */
const mostKept = 5_000
/** Far less than the numbers of transactions need to come round again. */
const keptMs = 3_600_000

/**
 * The versions of the rows of `factColumns`: the transactions that wrote them. A change writes a row of another
 * version.
 */
export const versionColumns = 'm.xmin as member_version, p.xmin as photo_version'
interface Version {
  readonly member_version: string
  readonly photo_version: string | null
}
/** What a statement with `versionColumns` found. */
export type Found = Version & { readonly id: string }

const isSame = (one: Version, other: Version): boolean =>
  one.member_version === other.member_version && one.photo_version === other.photo_version

/** What cards say of members to everybody, read again only after a change. */
export function createCardFacts(reads: Pick<LaggingReads, 'serverNumber'>) {
  const kept = createLru<string, CardFacts & Version>(mostKept, keptMs)
  return {
    /**
     * The facts of members whom a statement has just found, of the version that it found or a later one. A member who
     * was deleted since is missing.
     */
    async of(reader: Reader, found: readonly Found[]): Promise<ReadonlyMap<string, CardFacts>> {
      const facts = new Map<string, CardFacts>()
      const missing: string[] = []
      // Versions are transaction ids, which are of one server.
      const server = reads.serverNumber()
      for (const row of found) {
        const known = kept.get(`${server} ${row.id}`)
        if (known && isSame(known, row)) facts.set(row.id, known)
        else missing.push(row.id)
      }
      if (missing.length === 0) return facts
      const { rows } = await reader.query<CardFacts & Found>({
        name: 'card facts',
        text: `select m.id, ${versionColumns}, ${factColumns} from members m ${cardJoins} where m.id = any($1::uuid[])`,
        values: [missing],
      })
      for (const row of rows.map(asOthersRead)) {
        kept.set(`${server} ${row.id}`, row)
        facts.set(row.id, row)
      }
      return facts
    },
  }
}

export type CardFactsKept = ReturnType<typeof createCardFacts>
