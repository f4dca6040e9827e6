import { auditor } from '#modules/audit/index.ts'
import type { Database } from '#platform/database/database.ts'

interface Shown {
  readonly brandId: string
  /** The command and what it was asked to do, such as `reports list`. */
  readonly what: string
  /** How many rows were printed: for none there is no entry. */
  readonly count: number
  /** The one thing that was shown, and whose it is. */
  readonly subject?: { readonly kind: string; readonly id: string }
  readonly memberId?: string | null | undefined
}

/** Records what a command prints of people, as what staff open in the console is recorded. */
export async function recordShown(
  { db, clock, user }: { readonly db: Database; readonly clock: () => Date; readonly user: string },
  { brandId, what, count, subject, memberId }: Shown,
): Promise<void> {
  if (count === 0) return
  await db.transaction().execute((tx) =>
    auditor(clock)(tx, {
      brandId,
      by: { command: user },
      action: 'data_shown',
      subject: subject ?? { kind: 'command', id: null },
      ...(memberId && { memberId }),
      detail: { what, count },
    }),
  )
}
