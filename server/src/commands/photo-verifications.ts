import { verificationRefusals } from '@incontro/contract'
import { writeFile } from 'node:fs/promises'
import { decideVerification, type VerificationDecision } from '#modules/moderation/index.ts'
import { type VerificationInQueue, verificationsSent } from '#modules/photos/index.ts'
import { isUuid } from '#platform/ids.ts'
import { loadSharp } from '#platform/process/sharp.ts'
import { type CommandResult, countLine, refused } from './command-result.ts'
import { recordShown } from './record-shown.ts'
import type { PhotoCommandDeps } from './photo-command-deps.ts'

const usage = `npm run photos -- verify list --brand KEY [--after ID]
npm run photos -- verify show --brand KEY --id ID --to FILE.jpg
npm run photos -- verify approve --brand KEY --id ID [--by NAME]
npm run photos -- verify refuse --brand KEY --id ID --reason ${verificationRefusals.join('|')} [--by NAME]

\`show\` puts the main photo on the left and the picture of the gesture on the right. Approve when both show the same person and the
picture shows the gesture that the list names. The picture is deleted with the decision, and the member gets it by email.`

interface Asked {
  readonly verb?: string | undefined
  readonly brand: string
  readonly id: string
  readonly by: string
  readonly reason?: string | undefined
  readonly to?: string | undefined
  readonly after?: string | undefined
}

/** Compares members with their main photos from the command line. Only a person decides. */
export async function moderateVerifications(asked: Asked, deps: PhotoCommandDeps): Promise<CommandResult> {
  const { verb, brand, id, by, reason, to } = asked
  if (!deps.brandKeys.includes(brand)) return refused(`--brand: one of ${deps.brandKeys.join(', ')}`)
  if (verb === 'list') {
    const { after } = asked
    if (after !== undefined && !isUuid(after)) return refused('--after: the last id of the page before')
    const waiting = await verificationsSent(deps.db, brand, after === undefined ? {} : { after })
    await recordShown(deps, { brandId: brand, what: 'photos verify list', count: waiting.rows.length })
    return { ok: true, lines: [...waiting.rows.map(lineOf), countLine(waiting, `to compare of ${brand}`)] }
  }
  if (!isUuid(id)) return refused('--id: the id that `verify list` gives')
  if (verb === 'show') return show(deps, brand, id, to)
  const decision = decisionOf(verb, reason, `command:${by}`)
  if (typeof decision === 'string') return refused(decision, usage)
  return (await decideVerification(deps, brand, id, decision))
    ? { ok: true, lines: [verb === 'approve' ? `${id} is approved.` : `${id} is refused (${reason}).`] }
    : refused(
        `There is no such verification of ${brand} to ${verb}: it was called off or decided, or the main photo changed. Look again with \`verify list\`.`,
      )
}

function decisionOf(
  verb: string | undefined,
  reason: string | undefined,
  madeBy: string,
): VerificationDecision | string {
  if (verb === 'approve') return reason === undefined ? { verdict: 'approve', madeBy } : '--reason: is for refusing'
  if (verb !== 'refuse') return 'What to do: verify list, show, approve or refuse'
  const known = verificationRefusals.find((one) => one === reason)
  return known === undefined
    ? `--reason: one of ${verificationRefusals.join(', ')}`
    : { verdict: 'refuse', reason: known, madeBy }
}

const lineOf = ({ id, sentAt, memberName, age, memberId, gesture }: VerificationInQueue): string =>
  `${id}  ${sentAt.toISOString().slice(0, 16).replace('T', ' ')}  ${memberName}, ${age} (${memberId})  ${gesture}`

/** Height of the side-by-side picture, in pixels. */
const height = 1000

async function show(deps: PhotoCommandDeps, brand: string, id: string, to: string | undefined): Promise<CommandResult> {
  if (!to?.endsWith('.jpg')) return refused('--to: a file whose name ends with .jpg', usage)
  const { db, storage } = deps
  const [waiting] = (await verificationsSent(db, brand, { id })).rows
  if (!waiting) return refused(`There is no such verification of ${brand}.`)
  const stored = await Promise.all([storage.get(waiting.mainKey), storage.get(waiting.storageKey)])
  const pictures = stored.filter((picture) => picture !== undefined)
  if (pictures.length < 2) return refused('The pictures are not in the storage.')
  const sharp = await loadSharp()
  const [left, right] = await Promise.all(
    pictures.map((picture) => sharp(picture).resize({ height }).jpeg().toBuffer({ resolveWithObject: true })),
  )
  if (!left || !right) return refused('The pictures are not in the storage.')
  const width = left.info.width + right.info.width
  const both = await sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .composite([
      { input: left.data, left: 0, top: 0 },
      { input: right.data, left: left.info.width, top: 0 },
    ])
    .jpeg()
    .toBuffer()
  const subject = { kind: 'verification', id }
  await recordShown(deps, { brandId: brand, what: 'photos verify show', count: 1, subject, memberId: waiting.memberId })
  await writeFile(to, both, { mode: 0o600 })
  return { ok: true, lines: [lineOf(waiting), `main photo left, ${waiting.gesture} right, written to ${to}`] }
}
