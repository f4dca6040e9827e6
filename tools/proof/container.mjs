import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { root } from '../support/paths.mjs'
import { makeOwnBrand, putNode } from './install.mjs'
import { makeNetworks } from './network.mjs'
import { ensureRoot, startMachine } from './root.mjs'

/*
 * Does what docs/install.md says under “Containers” where no Docker engine runs: buildah builds deploy/Dockerfile, and
 * docker-compose reads deploy/compose.yaml with the settings that `npm run setup -- --compose` wrote. What differs from
 * `docker compose up`:
 * - node:24-bookworm-slim is made here, of Debian bookworm and the Node that runs this.
 * - The image runs in a chroot with its own user, settings and network, and its files read-only but for its volume.
 * - PostgreSQL 18 and Valkey are those of Debian, under the names and in the network of compose.yaml; Caddy only reads
 *   its file with the hosts here, and is tried by the installation with systemd.
 */

const BASE = 'docker.io/library/node:24-bookworm-slim'
const NETWORK = { app: ['172.30.0.10'], beside: ['172.30.0.20'] }
const BESIDE = '172.30.0.20'
const BUILDING_MS = 1_800_000
/** The proxy reads the hosts that setup wrote. */
const PROXY = 'caddy adapt --config deploy/Caddyfile --adapter caddyfile'
const DOCUMENTED = 'docker compose --env-file deploy/incontro.env --file deploy/compose.yaml up --detach --build'

/**
 * @typedef {object} ImageConfig
 * @property {string} User
 * @property {string[]} Env
 * @property {string[]} Cmd
 * @property {string} WorkingDir
 * @property {{ Test: string[] }} Healthcheck
 * @property {Record<string, object>} Volumes
 *
 * @typedef {object} ContainerProof
 * @property {string[]} services of compose.yaml
 * @property {ImageConfig} image
 * @property {{ before: number | null, after: number | null }} health exit codes of the image's own check
 * @property {string} secrets files of the image that may have the settings which setup wrote beside its source
 * @property {string[]} users who run the processes of the container
 * @property {string} page the home page of the brand, as the proxy asks for it
 * @property {string} owner what the command for the first owner said
 * @property {number | null} ended exit code after SIGTERM
 * @property {number} endedMs
 */

/** @param {(line: string) => void} [say] @returns {Promise<ContainerProof>} */
export async function proveContainer(say = () => undefined) {
  const document = readFileSync(join(root, 'docs/install.md'), 'utf8')
  if (!document.includes(DOCUMENTED)) throw new Error('docs/install.md no longer says how the containers are started')
  await ensureRoot([], 'bookworm')
  const machine = await startMachine([
    'buildah',
    'caddy',
    'docker-compose',
    'netavark',
    'postgresql-18',
    'valkey-server',
  ])
  const networks = makeNetworks('image', NETWORK)
  try {
    putNode(machine)
    await putClone(machine, document)
    const setup = machine.must(
      `npm run setup -- --compose --console console.example.com --smtp smtp://smtp.relay-of-mails.com:25 --owner olga@www.example.com --owner-name Olga`,
      { cwd: '/source' },
    )
    say(setup)
    const compose = JSON.parse(
      machine.must(
        `docker-compose --env-file deploy/incontro.env --file deploy/compose.yaml config --format json 2>/var/log/compose.log`,
        { cwd: '/source' },
      ),
    )
    machine.must(PROXY, { cwd: '/source', env: compose.services.proxy.environment })
    const image = build(machine, say)
    return await run({ machine, networks, compose, image, setup, say })
  } catch (error) {
    say(machine.run('tail --lines 60 /var/log/app.log /var/log/compose.log').said)
    throw error
  } finally {
    await machine.stop()
    networks.remove()
  }
}

/**
 * The files of a clone, with the operator's brand.
 * @param {import('./root.mjs').Machine} machine
 * @param {string} document
 */
async function putClone(machine, document) {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  const archive = join(machine.folder, 'source.tar')
  const from = ['--directory', root, '--null', '--files-from=-', '--ignore-failed-read']
  execFileSync('tar', ['--create', '--file', archive, ...from], { input: list, stdio: ['pipe', 'ignore', 'ignore'] })
  machine.must(
    'mkdir /source && tar --extract --no-same-owner --file /source.tar --directory /source && rm /source.tar',
  )
  await makeOwnBrand(join(machine.folder, 'source'), document)
}

