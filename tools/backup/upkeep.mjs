import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { openTarget, readJson } from './target.mjs'

/*
 * When an installation was last looked after, as the console of the staff shows it: rows of its database. A restore is
 * often tried on another machine, whose database is gone afterwards; so its check is noted beside the backups, from
 * where the next backup takes it.
 */

/**
 * @typedef {object} Checked
 * @property {string} at
 * @property {boolean} isWhole
 */

/**
 * Notes what was done, at an address as `DATABASE_URL` has it. A database of an earlier version has no place for it
 * until its next start.
 * @param {string} url
 * @param {{ readonly [what in 'backup' | 'log' | 'restore_proved' | 'restore_faulty']?: Date | null }} done null: it is
 *   not done any more
 */
export async function noteUpkeep(url, done) {
  // Imported here because it is TypeScript, which an older Node cannot load; that Node only installs the newer one.
  const { postgresAddress } = await import('#server/platform/database/connection-address.ts')
  const client = new pg.Client({ connectionString: postgresAddress(url), application_name: 'backup' })
  await client.connect()
  try {
    const { rows } = await client.query("select to_regclass('public.upkeep') is not null as there")
    if (!rows[0].there) return
    for (const [what, at] of Object.entries(done)) {
      if (at === null) await client.query('delete from upkeep where what = $1', [what])
      else
        await client.query(
          `insert into upkeep as u (what, at) values ($1, $2)
           on conflict (what) do update set at = greatest(u.at, excluded.at)`,
          [what, at],
        )
    }
  } finally {
    await client.end()
  }
}

const checkedFile = 'checked.json'

/**
 * What the last check of a database that was restored from a place found.
 * @param {import('./target.mjs').Target} target
 */
export async function lastCheck(target) {
  /** @type {Checked | undefined} */
  const found = await readJson(target.part('about'), checkedFile)
  if (found === undefined) return {}
  return { [found.isWhole ? 'restore_proved' : 'restore_faulty']: new Date(found.at) }
}

/** Beside the cluster: where it was restored from, until it was proved. @param {string} home */
const markIn = (home) => join(home, 'restored-from.json')

/** @param {string} home @param {import('./target.mjs').Target} from */
export const markRestored = (home, { place }) => writeFileSync(markIn(home), JSON.stringify({ place }))

/**
 * Notes beside the backups what a check of the database that was restored from them found.
 * @param {string} home @param {boolean} isWhole
 */
export async function noteCheck(home, isWhole) {
  const mark = markIn(home)
  if (!existsSync(mark)) return
  const target = await openTarget('--from', JSON.parse(readFileSync(mark, 'utf8')).place)
  /** @type {Checked} */
  const checked = { at: new Date().toISOString(), isWhole }
  await target.part('about').put(checkedFile, JSON.stringify(checked))
  // From now on it is the database that is worked with.
  if (isWhole) rmSync(mark)
}
