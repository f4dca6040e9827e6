import { parseArgs } from 'node:util'
import { copyStorage } from '#platform/storage/copy.ts'
import { openPlace, openStorage } from '#platform/storage/open.ts'
import type { Storage } from '#platform/storage.ts'
import { type CommandResult, refused, report } from './command-result.ts'

const usage = `npm run storage:copy -- --to=s3://BUCKET            copies what is new, with checksums; may run while everything runs
npm run storage:copy -- --to=… --remove         also removes there what is no longer here
npm run storage:copy -- --to=… --verify         also compares what is there already by checksum
npm run storage:copy -- --from=s3://BUCKET --to=FOLDER   from elsewhere than the installation's own storage`

export interface StorageCopyDeps {
  /** The installation's own storage. */
  readonly own: () => Storage
  readonly print: (line: string) => void
}

/** Copies all files into another storage. */
export async function runStorageCopy(args: readonly string[], { own, print }: StorageCopyDeps): Promise<CommandResult> {
  try {
    const { to, from, remove = false, verify = false } = parse(args)
    if (!to) return refused('--to: s3://BUCKET or a folder', usage)
    if (to === from) return refused('--from, --to: are the same')
    let printed = Date.now()
    const { copied, bytes, there, extra, removed } = await copyStorage({
      from: from ? openPlace(from) : own(),
      to: openPlace(to),
      remove,
      verify,
      onProgress(done, all, so) {
        if (Date.now() - printed < 2000) return
        printed = Date.now()
        print(`  ${done} of ${all} files, ${megabytes(so)} copied`)
      },
    })
    return {
      ok: true,
      lines: [
        `${copied} files copied and compared (${megabytes(bytes)}), ${there} were there`,
        ...(extra === 0
          ? []
          : [
              removed
                ? `${extra} removed there, which are no longer here`
                : `${extra} are there but no longer here: deleted pictures stay until you repeat this with --remove`,
            ]),
      ],
    }
  } catch (error) {
    return refused(error instanceof Error ? error.message : String(error), 'Run it again: it continues.')
  }
}

const parse = (args: readonly string[]) => {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean' }] as const
  return parseArgs({ args: [...args], options: { to: text, from: text, remove: flag, verify: flag } }).values
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024)} MB`

if (import.meta.main) {
  const { DATA_DIR: dataDir, STORAGE_URL: storageUrl } = process.env
  if (!dataDir) {
    console.error('DATA_DIR: is missing; `npm run storage:copy` sets it')
    process.exit(2)
  }
  const own = () => openStorage({ dataDir, storageUrl })
  report(await runStorageCopy(process.argv.slice(2), { own, print: console.log }))
}
