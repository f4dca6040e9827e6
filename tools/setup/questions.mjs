import { isIP } from 'node:net'
import { Failure } from '../support/failure.mjs'

/**
 * @typedef {object} Question
 * @property {string} name the setting
 * @property {string} flag
 * @property {string} asks
 * @property {(given: Answers) => string | undefined} usual what Enter means; undefined if an answer is needed
 * @property {(answer: string) => string | undefined} fault what is wrong with an answer
 * @property {(given: Answers) => boolean} [applies]
 */

/** @typedef {Record<string, string>} Answers settings by name */

/** @param {string[]} protocols @param {string} example */
const address = (protocols, example) => (/** @type {string} */ answer) =>
  URL.canParse(answer) && protocols.includes(new URL(answer).protocol) && !/[\s'"`$]/.test(answer)
    ? undefined
    : `It looks like ${example}. If the password has one of # / ? @ %, write %23 %2F %3F %40 %25.`

const HOST = /^(?=.{4,253}$)[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)+$/

const database = address(['postgres:', 'postgresql:'], 'postgres://incontro:PASSWORD@localhost/incontro')

/**
 * What an installation is asked, in order.
 * @param {{ domains: string[], isContained: boolean }} known domains of the brands; whether database and broker are
 *   containers beside the program
 * @returns {Question[]}
 */
export const questions = ({ domains, isContained }) => [
  {
    name: 'CONSOLE_HOST',
    flag: 'console',
    asks: 'Host of the console in which the staff works',
    usual: () => domains[0] && `console.${domains[0].replace(/^www\./, '')}`,
    fault: (answer) =>
      HOST.test(answer)
        ? domains.includes(answer)
          ? 'A brand has that host: the console needs one of its own.'
          : undefined
        : 'It is a host name in small letters, as in console.example.com.',
  },
  {
    name: 'DATABASE_URL',
    flag: 'database',
    asks: 'PostgreSQL 18, as postgres://user:password@host/name, or “embedded” for a small installation on this machine',
    usual: () => undefined,
    fault: (answer) => (answer === 'embedded' ? undefined : database(answer)),
    applies: () => !isContained,
  },
  {
    name: 'SMTP_URL',
    flag: 'smtp',
    asks: 'Mail relay, as smtps://user:password@host',
    usual: () => undefined,
    fault: address(['smtp:', 'smtps:'], 'smtps://user:PASSWORD@smtp.example.com:465'),
  },
  {
    name: 'DATA_DIR',
    flag: 'data',
    asks: 'Folder for members’ photos and whatever else is kept as files',
    usual: () => '/var/lib/incontro',
    fault: (answer) => (/^\/[\w./-]*$/.test(answer) ? undefined : 'It is an absolute path without spaces.'),
    applies: () => !isContained,
  },
  {
    name: 'TRUSTED_PROXIES',
    flag: 'proxies',
    asks: 'Addresses of the proxy in front (127.0.0.1 if it runs on this machine)',
    usual: () => '127.0.0.1',
    fault: (answer) =>
      answer.split(',').every((one) => isIP(one.trim().replace(/\/\d{1,3}$/, '')) !== 0)
        ? undefined
        : 'They are addresses or networks, separated by commas, as in 127.0.0.1 or 10.0.0.0/24.',
    applies: () => !isContained,
  },
  {
    name: 'OWNER_EMAIL',
    flag: 'owner',
    asks: 'Email of the first owner, who invites the others',
    usual: () => undefined,
    fault: (answer) => (/^[^\s@<>"']+@[^\s@<>"']+\.[^\s@<>"']+$/.test(answer) ? undefined : 'It is an email address.'),
  },
  {
    name: 'OWNER_NAME',
    flag: 'owner-name',
    asks: 'Their name',
    usual: () => undefined,
    fault: (answer) => (answer.length <= 80 ? undefined : 'It has up to 80 characters.'),
  },
]

/**
 * Every answer: from the flags, else asked, else an error that names the flag.
 * @param {Question[]} list @param {Record<string, string | undefined>} flags @param {Answers} before settings of an earlier run
 * @param {((question: string) => Promise<string>) | undefined} ask undefined without a terminal
 * @param {(line: string) => void} print
 * @returns {Promise<Answers>}
 * @throws {Failure}
 */
export async function answersTo(list, flags, before, ask, print) {
  /** @type {Answers} */
  const given = {}
  for (const { name, flag, asks, usual, fault, applies = () => true } of list) {
    if (!applies(given)) continue
    const flagged = flags[flag]
    if (flagged !== undefined) {
      const why = fault(flagged)
      if (flagged === '' || why) throw new Failure(`--${flag}: ${why ?? 'is empty.'}`)
      given[name] = flagged
      continue
    }
    const otherwise = before[name] ?? usual(given)
    if (ask === undefined) {
      if (otherwise === undefined) throw new Failure(`--${flag}: is missing. ${asks}.`)
      given[name] = otherwise
      continue
    }
    // What an earlier run was given may hold a password, so it is not shown.
    const shown = otherwise === undefined ? '' : before[name] === undefined ? ` [${otherwise}]` : ' [as before]'
    for (;;) {
      const answer = (await ask(`${asks}${shown}: `)).trim() || otherwise || ''
      const why = answer === '' ? 'An answer is needed.' : fault(answer)
      if (why === undefined) {
        given[name] = answer
        break
      }
      print(`  ${why}`)
    }
  }
  return given
}
