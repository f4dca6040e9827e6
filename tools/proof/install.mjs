import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { brandByCommand } from '../../server/src/commands/brand-new.ts'
import { makeRelease } from '../release/make-release.mjs'
import { root } from '../support/paths.mjs'
import { commandsOf, sectionOf } from './document.mjs'
import { makeNetworks } from './network.mjs'
import { startMachine } from './root.mjs'

/*
 * Does what docs/install.md says for one machine with systemd, by the commands of the document itself, on a bare Debian
 * in a network of its own, from nothing to a paid message over TLS. What differs from a rented server:
 * - Its Debian has PostgreSQL 18, so the two lines that add repositories of others are left out (those are not reachable
 *   from where this runs). Node is the one that runs this, put where NodeSource's package has it.
 * - No init runs. `systemctl` is tools/proof/systemctl.mjs, and PostgreSQL is started as Debian's init does.
 * - Let's Encrypt, the name server, the relay and the payment provider are stand-ins on the network, at their own names.
 */

const SITE = 'www.example.com'
const CONSOLE = 'console.example.com'
const PROVIDER = 'checkout.provider-of-cards.com'
const AUTHORITY = 'acme-v02.api.letsencrypt.org'
const RELAY = 'smtp.relay-of-mails.com'
const ADDRESSES = { internet: ['203.0.113.10', '203.0.113.11'], server: ['203.0.113.20'], client: ['203.0.113.30'] }
const SERVER = '203.0.113.20'
const NAMES = {
  [SITE]: { a: SERVER, txt: 'v=spf1 include:relay-of-mails.com -all' },
  [`_dmarc.${SITE}`]: { txt: `v=DMARC1; p=quarantine; rua=mailto:post@${SITE}` },
  [CONSOLE]: { a: SERVER },
  [PROVIDER]: { a: '203.0.113.10' },
  [RELAY]: { a: '203.0.113.10' },
  [AUTHORITY]: { a: '203.0.113.11' },
}
/** The sandbox with other secrets than the published ones, which a real installation refuses. */
const CARDS = {
  apiKey: 'AQEyhmfxK4_of_this_proof_8f2k1',
  clientKey: 'live_OFTHISPROOF4K2J',
  merchantAccount: 'SirenaECOM',
  hmacKey: 'A4C1F0B2D3E4958677889900AABBCCDDEEFF00112233445566778899AABBCC01',
  webhookUser: 'cards',
  webhookPassword: 'a-password-of-this-proof-71',
}

/**
 * @typedef {object} Proof
 * @property {string} unit what `systemd-analyze verify` says of the unit
 * @property {string} check what `npm run check` says
 * @property {{ charge: string, sent: boolean, received: { message: { msg?: string } } }} members
 * @property {string} ledger the credits that were spent on messages, by the database
 * @property {string[]} left the commands of the document that were left out
 */

/** @param {(line: string) => void} [say] @returns {Promise<Proof>} */
export async function proveInstall(say = () => undefined) {
  const document = readFileSync(join(root, 'docs/install.md'), 'utf8')
  const machine = await startMachine()
  const networks = makeNetworks('proof', ADDRESSES, '203.0.113.10')
  /** @type {import('node:child_process').ChildProcess[]} */
  const started = []
  try {
    const archive = await packRelease(machine, document, say)
    return await install({ machine, networks, started, document, archive, say })
  } catch (error) {
    for (const log of ['incontro', 'caddy', 'internet'])
      if (existsSync(join(machine.folder, `/var/log/${log}.log`)))
        say(`${log}.log: ${machine.read(`/var/log/${log}.log`).slice(-3000)}`)
    throw error
  } finally {
    for (const child of started) child.kill('SIGKILL')
    await machine.stop()
    networks.remove()
  }
}

/**
 * The release with the operator's brand in it.
 * @param {import('./root.mjs').Machine} machine @param {string} document @param {(line: string) => void} say
 */
