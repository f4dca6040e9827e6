import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'

/** @param {string[]} args */
const ip = (...args) => execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] })

/**
 * @typedef {ReturnType<typeof networksOf>} Networks
 */

/**
 * Networks that were made by `makeNetworks`, also in another process.
 * @param {string} prefix of the namespaces' names @param {Readonly<Record<string, string[]>>} hosts
 */
export function networksOf(prefix, hosts) {
  return {
    /** The namespace of a host. @param {string} name */
    of: (name) => `${prefix}-${name}`,
    /** Takes a host off the bridge, or puts it back. @param {string} name @param {boolean} isConnected */
    connect(name, isConnected) {
      const n = Object.keys(hosts).indexOf(name)
      ip('-n', `${prefix}-bridge`, 'link', 'set', `port${n}`, isConnected ? 'up' : 'down')
    },
    remove() {
      for (const name of ['bridge', ...Object.keys(hosts)].map((one) => `${prefix}-${one}`)) {
        spawnSync('ip', ['netns', 'del', name])
        rmSync(`/etc/netns/${name}`, { recursive: true, force: true })
      }
    },
  }
}

/**
 * Networks that see only each other: a bridge in one of its own, and in each of the others one address on it.
 * @param {string} prefix of the namespaces' names
 * @param {Readonly<Record<string, string[]>>} hosts addresses of each, of 203.0.113.0/24 (a documentation network, so none of ours)
 * @param {string} [nameServer]
 * @returns {Networks}
 */
export function makeNetworks(prefix, hosts, nameServer) {
  const networks = networksOf(prefix, hosts)
  networks.remove()
  const bridge = `${prefix}-bridge`
  ip('netns', 'add', bridge)
  ip('-n', bridge, 'link', 'add', 'br0', 'type', 'bridge')
  ip('-n', bridge, 'link', 'set', 'br0', 'up')
  for (const [n, [name, addresses]] of Object.entries(hosts).entries()) {
    const space = `${prefix}-${name}`
    ip('netns', 'add', space)
    if (nameServer !== undefined) {
      // `ip netns exec` shows it as /etc/resolv.conf.
      mkdirSync(`/etc/netns/${space}`, { recursive: true })
      writeFileSync(`/etc/netns/${space}/resolv.conf`, `nameserver ${nameServer}\n`)
    }
    ip('-n', bridge, 'link', 'add', `port${n}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
    ip('-n', bridge, 'link', 'set', `port${n}`, 'master', 'br0', 'up')
    for (const address of addresses) ip('-n', space, 'address', 'add', `${address}/24`, 'dev', 'eth0')
    ip('-n', space, 'link', 'set', 'lo', 'up')
    ip('-n', space, 'link', 'set', 'eth0', 'up')
  }
  return networks
}