/** @param {import('./root.mjs').Machine} machine @param {(line: string) => void} say @returns {ImageConfig} */
function build(machine, say) {
  say('makes the image it is built from')
  // How npm reaches its registry from here: in the image it is built from, so that the Dockerfile stays as it is.
  machine.write('/base/npmrc', 'cafile=/etc/ssl/of-this-machine.crt\ncache=/cache/npm\n')
  const steps = [
    'made=$(buildah from scratch)',
    'buildah add --quiet $made /cache/bookworm.tar /',
    'buildah copy --quiet $made /usr/bin/node /usr/local/bin/node',
    'buildah copy --quiet $made /usr/lib/node_modules/npm /usr/local/lib/node_modules/npm',
    'buildah copy --quiet $made /base/npmrc /usr/local/etc/npmrc',
    'buildah copy --quiet $made /etc/ssl/of-this-machine.crt /etc/ssl/of-this-machine.crt',
    'ln -s ../lib/node_modules/npm/bin/npm-cli.js $(buildah mount $made)/usr/local/bin/npm',
    'buildah umount $made',
    `buildah commit --quiet --rm $made ${BASE}`,
  ]
  const env = { STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' }
  machine.must(steps.join(' && '), { env, timeoutMs: BUILDING_MS })
  say('builds deploy/Dockerfile')
  // The limits of this machine: it may not raise them.
  const limits = '--ulimit nofile=$(ulimit -Hn):$(ulimit -Hn) --ulimit nproc=$(ulimit -Hu):$(ulimit -Hu)'
  machine.must(
    `buildah build ${limits} --volume /cache/npm:/cache/npm --format docker --pull=never --file deploy/Dockerfile --tag incontro .`,
    { env, cwd: '/source', timeoutMs: BUILDING_MS },
  )
  const inspected = JSON.parse(machine.must('buildah inspect --type image incontro', { env }))
  machine.must(
    'made=$(buildah from --pull=never incontro) && mkdir --parents /container && mount --bind $(buildah mount $made) /container',
    { env },
  )
  return inspected.Docker.config
}

/**
 * @param {{ machine: import('./root.mjs').Machine, networks: import('./network.mjs').Networks, compose: any,
 *   image: ImageConfig, setup: string, say: (line: string) => void }} with_
 * @returns {Promise<ContainerProof>}
 */
async function run({ machine, networks, compose, image, setup, say }) {
  const [app, beside] = [networks.of('app'), networks.of('beside')]
  machine.must('test -s /source/deploy/incontro.env')
  const secrets = machine.must("find /container -xdev -name '*.env*' -not -path '*/node_modules/*'").trim()
  const { database, broker } = compose.services
  startBeside(machine, beside, database.environment.POSTGRES_PASSWORD, broker.environment.BROKER_PASSWORD)
  const [volume = ''] = Object.keys(image.Volumes)
  machine.write('/etc/hosts', `127.0.0.1 localhost\n${BESIDE} database broker\n`)
  machine.must(
    [
      'mount --rbind /dev /container/dev',
      'mount -t proc proc /container/proc',
      'touch /container/etc/hosts && mount --bind /etc/hosts /container/etc/hosts',
      `mkdir /volume && cp --archive /container${volume}/. /volume && chown --reference /container${volume} /volume`,
      `mount --bind /volume /container${volume}`,
      'mount -o remount,bind,ro /container',
    ].join(' && '),
  )
  const given = [
    ...image.Env,
    ...Object.entries(compose.services.app.environment).map(([key, value]) => `${key}=${value}`),
  ]
  const user = `--userspec=${image.User}:${image.User}`
  /** A command as the engine runs it in the container. @param {readonly string[]} words */
  const inside = (words) =>
    ['chroot', user, '/container', 'env', '--ignore-environment', `--chdir=${image.WorkingDir}`, ...given, ...words]
      .map(quoted)
      .join(' ')
  const [, ...healthWords] = image.Healthcheck.Test
  const health = () => machine.run(inside(healthWords), { network: app }).code
  const before = health()

  say('starts the container')
  const process_ = machine.start(inside(image.Cmd), '/var/log/app.log', { network: app })
  /** @type {Promise<number | null>} */
  const exit = new Promise((resolve) => process_.once('exit', resolve))
  let after = health()
  for (const end = Date.now() + 120_000; after !== 0 && Date.now() < end; after = health()) await pause(500)
  const users = machine
    .must(
      'for one in /proc/[0-9]*; do if [ "$(readlink $one/root)" = /container ]; then stat --format %u $one; fi; done | sort --unique',
    )
    .trim()
    .split('\n')
  const page = machine.must(
    `curl --fail --silent --max-time 20 --header 'Host: www.example.com' --header 'X-Forwarded-Proto: https' http://172.30.0.10:3000/`,
    { network: beside },
  )
  const command = /exec app (.+)$/m.exec(setup)?.[1]
  if (command === undefined) throw new Error('setup no longer prints the command for the first owner')
  const owner = machine.must(`${inside([])} ${command}`, { network: app })

  say('stops the container')
  const launcher = machine.must(`pgrep --full '^${image.Cmd.join(' ')}'`).trim()
  const from = Date.now()
  machine.must(`kill -TERM ${launcher}`)
  const ended = await exit
  return {
    services: Object.keys(compose.services).toSorted(),
    image,
    health: { before, after },
    secrets,
    users,
    page,
    owner,
    ended,
    endedMs: Date.now() - from,
  }
}

/**
 * PostgreSQL and Valkey as compose.yaml has them.
 * @param {import('./root.mjs').Machine} machine
 * @param {string} network
 * @param {string} password
 * @param {string} secret
 */
function startBeside(machine, network, password, secret) {
  machine.must(
    [
      `echo "listen_addresses = '${BESIDE}'" >> /etc/postgresql/18/main/postgresql.conf`,
      'echo "host incontro incontro 172.30.0.0/24 scram-sha-256" >> /etc/postgresql/18/main/pg_hba.conf',
      'pg_ctlcluster 18 main start',
      `sudo -u postgres psql --quiet --command "create role incontro superuser login password '${password}'" --command "create database incontro owner incontro encoding 'UTF8' template template0"`,
      `valkey-server --daemonize yes --bind ${BESIDE} --save '' --appendonly no --requirepass '${secret}'`,
    ].join(' && '),
    { network },
  )
}

/** A word for bash. @param {string} word */
const quoted = (word) => `'${word.replaceAll("'", String.raw`'\''`)}'`

if (import.meta.main) console.log(JSON.stringify(await proveContainer((line) => console.log(line)), null, 2))
