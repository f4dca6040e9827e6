import { readFileSync } from 'node:fs'

const unquote = (block: string): string =>
  block
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line.replace(/^msg(id|str) /, '')) as string)
    .join('')

const flow: { plans: Record<string, unknown>[] } = JSON.parse(
  readFileSync(new URL('../../../brands/_flows/7.json', import.meta.url), 'utf8'),
)
const planTexts = flow.plans
  .flatMap((plan) => Object.values(plan))
  .filter((value): value is Record<string, string> => value !== null && typeof value === 'object' && 'it' in value)

/** Source texts that differ in the given language: none of them may be on its pages. */
export function untranslated(locale: 'es' | 'fr' | 'en'): string[] {
  const text = ['', 'account-']
    .map((part) => readFileSync(new URL(`../../../web/src/i18n/${part}${locale}.po`, import.meta.url), 'utf8'))
    .join('\n')
  const ofPlans = planTexts
    .filter((words) => words[locale] !== words['it'] && (words['it'] ?? '').length > 5)
    .map((words) => words['it'] ?? '')
  const ofPages = [...text.matchAll(/^(msgid (?:".*"\n)+)(msgstr (?:".*"\n?)+)/gm)]
    .map(([, id = '', words = '']) => [unquote(id), unquote(words)] as const)
    .filter(([id, words]) => id.length >= 14 && id !== words && !/[{<]/.test(id))
    .map(([id]) => id)
  return [...ofPages, ...ofPlans]
}
