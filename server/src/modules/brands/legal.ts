import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Locale, locales } from '@incontro/contract'
import { BrandFileError, readBrandText } from './brand-file-error.ts'
import { renderMarkdown, splitTitle } from './markdown.ts'
import { fillPlaceholders, type PlaceholderValues, UnknownPlaceholder } from './placeholders.ts'

/** The pages of the specification's `/legal/{page}`. */
export const legalPageNames = ['terms', 'privacy', 'cookie', 'faq', 'features'] as const
export type LegalPageName = (typeof legalPageNames)[number]

export interface LegalPage {
  /** The Markdown, placeholders included. */
  readonly source: string
  readonly title: string
  /** Safe HTML, without an h1. */
  readonly html: string
  /** Hash of title and text: identifies the text that a consent was given to. */
  readonly version: string
  /** The words of a numbered section, without its heading and any marks; empty without such a section. */
  section(number: string): string
}
export type LegalPages = Readonly<Record<Locale, Readonly<Record<LegalPageName, LegalPage>>>>

/** Rendered on first use: the start does not wait for the pages of all brands and languages. */
function pageOf(title: string, body: string, read: () => string): LegalPage {
  let known: { readonly html: string; readonly version: string } | undefined
  const rendered = () => {
    if (known) return known
    const html = renderMarkdown(body)
    known = { html, version: createHash('sha256').update(`${title}\n${html}`).digest('hex').slice(0, 12) }
    return known
  }
  return {
    title,
    get source() {
      return read()
    },
    get html() {
      return rendered().html
    },
    get version() {
      return rendered().version
    },
    section: (number) => sectionOf(body, number),
  }
}

function sectionOf(body: string, number: string): string {
  const section = body.split(/^## /m).find((one) => one.startsWith(`${number}. `)) ?? ''
  const [, ...lines] = section.split('\n')
  return lines
    .join('\n')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*/g, '')
    .trim()
}

/** A legal page cannot be used. */
export class LegalPageFault extends Error {
  /** The placeholder at fault; empty if the whole page is. */
  readonly key: string
  readonly reason: string
  constructor(key: string, reason: string) {
    super(key === '' ? reason : `${key}: ${reason}`)
    this.key = key
    this.reason = reason
  }
}

/**
 * A legal page of its Markdown.
 * @param read the Markdown again: what is seldom asked for is not kept
 * @throws LegalPageFault without a title, or with an unknown placeholder
 */
export function legalPageFrom(source: string, values: PlaceholderValues, read = () => source): LegalPage {
  let filled: string
  try {
    filled = fillPlaceholders(source, values)
  } catch (error) {
    if (error instanceof UnknownPlaceholder) throw new LegalPageFault(`{{${error.placeholder}}}`, 'is no placeholder')
    throw error
  }
  const { title, body } = splitTitle(filled)
  if (title === '') throw new LegalPageFault('', 'does not begin with a “# Title”')
  return pageOf(title, body, read)
}

/**
 * Reads all legal pages of a brand: its own `legal/<lang>/<page>.md` if it exists, otherwise the shared one in
 * `_legal/`.
 * @throws BrandFileError when a page is missing in a language, has no title or names an unknown placeholder
 */
export function loadLegalPages(dir: string, key: string, values: PlaceholderValues): LegalPages {
  const page = (locale: Locale, name: LegalPageName): LegalPage => {
    const own = join(dir, key, 'legal', locale, `${name}.md`)
    const file = existsSync(own) ? own : join(dir, '_legal', locale, `${name}.md`)
    try {
      return legalPageFrom(readBrandText(file), values, () => readBrandText(file))
    } catch (error) {
      if (error instanceof LegalPageFault) throw new BrandFileError(file, error.key, error.reason)
      throw error
    }
  }
  const entries = locales.map((locale) => [
    locale,
    Object.fromEntries(legalPageNames.map((name) => [name, page(locale, name)])),
  ])
  return Object.fromEntries(entries) as LegalPages
}
