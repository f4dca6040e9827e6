import { type Locale, locales } from '@incontro/contract'
import { i18nFor } from '#platform/text/i18n.ts'

/** What the bot answers. */
export type Answer = 'connected' | 'moved' | 'invalid' | 'hello' | 'stopped' | 'unknown' | 'settings' | 'help'

/** The text of an answer, and what its button says. */
export function answerWords(
  answer: Answer,
  { title, locale }: { readonly title: string; readonly locale: Locale },
): { readonly text: string; readonly button?: string } {
  const i18n = i18nFor(locale)
  const commands = i18n._('/settings: choose what we tell you. /stop: no more notifications here.')
  const connected = i18n._('Connected: {title} will notify you here.', { title })
  switch (answer) {
    case 'connected':
      return { text: `${connected}\n${commands}` }
    case 'moved':
      return {
        text: `${connected}\n${i18n._('The other account that was connected to this conversation no longer is.')}\n${commands}`,
      }
    case 'invalid':
      return {
        text: i18n._('This link isn’t valid any more. Make a new one on {title}, on the page about notifications.', {
          title,
        }),
        button: i18n._('Open the page'),
      }
    case 'hello':
      return {
        text: i18n._('To be notified here, connect Telegram on {title}, on the page about notifications.', { title }),
        button: i18n._('Open the page'),
      }
    case 'stopped':
      return { text: i18n._('You won’t be notified here any more.') }
    case 'unknown':
      return { text: i18n._('No account of {title} is connected to this conversation.', { title }) }
    case 'settings':
      return { text: i18n._('Choose what we tell you, where and when.'), button: i18n._('Open the page') }
    case 'help':
      return { text: `${i18n._('You can’t reply here: this conversation is for notifications only.')}\n${commands}` }
  }
}

/** The language of a person's Telegram, if we speak it. */
export const localeOf = (language: string | undefined): Locale | undefined =>
  locales.find((locale) => locale === language?.slice(0, 2).toLowerCase())
