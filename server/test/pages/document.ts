import { DomUtils, parseDocument } from 'htmlparser2'

const { findAll, findOne, getAttributeValue, hasAttrib, textContent } = DomUtils
export type Element = NonNullable<ReturnType<typeof findOne>>
type Root = ReturnType<typeof parseDocument>

/** A page as delivered, parsed without a browser: what visitors without script see. */
export interface Document {
  readonly lang: string | undefined
  readonly headings: number
  readonly mains: number
  /** Title and visible text. */
  readonly words: string
  /** Forms of the main part. */
  readonly forms: readonly Form[]
  /** Targets of links that start with the given text. */
  links(beginning: string): string[]
  /** Target of an automatic redirect, if any. */
  readonly refresh: string | undefined
  /** Targets of links in its alerts, for example to missing fields. */
  readonly alertLinks: readonly string[]
  /** Text of the element with that role; empty if there is none. */
  said(role: 'alert' | 'status'): string
}

export interface Form {
  readonly action: string | undefined
  readonly method: string
  /** Names and values that would be submitted now. */
  readonly values: readonly (readonly [string, string])[]
  /** Names and ids of all fields. */
  readonly fields: ReadonlySet<string>
  /** Name and value of its last submit button. */
  readonly button: readonly [string, string] | undefined
}

/** Whether a page starts the app immediately; others have no script, or wait for the first interaction. */
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