async function packRelease(machine, document, say) {
  say('builds the release')
  const place = join(machine.folder, 'root')
  const folder = await makeRelease(place)
  const name = folder.slice(place.length + 1)
  await makeOwnBrand(folder, document)
  machine.must(`tar --create --gzip --file ${name}.tar.gz ${name} && rm -r ${name}`, { cwd: '/root' })
  return `${name}.tar.gz`
}

/**
 * The operator's brand in place of the demo's, by the commands of “Before you begin”.
 * @param {string} folder of a release or a clone @param {string} document
 */
export async function makeOwnBrand(folder, document) {
  const brandNew = /`(npm run brand:new [^`]+)`/.exec(document)?.[1]
  if (brandNew === undefined || !document.includes('`mkdir brands/_samples`'))
    throw new Error('docs/install.md no longer says how a brand is made')
  const brands = join(folder, 'brands')
  const made = await brandByCommand(brandNew.split(' ').slice(4), brands)
  if (!made.ok) throw new Error(made.lines.join('\n'))
  mkdirSync(join(brands, '_samples'))
  const samples = readdirSync(brands).filter((one) => !one.startsWith('_') && one !== 'sirena')
  for (const one of samples) renameSync(join(brands, one), join(brands, '_samples', one))
  const file = join(folder, 'brands/sirena/brand.json')
  const brand = JSON.parse(readFileSync(file, 'utf8'))
  const company = { name: 'Sirena S.r.l.', address: 'Via Roma 1, 00100 Roma, Italia', vatNumber: 'IT12345678903' }
  writeFileSync(
    file,
    JSON.stringify({
      ...brand,
      company,
      paymentCompany: company.name,
      support: { ...brand.support, email: `help@${SITE}` },
    }),
  )
}

/**
 * @param {{ machine: import('./root.mjs').Machine, networks: import('./network.mjs').Networks,
 *   started: import('node:child_process').ChildProcess[], document: string, archive: string, say: (line: string) => void }} with_
 */
async function install({ machine, networks, started, document, archive, say }) {
  const [server, internet, client] = ['server', 'internet', 'client'].map((name) => networks.of(name))
  const own = machine.read('/etc/resolv.conf')
  const env = {
    npm_config_cache: '/cache/npm',
    npm_config_cafile: '/etc/ssl/of-this-machine.crt',
    npm_config_fund: 'false',
    npm_config_audit: 'false',
  }
  for (const file of ['systemctl.mjs', 'processes.mjs'])
    machine.write(`/usr/local/lib/proof/${file}`, readFileSync(join(root, 'tools/proof', file), 'utf8'))
  machine.write('/usr/local/bin/systemctl', '#!/bin/sh\nexec node /usr/local/lib/proof/systemctl.mjs "$@"\n', 0o755)

  /**
   * What stands for a command of the document; each has to be used. @type {Map<RegExp, (command: string) => string |
   * undefined>}
   */
  const instead = new Map(
    /** @type {[RegExp, (command: string) => string | undefined][]} */ ([
      [/^\/usr\/share\/postgresql-common\/pgdg\//, () => undefined],
      [/^curl .*nodesource.* \| bash -/, () => undefined],
      [/^tar --extract /, (command) => command.replace('incontro-', '/root/incontro-')],
      [/^sudo -u incontro .*npm run setup /, (command) => `${command} ${answersOf()}`],
    ]),
  )
  const answersOf = () =>
    [
      ['console', CONSOLE],
      ['database', 'postgres://incontro:CHOOSE-ONE@localhost/incontro'],
      ['smtp', `smtp://${RELAY}:25`],
      ['data', '/var/lib/incontro'],
      ['proxies', '127.0.0.1'],
      ['owner', `olga@${SITE}`],
      ['owner-name', 'Olga'],
    ]
      .map(([flag, value]) => `--${flag} '${value}'`)
      .join(' ')
  /** @type {string[]} */
  const left = []
  const used = new Set()
  let cwd = '/root'
  let check = ''
  for (const given of commandsOf(document, 'One machine, with systemd')) {
    const [key, change] = [...instead].find(([pattern]) => pattern.test(given)) ?? []
    if (key) used.add(key)
    const command = change ? change(given) : given
    if (command === undefined) {
      left.push(given)
      continue
    }
    say(command)
    if (/^cd \S+$/.test(command)) {
      cwd = command.slice(3)
      continue
    }
    const downloads = /^apt |^curl |npm ci/.test(command)
    machine.write('/etc/resolv.conf', downloads ? own : 'nameserver 203.0.113.10\n')
    const options = { cwd, env, ...(downloads ? {} : { network: server ?? '' }) }
    if (command.includes('npm run check')) {
      await sell(machine, document, String(server))
      const { said, code } = machine.run(command, options)
      check = `${said}\nexit code ${code}`
    } else if (/npm ci|npm run/.test(command))
      machine.must(
        command.replace('sudo -u incontro', 'sudo --preserve-env=npm_config_cache,npm_config_cafile -u incontro'),
        options,
      )
    else machine.must(command, options)
    if (command.includes('postgresql-18')) {
      putNode(machine)
      machine.must('chmod 1777 /cache/npm', {})
      machine.must('pg_ctlcluster 18 main start', { network: server ?? '' })
      await startInternet(machine, started, String(internet))
      say('the internet is there')
    }
  }
  const forgotten = [...instead.keys()].filter((key) => !used.has(key))
  if (forgotten.length > 0)
    throw new Error(`docs/install.md has no longer what is left out here: ${forgotten.join(', ')}`)
  if (!document.includes(archive)) throw new Error(`docs/install.md does not name ${archive}`)

  const unit = execFileSync('systemd-analyze', [`--root=${machine.folder}`, 'verify', 'incontro.service'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  say('members come')
  const members = JSON.parse(
    machineOf(
      String(client),
      [
        join(root, 'tools/proof/first-members.ts'),
        `https://${SITE}`,
        `https://${PROVIDER}`,
        JSON.stringify({ ...addressesOfCards(), ...CARDS }),
      ],
      certificate(machine),
    ),
  )
  const ledger = machine.must(
    `sudo -u postgres psql --tuples-only --no-align incontro --command "select string_agg(from_account || ' ' || amount, ', ' order by created_at) from ledger_transfers where to_account = 'house:spent' and idempotency_key = 'message'"`,
  )
  return { unit, check, members, ledger: ledger.trim(), left }
}

/**
 * Node and npm as NodeSource's package has them: Debian's Node runs no TypeScript.
 * @param {import('./root.mjs').Machine} machine
 */
export function putNode(machine) {
  cpSync(realpathSync(process.execPath), join(machine.folder, 'usr/bin/node'))
  const npm = process.env['npm_execpath']
  const places = [
    npm && dirname(dirname(npm)),
    join(dirname(process.execPath), '../../npm'),
    join(dirname(process.execPath), '../lib/node_modules/npm'),
    '/usr/lib/node_modules/npm',
  ]
  const found = places.find((place) => place && existsSync(join(place, 'bin/npm-cli.js')))
  if (!found) throw new Error('no npm beside this Node')
  cpSync(found, join(machine.folder, 'usr/lib/node_modules/npm'), { recursive: true, dereference: true })
  machine.must(
    'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/bin/npm && chmod --recursive a+rX /usr/lib/node_modules && chmod a+x /usr/lib/node_modules/npm/bin/npm-cli.js',
  )
}

const certificate = (/** @type {import('./root.mjs').Machine} */ machine) =>
  join(machine.folder, 'srv/internet/caddy/pki/authorities/local/root.crt')

/**
 * Runs a program of the project in a network namespace, with its name server.
 * @param {string} network
 * @param {string[]} args
 * @param {string} ca
 */
function machineOf(network, args, ca) {
  return execFileSync('ip', ['netns', 'exec', network, process.execPath, ...args], {
    encoding: 'utf8',
    timeout: 180_000,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], NODE_EXTRA_CA_CERTS: ca },
  })
}

