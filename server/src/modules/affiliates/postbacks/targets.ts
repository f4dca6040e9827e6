import type { PostbackEvent } from '@incontro/contract/admin/campaign-words'
import type { Postback } from '#modules/brands/index.ts'
import type { Executor } from '#platform/database/database.ts'
import { secretsOf } from '../keys.ts'
import type { PostbackDeps } from './deps.ts'

/** To whom something is reported: a postback of a brand's file, or that of an affiliate, whose id is its key. */
export interface Target extends Pick<Postback, 'key' | 'url' | 'source' | 'campid'> {
  readonly event: PostbackEvent
  /** What happened before is not reported. */
  readonly since?: Date
}

type Deps = Pick<PostbackDeps, 'brands' | 'secretOf' | 'keys'>

/** All targets of a brand. */
export async function targetsOf({ brands }: Deps, executor: Executor, brandId: string): Promise<readonly Target[]> {
  const filed = brands.list.find(({ key }) => key === brandId)?.postbacks ?? []
  const rows = await executor
    .selectFrom('affiliate_postbacks as p')
    .innerJoin('affiliates as a', (join) =>
      join.onRef('a.brand_id', '=', 'p.brand_id').onRef('a.id', '=', 'p.affiliate_id'),
    )
    .select(['p.affiliate_id as key', 'p.event', 'p.url', 'p.since', 'a.source'])
    .where('p.brand_id', '=', brandId)
    .where('a.ended_at', 'is', null)
    .execute()
  return [
    ...filed.flatMap(({ on, ...one }) => on.map((event) => ({ ...one, event }))),
    ...rows.map(({ event, ...row }) => ({ ...row, event: event as PostbackEvent })),
  ]
}

/** With what a target's calls are signed, the newest first: one of a file with the brand's key, others with their own. */
export async function signingKeys(
  deps: Deps,
  executor: Executor,
  { brandId, target, at }: { readonly brandId: string; readonly target: Target; readonly at: Date },
): Promise<readonly string[]> {
  if (target.since !== undefined) return secretsOf(executor, deps.keys, { brandId, affiliateId: target.key, at })
  const secret = deps.secretOf(brandId)
  return secret === undefined ? [] : [secret]
}
