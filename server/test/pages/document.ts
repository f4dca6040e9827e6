import { DomUtils, parseDocument } from 'htmlparser2'

const { findAll, findOne, getAttributeValue, hasAttrib, textContent } = DomUtils
export type Element = NonNullable<ReturnType<typeof findOne>>
type Root = ReturnType<typeof parseDocument>

/** A page as it arrives, read without a browser: what somebody without script has before them. */
export interface Document {
  readonly lang: string | undefined
  readonly headings: number
  readonly mains: number
  /** Title and words, without what no browser shows. */
  readonly words: string
  /** Those of the main part. */
  readonly forms: readonly Form[]
  /** Where links lead whose address begins so. */
  links(beginning: string): string[]
  /** Where the page leads by itself, if it does. */
  readonly refresh: string | undefined
  /** Where the links in its alerts lead, such as to the fields that a form lacks. */
  readonly alertLinks: readonly string[]
  /** What an element with that role says; empty when there is none. */
  said(role: 'alert' | 'status'): string
}

export interface Form {
  readonly action: string | undefined
  readonly method: string
  /** What would be sent as it stands, by the names of the fields. */
  readonly values: readonly (readonly [string, string])[]
  /** Names and ids of all its fields, the empty ones too. */
  readonly fields: ReadonlySet<string>
  /** Name and value of its last button, which sends it. */
  readonly button: readonly [string, string] | undefined
}

/** Whether a page starts the app by itself; others have no script of it, or wait for the first touch. */
export const runsItsScript = (html: string): boolean => /<script[^>]* type="module"[^>]*>/.test(html)

export function readDocument(html: string): Document {
  const root = parseDocument(html)
  const named = (name: string) => findAll((element) => element.name === name, root.children)
  const withRole = (role: string) => findAll((element) => attribute(element, 'role') === role, root.children)
  return {
    lang: attribute(named('html')[0], 'lang'),
    headings: named('h1').length,
    mains: named('main').length,
    words: `${named('title').map(textContent).join('')}\n${shownText(root)}`,
    forms: findAll(({ name }) => name === 'form', (named('main')[0] ?? root).children).map(readForm),
    links: (beginning) =>
      named('a')
        .map((link) => attribute(link, 'href') ?? '')
        .filter((href) => href.startsWith(beginning)),
    refresh: named('meta')
      .filter((meta) => attribute(meta, 'http-equiv') === 'refresh')
      .map((meta) => /url=(.*)$/.exec(attribute(meta, 'content') ?? '')?.[1])[0],
    alertLinks: withRole('alert').flatMap((alert) =>
      findAll(({ name }) => name === 'a', alert.children).map((link) => attribute(link, 'href') ?? ''),
    ),
    said: (role) => withRole(role).map(shownText).join(' '),
  }
}

const attribute = (element: Element | undefined | null, name: string): string | undefined =>
  element ? getAttributeValue(element, name) : undefined

const unseen = new Set(['script', 'style', 'template', 'head', 'svg', 'option'])

function shownText(root: Pick<Root, 'children'> | Element): string {
  const parts: string[] = []
  const walk = (nodes: Root['children']): void => {
    for (const node of nodes) {
      if (node.type === 'text') parts.push(node.data)
      else if ('children' in node && !('name' in node && (unseen.has(node.name) || hasAttrib(node, 'hidden'))))
        walk(node.children as Root['children'])
    }
  }
  walk(root.children)
  return parts.join(' ').replaceAll(/\s+/g, ' ')
}

function readForm(form: Element): Form {
  const fields = findAll(({ name }) => /^(input|select|textarea|button)$/.test(name), form.children)
  const buttons = fields.filter((field) => field.name === 'button' && attribute(field, 'type') !== 'button')
  const button = buttons.at(-1)
  return {
    action: attribute(form, 'action'),
    method: (attribute(form, 'method') ?? 'get').toUpperCase(),
    values: fields.flatMap((field) => valueOf(field)),
    fields: new Set(fields.flatMap((field) => [attribute(field, 'name') ?? '', attribute(field, 'id') ?? ''])),
    button:
      attribute(button, 'name') === undefined
        ? undefined
        : [attribute(button, 'name') ?? '', attribute(button, 'value') ?? ''],
  }
}

function valueOf(field: Element): (readonly [string, string])[] {
  const name = attribute(field, 'name')
  if (name === undefined || field.name === 'button' || hasAttrib(field, 'disabled')) return []
  if (field.name === 'textarea') return [[name, textContent(field)]]
  if (field.name === 'select') {
    const options = findAll((option) => option.name === 'option', field.children)
    const chosen = options.find((option) => hasAttrib(option, 'selected')) ?? options[0]
    return [[name, attribute(chosen, 'value') ?? (chosen ? textContent(chosen) : '')]]
  }
  const isBox = /^(checkbox|radio)$/.test(attribute(field, 'type') ?? '')
  if (isBox && !hasAttrib(field, 'checked')) return []
  return [[name, attribute(field, 'value') ?? (isBox ? 'on' : '')]]
}