/**
 * @param {import('./root.mjs').Machine} machine
 * @param {import('node:child_process').ChildProcess[]} started
 * @param {string} network
 */
async function startInternet(machine, started, network) {
  machine.write(
    '/srv/internet/Caddyfile',
    `{
  admin off
  skip_install_trust
  auto_https disable_redirects
  pki {
    ca local {
      intermediate_lifetime 8000h
    }
  }
}
https://${AUTHORITY} {
  bind 203.0.113.11
  tls {
    issuer internal {
      lifetime 2160h
    }
  }
  rewrite /directory /acme/local/directory
  acme_server {
    lifetime 2160h
    resolvers 203.0.113.10
  }
}
https://${PROVIDER} {
  bind 203.0.113.10
  tls {
    issuer internal {
      lifetime 2160h
    }
  }
  reverse_proxy 127.0.0.1:3001
}
`,
  )
  started.push(
    machine.start('caddy run --config /srv/internet/Caddyfile', '/var/log/internet.log', {
      network,
      env: { XDG_DATA_HOME: '/srv/internet', XDG_CONFIG_HOME: '/srv/internet' },
    }),
  )
  const ca = certificate(machine)
  for (const end = Date.now() + 20_000; !existsSync(ca); await pause(50))
    if (Date.now() > end) throw new Error('the authority did not start')
  machine.write('/usr/local/share/ca-certificates/authority.crt', readFileSync(ca, 'utf8'))
  machine.must('update-ca-certificates')
  const child = spawn('ip', ['netns', 'exec', network, process.execPath, join(root, 'tools/proof/internet.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      NODE_EXTRA_CA_CERTS: ca,
      ADDRESS: '203.0.113.10',
      NAMES: JSON.stringify(NAMES),
      APP_URL: `https://${SITE}`,
      DATA_DIR: join(machine.folder, 'srv/sandbox'),
      SANDBOX_ADYEN_API_KEY: CARDS.apiKey,
      SANDBOX_ADYEN_CLIENT_KEY: CARDS.clientKey,
      SANDBOX_ADYEN_MERCHANT_ACCOUNT: CARDS.merchantAccount,
      SANDBOX_ADYEN_HMAC_KEY: CARDS.hmacKey,
      SANDBOX_ADYEN_WEBHOOK_USER: CARDS.webhookUser,
      SANDBOX_ADYEN_WEBHOOK_PASSWORD: CARDS.webhookPassword,
    },
  })
  started.push(child)
  await once(child.stdout, 'data')
}

