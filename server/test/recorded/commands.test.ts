import { grantByCommand } from '../../src/commands/credits.ts'
import { holdByCommand } from '../../src/commands/member-hold.ts'
import { reactivateByCommand } from '../../src/commands/member-reactivate.ts'
import { moderatePhotos } from '../../src/commands/photos.ts'
import { moderateReports } from '../../src/commands/reports.ts'
import { moderateReviews } from '../../src/commands/reviews.ts'
import { emailQueue } from '../../src/modules/outreach/index.ts'
import { openStorage } from '../../src/platform/storage/open.ts'
import { addPhoto } from './neighbours.ts'
import { recording } from './recording.ts'
import type { Player } from './stage.ts'

const enqueueEmail = emailQueue(() => new Date())

/* What moderators and operators decide by commands. */

recording('commands', async (stage) => {
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
    storage: openStorage({ dataDir: stage.server.config.dataDir, storageUrl: undefined }),
    addressOf: (key: string) => `storage/${key}`,
  }
  type Command = (args: readonly string[], given: typeof deps) => Promise<unknown>
  const run = (name: string, command: Command, ...args: string[]) =>
    stage.step(`npm run ${name} -- ${args.join(' ')}`, () => command(args, deps))
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
})
