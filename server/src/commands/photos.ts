import { photoRefusals } from '@incontro/contract'
import { writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import { decidePhoto, type PhotoDecision } from '#modules/moderation/index.ts'
import { emailQueue } from '#modules/outreach/index.ts'
import { photosIn, photoStates, type PhotoInQueue } from '#modules/photos/index.ts'
import { isUuid } from '#platform/ids.ts'
import { openStorage } from '#platform/storage/open.ts'
import { type CommandResult, countLine, refused, refusedBySame } from './command-result.ts'
import { runOnBrand } from './on-databases.ts'
import { recordShown } from './record-shown.ts'
import { moderateVerifications } from './photo-verifications.ts'
import type { PhotoCommandDeps } from './photo-command-deps.ts'

const usage = `npm run photos -- list --brand KEY [--state pending|refused] [--member ID] [--after ID]
npm run photos -- list --brand KEY --state approved --member ID
npm run photos -- show --brand KEY --id ID --to FILE.jpg
npm run photos -- approve --brand KEY --id ID [--by NAME]
npm run photos -- refuse --brand KEY --id ID --reason ${photoRefusals.join('|')} [--by NAME]
npm run photos -- verify list|show|approve|refuse …  (compares the picture of a gesture with the main photo)

A list has at most 200 photos; \`--after\` with the last id shows the next. The owner of a refused photo gets the reason by
email. After an appeal a refused photo can be approved, by another person than the one who refused it.`

/** Shows members' photos and records decisions about them, with author, time and reason. */
export async function moderatePhotos(args: readonly string[], deps: PhotoCommandDeps): Promise<CommandResult> {
  const asked = parse(args)
  if (typeof asked === 'string') return refused(asked, usage)
  const { verb, brand = '', id = '', by = deps.user, reason, state = 'pending', to } = asked
  if (asked.subject === 'verify') return moderateVerifications({ ...asked, brand, id, by }, deps)
  if (!deps.brandKeys.includes(brand)) return refused(`--brand: one of ${deps.brandKeys.join(', ')}`)
  if (verb === 'list') return list(deps, brand, state, asked)
  if (!isUuid(id)) return refused('--id: the id that `list` gives')
  if (verb === 'show') return show(deps, brand, id, to)
  const decision = decisionOf(verb, reason, `command:${by}`)
  if (typeof decision === 'string') return refused(decision, usage)
  const outcome = await decidePhoto(deps, brand, id, decision)
  if (outcome === 'refused_by_same') return refused(refusedBySame(by, 'photo', 'owner'))
  if (outcome === 'unknown')
    return refused(
      `There is no such photo of ${brand} to ${verb}: it was deleted, or decided like this. Look again with \`list\`.`,
    )
  return {
    ok: true,
    lines: [
      verb === 'approve' ? `${id} is approved.` : `${id} is refused (${reason}); its owner is notified by email.`,
    ],
  }
}

function parse(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { brand: text, id: text, reason: text, state: text, by: text, to: text, member: text, after: text },
    })
    const subject = positionals[0] === 'verify' ? ('verify' as const) : undefined
    const verbs = subject ? positionals.slice(1) : positionals
    return { subject, verb: verbs.length === 1 ? verbs[0] : undefined, ...values }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function decisionOf(verb: string | undefined, reason: string | undefined, madeBy: string): PhotoDecision | string {
  if (verb === 'approve') return reason === undefined ? { verdict: 'approve', madeBy } : '--reason: is for refusing'
  if (verb !== 'refuse') return 'What to do: list, show, approve or refuse'
  const known = photoRefusals.find((one) => one === reason)
  return known === undefined
    ? `--reason: one of ${photoRefusals.join(', ')}`
    : { verdict: 'refuse', reason: known, madeBy }
}

async function list(
  deps: PhotoCommandDeps,
  brand: string,
  given: string,
  { member: memberId, after }: { readonly member?: string; readonly after?: string },
): Promise<CommandResult> {
  const state = photoStates.find((one) => one === given)
  if (!state) return refused(`--state: ${photoStates.join(', ')}`)
  if (memberId !== undefined && !isUuid(memberId)) return refused('--member: the id in brackets that `list` gives')
  if (after !== undefined && !isUuid(after)) return refused('--after: the last id of the page before')
  // All others of a brand are in its pages.
  if (state === 'approved' && memberId === undefined) return refused('--member: whose approved photos', usage)
  const page = await photosIn(deps.db, brand, state, {
    ...(memberId !== undefined && { memberId }),
    ...(after !== undefined && { after }),
  })
  await recordShown(deps, { brandId: brand, what: 'photos list', count: page.rows.length, memberId })
  return { ok: true, lines: [...page.rows.map(lineOf), countLine(page, `${state} of ${brand}`)] }
}

const lineOf = ({ id, memberName, memberId, age, uploadedAt, refusal }: PhotoInQueue): string =>
  `${id}  ${uploadedAt.toISOString().slice(0, 16).replace('T', ' ')}  ${memberName}, ${age} (${memberId})${refusal === null ? '' : `  ${refusal}`}`

/** Copies the picture to a place where the operator can open it. */
async function show(deps: PhotoCommandDeps, brand: string, id: string, to: string | undefined): Promise<CommandResult> {
  if (!to?.endsWith('.jpg')) return refused('--to: a file whose name ends with .jpg', usage)
  for (const state of photoStates)
    for (const photo of (await photosIn(deps.db, brand, state, { id })).rows) {
      const picture = await deps.storage.get(photo.storageKey)
      if (!picture) return refused('The picture is not in the storage.')
      const subject = { kind: 'photo', id }
      await recordShown(deps, { brandId: brand, what: 'photos show', count: 1, subject, memberId: photo.memberId })
      await writeFile(to, picture, { mode: 0o600 })
      return { ok: true, lines: [lineOf(photo), `${state}, written to ${to}`] }
    }
  return refused(`There is no such photo of ${brand}.`)
}

const clock = (): Date => new Date()

if (import.meta.main) {
  const dataDir = process.env['DATA_DIR']
  if (!dataDir) {
    console.error('DATA_DIR: is missing; `npm run photos` sets it')
    process.exit(2)
  }
  await runOnBrand('photos', (args, { db, brandKeys }) =>
    moderatePhotos(args, {
      db,
      brandKeys,
      storage: openStorage({ dataDir, storageUrl: process.env['STORAGE_URL'] }),
      enqueueEmail: emailQueue(clock),
      clock,
      user: userInfo().username,
    }),
  )
}
