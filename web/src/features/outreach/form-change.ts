import type { NoticeChannel, NoticeEvent } from '@incontro/contract'

/** What a form of the page changes, as the API takes it. */
export function changeOf(form: FormData) {
  const intent = form.get('intent')
  if (intent === 'choices') return { choices: choicesOf(form) }
  if (intent === 'pause') return { pause: oneOf(['none', 'day', 'week'] as const, form.get('pause')) }
  const [from, until, timeZone] = [form.get('from'), form.get('until'), form.get('timeZone')]
  return {
    quiet: form.get('quiet') === 'on' && from !== until ? { from: String(from), until: String(until) } : null,
    ...(timeZone ? { timeZone: String(timeZone) } : {}),
    digest: oneOf(['off', 'daily', 'weekly'] as const, form.get('digest')),
    discreet: form.get('discreet') === 'on',
  }
}

/** Only what differs from what the page showed: two tabs do not undo each other. */
function choicesOf(form: FormData) {
  const was = new Set(form.getAll('was').map(String))
  const now = new Set(form.getAll('on').map(String))
  return form
    .getAll('cell')
    .map(String)
    .filter((cell) => was.has(cell) !== now.has(cell))
    .map((cell) => {
      const [event, channel] = cell.split(' ') as [NoticeEvent, NoticeChannel]
      return { event, channel, on: now.has(cell) }
    })
}

const oneOf = <T extends string>(all: readonly [T, ...T[]], value: unknown): T =>
  all.find((one) => one === value) ?? all[0]
