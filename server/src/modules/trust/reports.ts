import type { Database, Tx } from '../../platform/database.ts'

export type ReportState = 'open' | 'upheld' | 'dismissed'

/** Somebody a report names. */
export interface Named {
  readonly id: string
  readonly name: string
  readonly about: string
  readonly lookingFor: string
  readonly state: string
  readonly reports: number
}

/** A report as whoever decides about it reads it; those it names are undefined once they are erased. */
export interface ReadReport {
  readonly id: string
  readonly reason: string
  readonly text: string | null
  readonly reportedAt: Date
  readonly by: Pick<Named, 'id' | 'name'> | undefined
  readonly about: Named | undefined
  /** The messages that came with it, and no others of the conversation. */
  readonly messages: readonly { readonly at: Date; readonly own: boolean; readonly text: string }[]
  readonly decided: { readonly at: Date; readonly by: string; readonly why: string } | undefined
}

/** Reports of a brand in a state, the oldest first. */
export async function reportsIn(db: Database, brandId: string, state: ReportState): Promise<ReadReport[]> {
  const rows = await db
    .selectFrom('reports as r')
    .leftJoin('members as reporter', 'reporter.id', 'r.reporter_id')
    .leftJoin('members as reported', 'reported.id', 'r.reported_id')
    .select([
      'r.id',
      'r.reason',
      'r.body',
      'r.created_at',
      'r.message_ids',
      'r.decided_at',
      'r.decided_by',
      'r.decision',
      'r.reporter_id',
      'reporter.screen_name as reporter_name',
      'r.reported_id',
      'reported.screen_name',
      'reported.about',
      'reported.looking_for',
      'reported.state',
    ])
    .select(({ selectFrom }) =>
      selectFrom('reports as same')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .whereRef('same.reported_id', '=', 'r.reported_id')
        .as('reports'),
    )
    .where('r.brand_id', '=', brandId)
    .where('r.state', '=', state)
    .orderBy('r.created_at')
    .orderBy('r.id')
    .limit(200)
    .execute()
  const ids = rows.flatMap((row) => row.message_ids)
  const messages =
    ids.length === 0
      ? []
      : await db
          .selectFrom('messages')
          .select(['id', 'sender_id', 'body', 'created_at'])
          .where('id', 'in', ids)
          .orderBy('created_at')
          .execute()
  return rows.map((row) => ({
    id: row.id,
    reason: row.reason,
    text: row.body,
    reportedAt: row.created_at,
    by: row.reporter_id === null ? undefined : { id: row.reporter_id, name: row.reporter_name ?? '' },
    about:
      row.reported_id === null
        ? undefined
        : {
            id: row.reported_id,
            name: row.screen_name ?? '',
            about: row.about ?? '',
            lookingFor: row.looking_for ?? '',
            state: row.state ?? '',
            reports: Number(row.reports),
          },
    messages: messages
      .filter(({ id }) => row.message_ids.includes(id))
      .map((message) => ({ at: message.created_at, own: message.sender_id === row.reporter_id, text: message.body })),
    decided:
      row.decided_at === null ? undefined : { at: row.decided_at, by: row.decided_by ?? '', why: row.decision ?? '' },
  }))
}

export interface ReportDecision {
  readonly verdict: 'upheld' | 'dismissed'
  readonly by: string
  readonly why: string
}

/**
 * Closes an open report and keeps who, when and why.
 *
 * @param also done in the same transaction, with the reported member's id; null once they are erased
 * @returns false when the brand has no such open report
 */
export async function decideReport(
  { db, clock }: { readonly db: Database; readonly clock: () => Date },
  brandId: string,
  id: string,
  { verdict, by, why }: ReportDecision,
  also: (tx: Tx, reportedId: string | null) => Promise<void> = async () => undefined,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const decided = await tx
      .updateTable('reports')
      .set({ state: verdict, decided_at: clock(), decided_by: by, decision: why })
      .where('id', '=', id)
      .where('brand_id', '=', brandId)
      .where('state', '=', 'open')
      .returning('reported_id')
      .executeTakeFirst()
    if (!decided) return false
    await also(tx, decided.reported_id)
    return true
  })
}
