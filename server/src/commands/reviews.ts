import { reviewRefusals, type ReviewRefusal } from '@incontro/contract'
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { emailQueue } from '#modules/outreach/index.ts'
import { decideReview, type ModerationDeps, type ReviewDecision } from '#modules/moderation/index.ts'
import { reviewsIn } from '#modules/reviews/index.ts'
import { isUuid } from '#platform/ids.ts'
import { type CommandResult, countLine, refused, refusedBySame } from './command-result.ts'
import { runOnBrand } from './on-databases.ts'
import { recordShown } from './record-shown.ts'

const usage = `npm run reviews -- list --brand KEY [--state pending|published|refused] [--after ID]
npm run reviews -- publish --brand KEY --id ID [--by NAME]
npm run reviews -- refuse --brand KEY --id ID --reason ${reviewRefusals.join('|')} [--by NAME]

That a review is negative is no reason to refuse it. A refused one is published by another person than the one who refused it.
A list has at most 200 reviews; \`--after\` with the last id shows the next.`

interface ReviewCommandDeps extends ModerationDeps {
  readonly brandKeys: readonly string[]
  readonly user: string
}

/** Shows members' reviews and records decisions about them. The running server notifies the author by email. */
export async function moderateReviews(args: readonly string[], deps: ReviewCommandDeps): Promise<CommandResult> {
  const { brandKeys, user } = deps
  const asked = parse(args)
  if (typeof asked === 'string') return refused(asked, usage)
  const { verb, brand = '', id = '', by = user, reason, state = 'pending', after } = asked
  if (!brandKeys.includes(brand)) return refused(`--brand: one of ${brandKeys.join(', ')}`)
  if (verb === 'list') return list(deps, brand, state, after)
  const decision = decisionOf(verb, reason, `command:${by}`)
  if (typeof decision === 'string') return refused(decision, usage)
  if (!isUuid(id)) return refused('--id: the id that `list` gives')
  const outcome = await decideReview(deps, brand, id, decision)
  if (outcome === 'refused_by_same') return refused(refusedBySame(by, 'review', 'author'))
  return outcome === 'decided'
    ? {
        ok: true,
        lines: [
          `${id} is ${verb === 'publish' ? 'published' : `refused (${reason})`}; its author is notified by email.`,
        ],
      }
    : refused(
        `There is no such review of ${brand} to ${verb}: it was withdrawn, rewritten or decided meanwhile. Look again with \`list\`.`,
      )
}

function parse(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { brand: text, id: text, reason: text, state: text, by: text, after: text },
    })
    return { verb: positionals.length === 1 ? positionals[0] : undefined, ...values }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function decisionOf(verb: string | undefined, reason: string | undefined, madeBy: string): ReviewDecision | string {
  if (verb === 'publish') return reason === undefined ? { verdict: 'publish', madeBy } : '--reason: is for refusing'
  if (verb !== 'refuse') return 'What to do: list, publish or refuse'
  const known = reviewRefusals.find((one) => one === reason) satisfies ReviewRefusal | undefined
  return known === undefined
    ? `--reason: one of ${reviewRefusals.join(', ')}`
    : { verdict: 'refuse', reason: known, madeBy }
}

async function list(
  deps: ReviewCommandDeps,
  brand: string,
  state: string,
  after: string | undefined,
): Promise<CommandResult> {
  if (state !== 'pending' && state !== 'published' && state !== 'refused')
    return refused('--state: pending, published or refused')
  if (after !== undefined && !isUuid(after)) return refused('--after: the last id of the page before')
  const page = await reviewsIn(deps.db, brand, state, after)
  await recordShown(deps, { brandId: brand, what: 'reviews list', count: page.rows.length })
  const lines = page.rows.flatMap((review) => [
    `${review.id}  ${'★'.repeat(review.stars).padEnd(5, '☆')}  ${review.author}  ${review.locale}  ${review.writtenAt.toISOString().slice(0, 10)}${review.refusal === null ? '' : `  ${review.refusal}`}`,
    ...review.text.split('\n').map((line) => `    ${line}`),
    '',
  ])
  return { ok: true, lines: [...lines, countLine(page, `${state} of ${brand}`)] }
}

const clock = (): Date => new Date()

if (import.meta.main)
  await runOnBrand('reviews', (args, { db, brandKeys }) =>
    moderateReviews(args, {
      db,
      brandKeys,
      enqueueEmail: emailQueue(clock),
      clock,
      user: userInfo().username,
    }),
  )
