import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/*
 * A machine of its own for a proof: Debian's files made by debootstrap, with their own processes and mounts, and in
 * whichever network each command is given. Nothing outside its folder is changed.
 */

/** The release of Debian that has the versions which docs/install.md names: PostgreSQL 18, Node 24. */
const SUITE = 'forky'
const MIRROR = 'http://deb.debian.org/debian'
/** Kept from run to run: bare roots and packages. */
const CACHE = join(tmpdir(), 'incontro-roots')
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** What a proof needs that not every machine has; undefined if everything is there. */
export function missingForRoots() {
  if (process.getuid?.() !== 0) return 'only root can make machines'
  for (const program of ['debootstrap', 'unshare', 'nsenter', 'ip', 'tar', 'mount'])
    if (spawnSync('which', [program]).status !== 0) return `${program} is not installed`
  return undefined
}

/**
 * @typedef {object} Ran
 * @property {number | null} code
 * @property {string} said of both outputs
 *
 * @typedef {object} Options
 * @property {string} [network] the name of a network namespace; the machine's own network by default
 * @property {Record<string, string>} [env]
 * @property {string} [cwd]
 * @property {number} [timeoutMs]
 *
 * @typedef {object} Machine
 * @property {string} folder
 * @property {(command: string, options?: Options) => Ran} run by bash, as root
 * @property {(command: string, options?: Options) => string} must what it said; throws if it fails
 * @property {(command: string, log: string, options?: Options) => import('node:child_process').ChildProcess} start what runs on
 * @property {(file: string, text: string, mode?: number) => void} write
 * @property {(file: string) => string} read
 * @property {() => Promise<void>} stop ends all its processes and removes it
 */

/**
 * Makes sure that there is a root with these packages of Debian, or a bare one, to copy from; downloads what is missing.
 * @param {string[]} [packages] @param {string} [suite] @returns {Promise<string>} its archive
 */
export async function ensureRoot(packages = [], suite = SUITE) {
  mkdirSync(CACHE, { recursive: true })
  const kept = join(CACHE, `${[suite, ...packages].join('+')}.tar`)
  if (!existsSync(kept)) await (packages.length === 0 ? makeBareRoot(kept, suite) : install(packages, kept, suite))
  return kept
}

/** @param {string[]} packages @param {string} suite @returns {Promise<string>} its folder */
async function makeRoot(packages, suite) {
  const kept = await ensureRoot(packages, suite)
  const folder = mkdtempSync(join(CACHE, 'root-'))
  execFileSync('tar', ['--extract', '--directory', folder, '--file', kept])
  // Its users pass through it.
  chmodSync(folder, 0o755)
  return folder
}

/** @param {string} kept @param {string} suite */
function makeBareRoot(kept, suite) {
  const made = mkdtempSync(join(CACHE, 'new-'))
  // Newer releases have no script of their own in an older debootstrap; all are that of `sid`.
  const script = '/usr/share/debootstrap/scripts/sid'
  const packages = '--include=ca-certificates,iproute2,sudo,curl,procps'
  execFileSync('debootstrap', ['--variant=minbase', packages, suite, made, MIRROR, script], { stdio: 'ignore' })
  pack(made, kept)
  rmSync(made, { recursive: true, force: true })
}

/** @param {string[]} packages @param {string} kept @param {string} suite */
async function install(packages, kept, suite) {
  const machine = await startMachine([], suite)
  try {
    machine.must(`apt-get install --yes ${packages.join(' ')}`)
    pack(machine.folder, kept)
  } finally {
    await machine.stop()
  }
}

/** @param {string} folder @param {string} kept */
function pack(folder, kept) {
  execFileSync('tar', ['--create', '--one-file-system', '--directory', folder, '--file', `${kept}.new`, '.'])
  renameSync(`${kept}.new`, kept)
}

/**
 * @param {string[]} [packages] that it has from the beginning @param {string} [suite] of Debian
 * @returns {Promise<Machine>}
 */
