import type { AuditDeps } from './deps.ts'
import { installationChain } from './record.ts'

/**
 * Logs the head of every chain of this database, and mails each brand's to its owners: a person who can change the database
 * cannot change what left it.
 */
export async function sendHeads({ db, brandIds, ownersOf, enqueueEmail, log }: AuditDeps): Promise<void> {
  const heads = (await db.selectFrom('audit_heads').selectAll().orderBy('brand_id').execute()).map((head) => ({
    chain: head.brand_id,
    seq: head.seq,
    hash: head.hash.toString('hex'),
  }))
  for (const head of heads) log.info(head, 'the last entry of an audit chain')
  for (const brandId of brandIds) {
    const those = heads.filter(({ chain }) => chain === brandId || chain === installationChain)
    if (those.length === 0) continue
    const owners = await ownersOf(brandId)
    await db.transaction().execute(async (tx) => {
      for (const { email, locale } of owners)
        await enqueueEmail(tx, {
          brandId,
          memberId: null,
          kind: 'audit-heads',
          to: email,
          locale,
          props: { heads: those.map(({ chain, seq, hash }) => `${chain} ${seq} ${hash}`) },
        })
    })
  }
}
