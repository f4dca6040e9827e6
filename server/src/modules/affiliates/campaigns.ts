import type { Executor } from '#platform/database/database.ts'

const mostListed = 500

/** What was reported for each campaign of the brand since then, and how many of the imported orders were paid. */
export async function reportedCampaigns(executor: Executor, brandId: string, since: Date) {
  const rows = await executor
    .selectFrom('affiliate_imports as i')
    .leftJoin('payment_attempts as a', 'a.id', 'i.attempt_id')
    .select((eb) => [
      'i.campaign',
      'i.kind',
      eb.fn.countAll<string>().as('reported'),
      eb.fn.count<string>('i.cancelled_at').as('cancelled'),
      eb.fn.count<string>('a.granted_at').as('paid'),
    ])
    .where('i.brand_id', '=', brandId)
    .where('i.created_at', '>=', since)
    .groupBy(['i.campaign', 'i.kind'])
    .orderBy('i.campaign')
    .orderBy('i.kind')
    .limit(mostListed)
    .execute()
  return rows.map(({ campaign, kind, ...counts }) => ({
    campaign,
    kind,
    reported: Number(counts.reported),
    cancelled: Number(counts.cancelled),
    paid: Number(counts.paid),
  }))
}
