import type { HookCode } from '@incontro/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Path } from './paths.ts'

/** A field of the form of a flow; the form is made of these. */
export interface FlowField {
  readonly path: Path
  readonly label: MessageDescriptor
  readonly hint?: MessageDescriptor
  readonly as:
    | { readonly kind: 'number'; readonly least: number; readonly most: number }
    /** 1 or 0. */
    | { readonly kind: 'flag' }
    | { readonly kind: 'boolean' }
    | { readonly kind: 'choice'; readonly options: readonly (readonly [string | number, MessageDescriptor])[] }
    /** In all languages side by side; `isOptional` may be left out altogether, `rows` is of a longer one. */
    | { readonly kind: 'texts'; readonly isOptional?: boolean; readonly rows?: number }
    /** Shown, and never changed. */
    | { readonly kind: 'fixed' }
}

export interface FlowSection {
  readonly title: MessageDescriptor
  readonly fields: readonly FlowField[]
}

const number = (
  path: Path,
  label: MessageDescriptor,
  most: number,
  least = 0,
  hint?: MessageDescriptor,
): FlowField => ({
  path,
  label,
  ...(hint && { hint }),
  as: { kind: 'number', least, most },
})
const flag = (path: Path, label: MessageDescriptor): FlowField => ({ path, label, as: { kind: 'flag' } })

/** What each hook is about. */
export const hookNames = {
  fine_crediti: msg`Out of messages`,
  file_like: msg`Out of likes`,
  paginazione: msg`End of the free pages`,
  blurred: msg`Blurred message`,
  cambia_regione: msg`Another region`,
} as const satisfies Readonly<Record<HookCode, MessageDescriptor>>
export const hooks = Object.keys(hookNames) as readonly HookCode[]

export const flowSections: readonly FlowSection[] = [
  {
    title: msg`Gifts and what a message costs`,
    fields: [
      number(['messaggiFree'], msg`Messages given at sign-up, in credits`, 100_000),
      number(['regalo'], msg`Welcome gift, in credits`, 100_000),
      number(['creditiIcebreaker'], msg`Icebreakers given at sign-up`, 100_000),
      number(['creditiLike'], msg`Likes given at sign-up`, 100_000),
      {
        path: ['valoreMessaggio'],
        label: msg`Credits of a message`,
        hint: msg`It stays: what members have bought is counted in it.`,
        as: { kind: 'fixed' },
      },
      number(['messaggi_foto'], msg`Messages that a photo costs`, 20),
      number(['messaggi_vocale'], msg`Messages that a voice message costs`, 20),
    ],
  },
  {
    title: msg`What a free member sees`,
    fields: [
      number(['profili_per_pagina'], msg`Cards on a page`, 48, 1),
      number(['pagine_gratis'], msg`Free pages of the search`, 1000, 1),
      number(['risposte_chiare'], msg`Conversations with a readable first reply`, 100),
    ],
  },
  {
    title: msg`Sign-up and protections`,
    fields: [
      {
        path: ['optin'],
        label: msg`Email address`,
        as: {
          kind: 'choice',
          options: [
            ['doi', msg`Has to be confirmed`],
            ['none', msg`Need not be confirmed`],
          ],
        },
      },
      flag(['verificaEta'], msg`The age is checked`),
      flag(['foto_facoltativa'], msg`A photo is optional`),
      flag(['messaggi_inviti'], msg`The first message is an invite`),
      flag(['use_ai'], msg`There is a concierge, always labelled`),
    ],
  },
  {
    title: msg`Hooks`,
    fields: [
      ...hooks.map((hook) => flag(['hooks', hook], hookNames[hook])),
      flag(['pages', 0, 'find', 'hooks', 'modaleToProfilo'], msg`The profile button of a card only closes it`),
      flag(['pages', 0, 'find', 'hooks', 'modaleToChat'], msg`The message button of a card only closes it`),
    ],
  },
]

/** Of one hook: without texts, the app’s own are shown. */
export const hookFields = (hook: string): readonly FlowField[] => [
  { path: ['hookTexts', hook, 'title'], label: msg`Title`, as: { kind: 'texts', isOptional: true } },
  { path: ['hookTexts', hook, 'text'], label: msg`Text`, as: { kind: 'texts', isOptional: true, rows: 3 } },
]

const colours: readonly (readonly [string, MessageDescriptor])[] = [
  ['text', msg`Text colour`],
  ['text-2', msg`Quiet colour`],
  ['primary-text', msg`Brand colour`],
  ['accent-text', msg`Accent colour`],
  ['success-text', msg`Colour of success`],
  ['info-text', msg`Colour of hints`],
]

/** Of a plan, without its prices. */
export const planFields: readonly FlowField[] = [
  { path: ['nomePiano'], label: msg`Name`, as: { kind: 'texts' } },
  { path: ['prezzoDescription'], label: msg`After the price of one`, as: { kind: 'texts' } },
  { path: ['description'], label: msg`Description`, as: { kind: 'texts', rows: 3 } },
  { path: ['badge'], label: msg`Badge`, as: { kind: 'texts', isOptional: true } },
  { path: ['suggestion'], label: msg`Suggestion`, as: { kind: 'texts', isOptional: true } },
  {
    path: ['premiumLevel'],
    label: msg`Gives`,
    as: {
      kind: 'choice',
      options: [
        [0, msg`Only the check of the age`],
        [1, msg({ message: 'Messages', context: 'those written' })],
        [2, msg`Everything without limits`],
      ],
    },
  },
  number(['crediti'], msg`Credits`, 100_000),
  number(['crediti_promo'], msg`Credits with a digital wallet`, 100_000),
  { path: ['renews'], label: msg`Renews automatically`, as: { kind: 'boolean' } },
  { path: ['visibile'], label: msg`On sale`, as: { kind: 'boolean' } },
  { path: ['first_selling'], label: msg`As a first purchase only`, as: { kind: 'boolean' } },
  { path: ['spacing_bottom'], label: msg`Space below`, as: { kind: 'boolean' } },
  { path: ['description_color'], label: msg`Colour of the description`, as: { kind: 'choice', options: colours } },
  { path: ['suggestion_color'], label: msg`Colour of the suggestion`, as: { kind: 'choice', options: colours } },
]
