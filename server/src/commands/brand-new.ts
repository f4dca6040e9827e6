import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { checkBrands } from './brand-check.ts'
import { type CommandResult, refused, report } from './command-result.ts'

interface NewBrand {
  readonly key: string
  readonly title: string
  readonly domain: string
  /** Key of the brand whose colours, word-mark and settings are copied. */
  readonly like: string
}

/** Why a brand cannot be made, in one sentence. */
class CannotMake extends Error {}

/**
 * Creates `brands/<key>/` as a copy of another brand with a new name, domain and hosts. The company stays marked as
 * sample data until the real one is entered.
 * @throws CannotMake
 */
export function makeBrand(dir: string, { key, title, domain, like }: NewBrand): string {
  if (!/^[a-z][a-z0-9-]{1,30}$/.test(key))
    throw new CannotMake(`“${key}” is no key: lower case letters, digits and hyphens`)
  if (!existsSync(join(dir, like, 'brand.json'))) throw new CannotMake(`there is no brand “${like}” to start from`)
  const folder = join(dir, key)
  if (existsSync(folder)) throw new CannotMake(`${folder} exists already`)

  const source = JSON.parse(readFileSync(join(dir, like, 'brand.json'), 'utf8')) as {
    title: string
    domain: string
    pool?: string
  }
  delete source.pool
  const renamed = JSON.stringify(source, null, 2).replaceAll(source.domain, domain).replaceAll(source.title, title)
  const brand: unknown = {
    ...(JSON.parse(renamed) as object),
    key,
    year: new Date().getUTCFullYear(),
    hosts: [`${key}.localhost`, domain],
    descriptor: title
      .normalize('NFD')
      .toUpperCase()
      .replace(/[^A-Z0-9 .-]/g, '')
      .slice(0, 22),
    photos: { folders: { women: `${key}/women`, men: `${key}/men` }, baseUrl: '/media' },
  }
  mkdirSync(folder)
  for (const name of ['logo.svg', 'logo-dark.svg', 'symbol.svg', 'palette.json'])
    cpSync(join(dir, like, name), join(folder, name))
  writeFileSync(join(folder, 'brand.json'), `${JSON.stringify(brand, null, 2)}\n`)
  return folder
}

async function askFor(given: string | undefined, question: string): Promise<string> {
  if (given) return given
  if (!process.stdin.isTTY)
    throw new CannotMake(`${question}? Give it as a flag: KEY --title=… --domain=… [--like=local]`)
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return (await lines.question(`${question}: `)).trim()
  } finally {
    lines.close()
  }
}

/** Creates a brand under `dir`. On a terminal, it asks for what the arguments leave out. */
export async function brandByCommand(args: readonly string[], dir: string): Promise<CommandResult> {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { title: { type: 'string' }, domain: { type: 'string' }, like: { type: 'string', default: 'local' } },
    })
    const key = await askFor(positionals[0], 'Key')
    const title = await askFor(values.title, 'Title')
    const domain = await askFor(values.domain, 'Domain')
    const folder = makeBrand(dir, { key, title, domain, like: values.like })
    const { faults } = checkBrands(dir)
    const done = `${folder} is there, with the look of “${values.like}”. Now put in company, support, taglines, palette.json and the logos.`
    return { ok: faults.length === 0, lines: [...faults, done] }
  } catch (error) {
    if (!(error instanceof CannotMake) && !(error instanceof TypeError)) throw error
    return refused(error.message)
  }
}

if (import.meta.main)
  report(await brandByCommand(process.argv.slice(2), fileURLToPath(new URL('../../../brands', import.meta.url))))
