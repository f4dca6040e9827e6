import { hookCodes, type HookCode } from '@incontro/contract'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { BrandFileError, type HookTextsFile, readDrawing } from '#modules/brands/index.ts'
import type { LocalText } from './local-text.ts'

/** A hook's own texts; null means the catalogue's. */
export interface HookText {
  readonly title: LocalText | null
  readonly text: LocalText | null
  readonly picture: { readonly source: string; readonly hash: string } | null
}
export type HookTexts = Readonly<Partial<Record<HookCode, HookText>>>

/** A file with hook texts. */
interface Source {
  readonly file: string
  readonly hookTexts: HookTextsFile | undefined
}

/**
 * Hook texts of a flow for one brand, title by title: the flow's own, then the brand's.
 * @throws BrandFileError when a picture is missing or invalid
 */
export function toHookTexts(dir: string, brandKey: string, sources: readonly [flow: Source, brand: Source]): HookTexts {
  const texts: Partial<Record<HookCode, HookText>> = {}
  for (const hook of hookCodes) {
    const given = sources.filter(({ hookTexts }) => hookTexts?.[hook])
    if (given.length === 0) continue
    const first = <K extends 'title' | 'text' | 'picture'>(key: K) =>
      given.find(({ hookTexts }) => hookTexts?.[hook]?.[key] !== undefined)
    const pictured = first('picture')
    texts[hook] = {
      title: first('title')?.hookTexts?.[hook]?.title ?? null,
      text: first('text')?.hookTexts?.[hook]?.text ?? null,
      picture: pictured ? pictureOf(dir, brandKey, pictured, hook) : null,
    }
  }
  return texts
}

function pictureOf(dir: string, brandKey: string, { file, hookTexts }: Source, hook: HookCode): HookText['picture'] {
  const name = hookTexts?.[hook]?.picture ?? ''
  const path = [join(dir, brandKey, 'hooks', name), join(dir, '_hooks', name)].find((one) => existsSync(one))
  if (path === undefined)
    throw new BrandFileError(
      file,
      `hookTexts.${hook}.picture`,
      `there is no ${name} in ${brandKey}/hooks, nor in _hooks`,
    )
  const source = readDrawing(path)
  return { source, hash: createHash('sha256').update(source).digest('hex').slice(0, 12) }
}
