import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { startMachine } from '../../tools/proof/root.mjs'
import type { Networks } from '../../tools/proof/network.mjs'

/*
 * PostgreSQL with Patroni and etcd, Valkey with Sentinel, on three nodes, and HAProxy where the servers are, all of
 * Debian's packages and as docs/high-availability.md sets them up. Each node is a network namespace with real processes
 * of a user of its own.
 */

export const packages = [
  'postgresql-18',
  'patroni',
  'python3-etcd',
  'python3-dnspython',
  'etcd-server',
  'etcd-client',
  'haproxy',
  'valkey-server',
  'valkey-sentinel',
  'procps',
]
/** Of the names of the nodes' networks. */
export const prefix = 'failover'
export const nodes = ['one', 'two', 'three'] as const
export type Node = (typeof nodes)[number]
export const addresses: Readonly<Record<Node | 'servers', string[]>> = {
  one: ['203.0.113.1'],
  two: ['203.0.113.2'],
  three: ['203.0.113.3'],
  servers: ['203.0.113.9'],
}
const addressOf = (node: Node): string => addresses[node][0] ?? ''
const password = 'a-password-of-this-cluster'
const bin = '/usr/lib/postgresql/18/bin'

export type PatroniCluster = Awaited<ReturnType<typeof startCluster>>

export async function startCluster(networks: Networks) {
  const machine = await startMachine(packages)
  const running = new Map<string, ReturnType<typeof machine.start>>()

  function run(node: Node, name: string, command: string): void {
    const as = `setpriv --reuid=${node} --regid=${node} --init-groups`
    running.set(
      `${node} ${name}`,
      machine.start(`${as} ${command}`, `/srv/${node}/${name}.log`, { network: networks.of(node) }),
    )
  }
  /** Processes of a node. Its user has no others. */
  const signal = (node: Node, name: string, only = ''): void =>
    void machine.run(`pkill --signal ${name} --uid ${node} ${only}`)

  function startNode(node: Node): void {
    const at = addressOf(node)
    const members = nodes.map((one) => `${one}=http://${addressOf(one)}:2380`).join(',')
    const etcd = {
      name: node,
      // In memory: here, all nodes and what else this machine does share one disk.
      'data-dir': `/run/etcd-${node}`,
      'listen-peer-urls': `http://${at}:2380`,
      'listen-client-urls': `http://${at}:2379`,
      'initial-advertise-peer-urls': `http://${at}:2380`,
      'advertise-client-urls': `http://${at}:2379`,
      'initial-cluster': members,
      'heartbeat-interval': '200',
      'election-timeout': '2000',
    }
    const flags = Object.entries(etcd).map(([flag, value]) => `--${flag}=${value}`)
    run(node, 'etcd', `etcd ${flags.join(' ')}`)
    run(node, 'patroni', `env PATH=${bin}:/usr/bin:/bin patroni /srv/${node}/patroni.yml`)
    run(node, 'valkey', `valkey-server /srv/${node}/valkey.conf`)
    run(node, 'sentinel', `valkey-sentinel /srv/${node}/sentinel.conf`)
  }

  for (const node of nodes) {
    machine.must(`useradd --system ${node}`)
    machine.write(`/srv/${node}/patroni.yml`, JSON.stringify(patroniOf(node)))
    const at = addressOf(node)
    const follows = node === 'one' ? '' : `replicaof ${addressOf('one')} 6379\n`
    machine.write(
      `/srv/${node}/valkey.conf`,
      `bind ${at}\nport 6379\nsave ""\nappendonly no\nprotected-mode no\n${follows}dir /srv/${node}\n`,
    )
    machine.write(
      `/srv/${node}/sentinel.conf`,
      `bind ${at}\nport 26379\nprotected-mode no\ndir /srv/${node}\nsentinel monitor incontro ${addressOf('one')} 6379 2\nsentinel down-after-milliseconds incontro 3000\nsentinel failover-timeout incontro 6000\n`,
    )
    machine.must(`mkdir -m 700 /run/etcd-${node} && chown -R ${node}: /srv/${node} /run/etcd-${node}`)
    startNode(node)
  }
  machine.write('/srv/haproxy.cfg', haproxy())
  machine.start('haproxy -db -f /srv/haproxy.cfg', '/var/log/haproxy.log', { network: networks.of('servers') })

  const url = (database: string): string => `postgres://postgres:${password}@127.0.0.1:5000/${database}`
  /** Milliseconds until a new connection to the installation's address writes again. */
  async function untilWritable(database: string, mostMs = 60_000): Promise<number> {
    const begun = performance.now()
    for (;;) {
      const client = new pg.Client({
        connectionString: url(database),
        connectionTimeoutMillis: 1000,
        query_timeout: 1500,
      })
      // The statement that meets it reports it.
      client.on('error', () => undefined)
      try {
        await client.connect()
        // Acknowledged by a second node too.
        await client.query('create temp table written (); select pg_logical_emit_message(true, $$soak$$, $$x$$)')
        return performance.now() - begun
      } catch (error) {
        if (performance.now() - begun > mostMs)
          throw new Error(`nothing could be written for ${mostMs} ms`, { cause: error })
        await pause(100)
      } finally {
        await client.end().catch(() => undefined /* It may never have been connected. */)
      }
    }
  }
  async function primary(): Promise<Node> {
    for (;;) {
      for (const node of nodes) {
        const { code } = machine.run(`curl --silent --fail --max-time 1 http://${addressOf(node)}:8008/primary`, {
          network: networks.of('servers'),
        })
        if (code === 0) return node
      }
      await pause(200)
    }
  }
  async function brokerNode(): Promise<Node> {
    for (;;) {
      for (const node of nodes) {
        const { said } = machine.run(`timeout 1 valkey-cli -h ${addressOf(node)} role | head -1`, {
          network: networks.of('servers'),
        })
        if (said.includes('master')) return node
      }
      await pause(200)
    }
  }
  /** Until another node acknowledges each commit, so that the next fault may come. */
  async function whole(): Promise<void> {
    for (const end = performance.now() + 300_000; ; await pause(300)) {
      const at = addressOf(await primary())
      const { said } = machine.run(`curl --silent --max-time 2 http://${at}:8008/cluster`, {
        network: networks.of('servers'),
      })
      const members = said.startsWith('{')
        ? (JSON.parse(said) as { members: { role: string; state: string }[] }).members
        : []
      if (members.some(({ role, state }) => role === 'sync_standby' && state === 'streaming')) return
      if (performance.now() > end) throw new Error(`the cluster is not whole: ${said.slice(0, 2000)}`)
    }
  }

  return {
    url,
    brokerUrl: 'redis://127.0.0.1:6380',
    machine,
    networks,
    primary,
    brokerNode,
    whole,
    untilWritable,
    signal,
    startNode,
    /** Starts what was killed of the broker on a node. */
    startBroker: (node: Node) => run(node, 'valkey', `valkey-server /srv/${node}/valkey.conf`),
    /** The last lines of what its programs wrote. */
    logs: () => machine.run('tail -n 12 /srv/*/*.log /var/log/haproxy.log').said,
    async stop() {
      await machine.stop()
      for (const child of running.values()) child.kill('SIGKILL')
    },
  }
}

