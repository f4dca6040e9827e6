import { checkedInBrands, checkedInFlows } from '#test/support/brands-folder.ts'
import { grantByCommand } from '#commands/credits.ts'
import { holdByCommand } from '#commands/member-hold.ts'
import { checkByCommand } from '#commands/ledger-check.ts'
import { reactivateByCommand } from '#commands/member-reactivate.ts'
import { moderatePhotos } from '#commands/photos.ts'
import { moderateReports } from '#commands/reports.ts'
import { moderateReviews } from '#commands/reviews.ts'
import { emailQueue } from '#modules/outreach/index.ts'
import { openStorage } from '#platform/storage/open.ts'
import { addPhoto } from './neighbours.ts'
import { recording } from './recording.ts'
import type { Player, Stage } from './stage.ts'

/** A character that is repeated often is shown once with its number. */
const shortened = (line: string) => line.replace(/(.)\1{49,}/g, (all, one: string) => `${one}×${all.length}`)

const enqueueEmail = emailQueue(() => new Date())

/* What moderators and operators decide by commands. */

recording('commands', steps, { bystanders: false })

async function steps(stage: Stage): Promise<void> {
  const { db } = stage.server.database
  const marco = await stage.player('marco')
  const giulia = await stage.player('giulia', { gender: 'woman', form: { language: 'en' } })
  const ada = await stage.player('ada', { gender: 'woman', set: { state: 'deactivated' } })
  const stranger = await stage.player('stranger', { host: 'battito.localhost' })
  const deps = {
    db,
    brandKeys: ['local', 'battito'],
    enqueueEmail,
    clock: () => stage.clock.now(),
    user: 'root',
    flows: checkedInFlows(),
    brands: checkedInBrands(),
    storage: openStorage({ dataDir: stage.server.config.dataDir, storageUrl: undefined }),
    addressOf: (key: string) => `storage/${key}`,
  }
  type Command = (args: readonly string[], given: typeof deps) => Promise<unknown>
  const run = (name: string, command: Command, ...args: string[]) =>
    stage.step(`npm run ${name} -- ${shortened(args.join(' '))}`, () => command(args, deps))
  const idIn = async (table: string, member: Player, column = 'member_id'): Promise<string> => {
    const [row] = await stage.sql(`select id from ${table} where ${column} = $1 order by id desc limit 1`, [member.id])
    return row?.['id'] ?? ''
  }

  stage.heading('Photos')
  const waiting = await addPhoto(stage, giulia, 'pending')
  const second = await addPhoto(stage, giulia, 'pending', { position: 1 })
  await addPhoto(stage, stranger, 'pending')
  const photos = (...args: string[]) => run('photos', moderatePhotos as Command, ...args)
  await photos('list', '--brand', 'local')
  await photos('refuse', '--brand', 'battito', '--id', waiting, '--reason', 'nudity')
  await photos('refuse', '--brand', 'local', '--id', waiting, '--reason', 'nudity')
  await photos('refuse', '--brand', 'local', '--id', waiting, '--reason', 'nudity')
  await photos('approve', '--brand', 'local', '--id', second)
  await photos('list', '--brand', 'local')

  stage.heading('Reports')
  await stage.connect(marco)
  await stage.ask(giulia, 'report', { body: { angelId: marco.id, reason: 'scam', text: 'Vuole soldi' } })
  await stage.ask(marco, 'report', { body: { angelId: giulia.id, reason: 'fake' } })
  const reports = (...args: string[]) => run('reports', moderateReports as Command, ...args)
  await reports('list', '--brand', 'local')
  await reports(
    'dismiss',
    '--brand',
    'local',
    '--id',
    await idIn('reports', marco, 'reporter_id'),
    '--reason',
    'Niente',
  )
  const about = await idIn('reports', giulia, 'reporter_id')
  await reports('uphold', '--brand', 'battito', '--id', about, '--reason', 'Truffa')
  await reports('uphold', '--brand', 'local', '--id', about, '--reason', 'Truffa', '--suspend')
  await reports('uphold', '--brand', 'local', '--id', about, '--reason', 'Truffa')
  await stage.ask(marco, 'account')

  stage.heading('Own cases, an appeal, and a notice without an account')
  await stage.ask(null, 'cases')
  await stage.ask(giulia, 'cases')
  const [refusal] = await stage.sql('select id from restrictions where member_id = $1', [giulia.id])
  const appeal = { params: { id: refusal?.['id'] ?? '' }, body: { text: 'Sono io' } }
  await stage.ask(giulia, 'appeal', appeal)
  await stage.ask(giulia, 'appeal', appeal)
  const notice = {
    place: 'https://local.example/reviews',
    reason: 'spam',
    text: 'Pubblicità',
    email: 'ada@person.example.com',
  }
  await stage.ask(null, 'notice', { body: notice })
  await stage.ask(null, 'notice', { body: { ...notice, goodFaith: true } })

  stage.heading('Reviews')
  for (const [member, state] of [
    [giulia, 'pending'],
    [stranger, 'pending'],
  ] as const)
    await stage.sql(
      `insert into reviews (id, brand_id, member_id, author_name, author_gender, author_age, stars, body, locale, state, created_at)
       values (gen_random_uuid(), $1, $2, 'Ada', 'woman', 40, 4, 'Bene.', 'it', $3, $4)`,
      [member === giulia ? 'local' : 'battito', member.id, state, stage.clock.now()],
    )
  const reviews = (...args: string[]) => run('reviews', moderateReviews as Command, ...args)
  await reviews('list', '--brand', 'local')
  await reviews('publish', '--brand', 'local', '--id', await idIn('reviews', giulia))
  await reviews('refuse', '--brand', 'battito', '--id', await idIn('reviews', stranger), '--reason', 'insults')
  await reviews('refuse', '--brand', 'local', '--id', await idIn('reviews', giulia), '--reason', 'insults')

  stage.heading('Accounts')
  const by = ['--reason', 'Ticket 7', '--by', 'Ada']
  const grant = (...args: string[]) =>
    run('credits', grantByCommand as Command, 'grant', '--brand', 'local', ...args, ...by)
  await grant('--email', giulia.email, '--messages', '5', '--reference', 'T-7')
  await grant('--email', giulia.email, '--messages', '5', '--reference', 'T-7')
  await grant('--email', giulia.email, '--likes', '2', '--reference', 'T-8')
  await grant('--email', stranger.email, '--likes', '2', '--reference', 'T-9')
  const reactivate = (who: Player) =>
    run('member:reactivate', reactivateByCommand as Command, '--brand', 'local', '--email', who.email, ...by)
  for (const who of [ada, ada, marco, stranger]) await reactivate(who)
  const hold = (...args: string[]) =>
    run('member:hold', holdByCommand as Command, '--brand', 'local', '--email', giulia.email, ...args)
  await hold(...by)
  await hold('--release')
  await stage.work()

  stage.heading('Lists')
  for (const state of ['pending', 'approved', 'refused']) await photos('list', '--brand', 'local', '--state', state)
  for (const state of ['open', 'upheld', 'dismissed']) await reports('list', '--brand', 'local', '--state', state)
  for (const state of ['pending', 'published', 'refused'])
    for (const brand of ['local', 'battito']) await reviews('list', '--brand', brand, '--state', state)
  await stage.step('npm run ledger:check', () => checkByCommand([], db))

  stage.heading('Command lines that are refused')
  const unknown = '00000000-0000-4000-8000-000000000000'
  const [here, id, long] = [['--brand', 'local'], ['--id', unknown], 'r'.repeat(1001)]
  for (const args of [
    [],
    ['delete', ...here, ...id],
    ['list', 'approve', ...here],
    ['list', '--brand', 'nowhere'],
    ['list', ...here, '--state', 'open'],
    ['list', ...here, '--all'],
    ['approve', ...here, '--id', '1'],
    ['approve', ...here, ...id, '--reason', 'nudity'],
    ['approve', ...here, ...id],
    ['refuse', ...here, ...id],
    ['refuse', ...here, ...id, '--reason', 'ugly'],
    ['show', ...here, ...id],
    ['show', ...here, ...id, '--to', 'picture.png'],
    ['show', ...here, ...id, '--to', 'picture.jpg'],
    ['verify', ...here],
    ['verify', 'list', '--brand', 'nowhere'],
    ['verify', 'list', ...here],
    ['verify', 'approve', ...here, '--id', '1'],
    ['verify', 'approve', ...here, ...id, '--reason', 'other_person'],
    ['verify', 'approve', ...here, ...id],
    ['verify', 'refuse', ...here, ...id, '--reason', 'nudity'],
    ['verify', 'delete', ...here, ...id],
    ['verify', 'show', ...here, ...id, '--to', 'picture.png'],
    ['verify', 'show', ...here, ...id, '--to', 'picture.jpg'],
  ])
    await photos(...args)
  for (const args of [
    [],
    ['delete', ...here, ...id, '--reason', 'x'],
    ['list', 'uphold', ...here],
    ['list', '--brand', 'nowhere'],
    ['list', ...here, '--state', 'pending'],
    ['uphold', ...here, ...id],
    ['uphold', ...here, ...id, '--reason', ' '],
    ['uphold', ...here, ...id, '--reason', long],
    ['uphold', ...here, ...id, '--reason', long.slice(1)],
    ['uphold', ...here, '--id', '1', '--reason', 'x'],
    ['dismiss', ...here, ...id, '--reason', 'x', '--suspend'],
    ['dismiss', ...here, ...id, '--why', 'x'],
  ])
    await reports(...args)
  for (const args of [
    [],
    ['approve', ...here, ...id],
    ['list', 'publish', ...here],
    ['list', '--brand', 'nowhere'],
    ['list', ...here, '--state', 'approved'],
    ['publish', ...here, '--id', '1'],
    ['publish', ...here, ...id, '--reason', 'insults'],
    ['publish', ...here, ...id],
    ['refuse', ...here, ...id],
    ['refuse', ...here, ...id, '--reason', 'negative'],
  ])
    await reviews(...args)
  const to = [...here, '--email', giulia.email]
  const why = ['--reference', 'T-10', '--reason', 'Ticket']
  for (const args of [
    [],
    ['take', ...to, '--messages', '1', ...why],
    ['grant', 'grant', ...to, '--messages', '1', ...why],
    ['grant', '--brand', 'nowhere', '--messages', '1', ...why],
    ['grant', ...to, ...why],
    ['grant', ...to, '--messages', '1', '--likes', '1', ...why],
    ['grant', ...to, '--messages', '0', ...why],
    ['grant', ...to, '--likes', '1.5', ...why],
    ['grant', ...to, '--icebreakers', '1001', ...why],
    ['grant', ...to, '--messages', '1', '--reason', 'Ticket'],
    ['grant', ...to, '--messages', '1', '--reference', 'T 10', '--reason', 'Ticket'],
    ['grant', ...to, '--messages', '1', '--reference', 'T'.repeat(65), '--reason', 'Ticket'],
    ['grant', ...to, '--messages', '1', '--reference', 'T-10'],
    ['grant', ...to, '--messages', '1', '--reference', 'T-10', '--reason', 'r'.repeat(501)],
    ['grant', ...to, '--credits', '1', ...why],
  ])
    await run('credits', grantByCommand as Command, ...args)
  for (const args of [
    [],
    [...to],
    ['--email', giulia.email, '--reason', 'x'],
    [...here, '--reason', 'x'],
    [...to, '--reason', ' '],
    ['--brand', 'nowhere', '--email', giulia.email, '--reason', 'x'],
    [...to, '--why', 'x'],
  ])
    await run('member:reactivate', reactivateByCommand as Command, ...args)
  for (const args of [
    [],
    [...to],
    [...to, '--reason', 'x', '--release'],
    [...to, '--reason', long],
    [...here, '--email', stranger.email, '--reason', 'x'],
    [...to, '--release'],
    [...to, '--for', 'ever'],
  ])
    await run('member:hold', holdByCommand as Command, ...args)
}