export async function startMachine(packages = [], suite = SUITE) {
  const folder = await makeRoot(packages, suite)
  for (const name of ['apt', 'npm']) mkdirSync(join(CACHE, name), { recursive: true })
  mkdirSync(join(folder, 'cache'), { recursive: true })
  /** @type {Machine['write']} */
  const write = (file, text, mode = 0o644) => {
    mkdirSync(join(folder, file, '..'), { recursive: true })
    writeFileSync(join(folder, file), text, { mode })
  }
  // Debian's packages start nothing here: no init runs.
  write('/usr/sbin/policy-rc.d', '#!/bin/sh\nexit 101\n', 0o755)
  write(
    '/etc/apt/apt.conf.d/99proof',
    'Dir::Cache::archives "/cache/apt/";\nBinary::apt::APT::Keep-Downloaded-Packages "true";\nAPT::Install-Recommends "false";\nAPT::Sandbox::User "root";\nDpkg::Use-Pty "false";\nDebug::NoLocking "true";\n',
  )
  write('/etc/hostname', 'server\n')
  // What this machine trusts, such as a proxy on the way to the packages.
  const trusted = '/etc/ssl/certs/ca-certificates.crt'
  if (existsSync(trusted)) write('/etc/ssl/of-this-machine.crt', readFileSync(trusted, 'utf8'))
  write('/etc/hosts', '127.0.0.1 localhost\n127.0.1.1 server\n')
  const mounts = [
    // A mount of its own: what makes mounts inside it, as builders of images do, asks for the one it is in.
    `mount --bind ${folder} ${folder}`,
    `mount -t proc proc ${folder}/proc`,
    `mount --rbind /dev ${folder}/dev`,
    `mount -t tmpfs tmpfs ${folder}/run`,
    `mount --bind ${CACHE} ${folder}/cache`,
  ]
  const init = 'trap : TERM; while :; do sleep 3600 & wait $!; done'
  const separate = ['--mount', '--propagation=private', '--pid', '--fork', '--uts', '--ipc', '--kill-child=KILL']
  const holder = spawn(
    'unshare',
    [...separate, 'sh', '-ec', `hostname server; ${mounts.join('; ')}; exec chroot ${folder} bash -c '${init}'`],
    { stdio: 'ignore' },
  )
  const ended = new Promise((resolve) => holder.once('exit', resolve))
  const pid = await firstProcess(holder.pid ?? 0, folder)

  /** @param {string} command @param {Options} options @returns {[string, string[], import('node:child_process').SpawnSyncOptionsWithStringEncoding]} */
  const into = (command, { network, env = {}, cwd = '/', timeoutMs = 600_000 } = {}) => [
    'nsenter',
    [
      '--target',
      String(pid),
      '--mount',
      '--pid',
      '--uts',
      '--ipc',
      ...(network === undefined ? [] : [`--net=/run/netns/${network}`]),
      'chroot',
      folder,
      'bash',
      '-ec',
      `cd ${cwd}; ${command}`,
    ],
    {
      encoding: 'utf8',
      timeout: timeoutMs,
      maxBuffer: 64 * 1024 * 1024,
      env: { PATH, HOME: '/root', LANG: 'C.UTF-8', DEBIAN_FRONTEND: 'noninteractive', ...env },
    },
  ]
  /** @type {Machine['run']} */
  const run = (command, options = {}) => {
    const { status, stdout, stderr, error } = spawnSync(...into(command, options))
    return { code: status, said: `${stdout}${stderr}${error ? String(error) : ''}` }
  }
  return {
    folder,
    run,
    must(command, options) {
      const { code, said } = run(command, options)
      if (code !== 0) throw new Error(`${command}\n→ ${code}\n${said.slice(-4000)}`)
      return said
    },
    start(command, log, options = {}) {
      const [program, args, { env }] = into(`exec ${command} >${log} 2>&1`, options)
      return spawn(program, args, { env, stdio: 'ignore' })
    },
    write,
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    async stop() {
      holder.kill('SIGKILL')
      await ended
      // What was mounted in its namespace is gone with it.
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The machine's first process, once everything is mounted. @param {number} holder @param {string} folder */
async function firstProcess(holder, folder) {
  for (const end = Date.now() + 10_000; Date.now() < end; await pause(20)) {
    const children = `/proc/${holder}/task/${holder}/children`
    if (!existsSync(children)) continue
    const pid = Number(readFileSync(children, 'utf8').trim().split(' ')[0])
    if (pid > 0 && readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'bash') return pid
  }
  throw new Error(`the machine in ${folder} did not start`)
}