function patroniOf(node: Node): object {
  const at = addressOf(node)
  return {
    scope: 'incontro',
    name: node,
    restapi: { listen: `${at}:8008`, connect_address: `${at}:8008` },
    etcd3: { hosts: nodes.map((one) => `${addressOf(one)}:2379`) },
    bootstrap: {
      dcs: {
        // The least that Patroni takes: after so many seconds without a word, a primary is replaced.
        ttl: 20,
        loop_wait: 3,
        retry_timeout: 3,
        // A crashed primary is replaced, not started again.
        primary_start_timeout: 0,
        // A commit is acknowledged once a second node has it.
        synchronous_mode: true,
        // Slots that Patroni did not make are otherwise dropped whenever nothing reads them for a moment.
        ignore_slots: [{ type: 'logical', plugin: 'pgoutput' }],
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            wal_level: 'logical',
            max_connections: 200,
            max_wal_senders: 10,
            max_replication_slots: 10,
            wal_keep_size: '256MB',
            // One that follows a primary which went silent finds the next one.
            wal_receiver_timeout: '5s',
            wal_sender_timeout: '5s',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${at}:5432`,
      connect_address: `${at}:5432`,
      data_dir: `/srv/${node}/data`,
      bin_dir: bin,
      pgpass: `/srv/${node}/pgpass`,
      pg_hba: [
        'local all all trust',
        'host all all 203.0.113.0/24 scram-sha-256',
        'host replication replicator 203.0.113.0/24 scram-sha-256',
      ],
      authentication: {
        superuser: { username: 'postgres', password },
        replication: { username: 'replicator', password },
      },
      parameters: { unix_socket_directories: `/srv/${node}` },
    },
  }
}

function haproxy(): string {
  const servers = (port: number, check: string): string =>
    nodes.map((node) => `  server ${node} ${addressOf(node)}:${port} ${check}`).join('\n')
  const marks = 'inter 1s fall 2 rise 1 on-marked-down shutdown-sessions'
  return `global
  maxconn 2000
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen postgres
  bind 127.0.0.1:5000
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server ${marks}
${servers(5432, 'check port 8008')}
listen valkey
  bind 127.0.0.1:6380
  option tcp-check
  tcp-check send info\\ replication\\r\\n
  tcp-check expect string role:master
  default-server ${marks}
${servers(6379, 'check')}
`
}