const addressesOfCards = () => ({
  baseUrl: `https://${PROVIDER}/adyen/checkout/v72`,
  shopperBaseUrl: `https://${PROVIDER}/adyen/checkoutshopper`,
})

/**
 * “To sell, add the provider's keys to the file and restart.”
 * @param {import('./root.mjs').Machine} machine
 * @param {string} document
 * @param {string} network
 */
async function sell(machine, document, network) {
  if (!sectionOf(document, 'One machine, with systemd').includes('`systemctl restart incontro`'))
    throw new Error('docs/install.md no longer says how to sell')
  const { baseUrl, shopperBaseUrl } = addressesOfCards()
  const file = '/etc/incontro/incontro.env'
  machine.write(
    '/root/keys.env',
    Object.entries({
      ADYEN_CHECKOUT_URL: baseUrl,
      ADYEN_SHOPPER_URL: shopperBaseUrl,
      ADYEN_API_KEY: CARDS.apiKey,
      ADYEN_CLIENT_KEY: CARDS.clientKey,
      ADYEN_MERCHANT_ACCOUNT: CARDS.merchantAccount,
      ADYEN_HMAC_KEY: CARDS.hmacKey,
      ADYEN_WEBHOOK_USER: CARDS.webhookUser,
      ADYEN_WEBHOOK_PASSWORD: CARDS.webhookPassword,
      NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt',
    })
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  machine.must(`cat /root/keys.env >> ${file} && systemctl restart incontro`, { network })
  const ready = `curl --fail --silent --retry 60 --retry-delay 1 --retry-all-errors --max-time 5 https://${SITE}/readyz`
  machine.must(ready, { network })
}

if (import.meta.main) console.log(JSON.stringify(await proveInstall((line) => console.log(line)), null, 2))
