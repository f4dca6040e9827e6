import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#test/support/free-port.ts'
import { startMachine } from '../../tools/proof/root.mjs'
import { cpuInNamespace } from '../parts/processes.ts'
import { ask } from './requests.ts'
import { memberRows, photo, settings, usernameOf } from './ph7builder-rows.ts'

/*
 * pH7Builder as a careful operator would run it: nginx, PHP-FPM with its opcode cache and MariaDB of Debian, on a
 * machine of its own. The port is one of this machine's loopback, and PHP opens no connection but to its database.
 */

/** PHP 8.2, of the years in which its last version was made; MariaDB 10.11. */
const suite = 'bookworm'
const extensions = ['mysql', 'curl', 'gd', 'mbstring', 'xml', 'zip', 'maxminddb'].map((name) => `php8.2-${name}`)
const packages = ['mariadb-server', 'nginx', 'php8.2-fpm', ...extensions]
const site = '/srv/site'
const database = { name: 'ph7', user: 'ph7', password: 'a-password-of-this-machine' }
const server = new Set(['nginx', 'php-fpm8.2'])

export type Ph7builder = Awaited<ReturnType<typeof startPh7builder>>

/**
 * Makes the machine, installs the files and fills the tables.
 * @param folder pH7Builder with its libraries and before its installer, as its own README says
 */
export async function startPh7builder(folder: string, members: number) {
  const install = join(folder, '_install/data')
  for (const needed of [install, join(folder, '_protected/vendor/autoload.php')])
    if (!existsSync(needed)) throw new Error(`${needed} is missing: this is not pH7Builder before its installer`)
  const machine = await startMachine(packages, suite)
  const port = await freePort()
  const started: ReturnType<typeof machine.start>[] = []
  const sql = (text: string): string => {
    machine.write('/tmp/now.sql', text)
    return machine.must(`mariadb --batch --skip-column-names ${database.name} < /tmp/now.sql`).trim()
  }
  try {
    putSite(machine.folder, folder)
    putPhotos(join(machine.folder, site, 'data/system/modules/user/avatar/img'), members)
    machine.write('/etc/nginx/nginx.conf', nginx(port))
    machine.write('/etc/php/8.2/fpm/pool.d/www.conf', pool)
    machine.write('/etc/php/8.2/fpm/conf.d/99-site.ini', php)
    machine.write('/etc/mysql/mariadb.conf.d/99-site.cnf', mariadb)
    machine.must(`chown -R www-data: ${site} && install -d -o mysql -g mysql /run/mysqld && install -d /run/php`)
    started.push(machine.start('mariadbd --user=mysql', '/var/log/mariadb.log'))
    await until(() => machine.run('mariadb-admin ping').code === 0, 'MariaDB')
    machine.must(`mariadb --execute "create database ${database.name} character set utf8mb4"`)
    const { user, password, name } = database
    machine.must(
      `mariadb --execute "create user ${user}@localhost identified by '${password}'; grant all on ${name}.* to ${user}@localhost"`,
    )
    sql(readFileSync(join(install, 'sql/MySQL/pH7_Core.sql'), 'utf8'))
    const hash = machine.must(`php -r 'echo password_hash("${memberPassword}", PASSWORD_BCRYPT, ["cost" => 12]);'`)
    sql(settings)
    sql(memberRows(members, hash.trim()))
    started.push(machine.start('php-fpm8.2 --nodaemonize', '/var/log/php.log'))
    started.push(machine.start(`nginx -g 'daemon off;'`, '/var/log/nginx.log'))
    const origin = `http://localhost:${port}`
    // Its first page fills its caches.
    const isUp = () => ask(origin, { path: '/', headers: {} }).then(({ status }) => status === 200, isNotYet)
    await until(isUp, 'the site')
    const namespace = machine.must('readlink /proc/self/ns/pid').trim()
    return {
      origin,
      sql,
      cpu: () => ({
        server: cpuInNamespace(namespace, (program) => server.has(program)),
        database: cpuInNamespace(namespace, (program) => program === 'mariadbd'),
      }),
      stop,
    }
  } catch (error) {
    const logs = '/var/log/{mariadb,php,php8.2-fpm,nginx,nginx.error}.log /srv/site/_protected/data/log/*.log'
    console.error(
      machine.run(`curl --silent --include --max-time 5 localhost:${port} | head -c 2000; tail -n 20 ${logs}`).said,
    )
    await stop()
    throw error
  }

  async function stop(): Promise<void> {
    await machine.stop()
    for (const child of started) child.kill('SIGKILL')
  }
}

/** The password of all members. */
export const memberPassword = 'Password-of-a-member-1'

/** The files as the installer leaves them. */
function putSite(root: string, from: string): void {
  const to = join(root, site)
  cpSync(from, to, { recursive: true, filter: (path) => !path.endsWith('/.git') })
  fill(join(to, '_install/data/configs/constants.php'), join(to, '_constants.php'), {
    path_protected: `${site}/_protected/`,
  })
  fill(join(to, '_install/data/configs/config.ini'), join(to, '_protected/app/configs/config.ini'), {
    bug_report_email: 'operator@peer.example',
    ffmpeg_path: '/usr/bin/ffmpeg',
    db_type_name: 'MySQL',
    db_type: 'mysql',
    db_hostname: 'localhost',
    db_username: database.user,
    db_password: database.password,
    db_name: database.name,
    db_prefix: 'ph7_',
    db_charset: 'utf8mb4',
    db_port: '3306',
    private_key: 'k'.repeat(40),
    rand_id: 'bench',
  })
  rmSync(join(to, '_install'), { recursive: true })
}

/** Only whether they are there is looked at. */
function putPhotos(folder: string, members: number): void {
  for (let n = 1; n <= members; n += 1) {
    mkdirSync(join(folder, usernameOf(n)), { recursive: true })
    writeFileSync(join(folder, usernameOf(n), photo), '')
  }
}

function fill(from: string, to: string, values: Readonly<Record<string, string>>): void {
  const text = readFileSync(from, 'utf8').replace(/%([a-z_]+)%/g, (all, name: string) => values[name] ?? all)
  writeFileSync(to, text)
}

/** Nothing listens yet: it is asked again. */
const isNotYet = (): boolean => false

async function until(isReady: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end; await pause(200)) if (await isReady()) return
  throw new Error(`${what} did not start`)
}

const nginx = (port: number): string => `user www-data;
worker_processes auto;
pid /run/nginx.pid;
error_log /var/log/nginx.error.log;
events { worker_connections 1024; }
http {
  include /etc/nginx/mime.types;
  sendfile on;
  access_log off;
  keepalive_requests 100000;
  gzip on;
  gzip_comp_level 5;
  gzip_types text/css application/javascript application/json;
  server {
    listen 127.0.0.1:${port};
    server_name localhost;
    root ${site};
    index index.php;
    location ^~ /_protected { deny all; }
    location / { try_files $uri $uri/ /index.php?$args; }
    location ~ \\.php$ {
      include fastcgi_params;
      fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name;
      fastcgi_param HTTP_MOD_REWRITE On;
      fastcgi_pass unix:/run/php/site.sock;
      fastcgi_buffers 32 16k;
    }
  }
}
`

/** As many processes as requests under way; they stay. */
const pool = `[www]
user = www-data
group = www-data
listen = /run/php/site.sock
listen.owner = www-data
pm = static
pm.max_children = 12
`

/** Without looking at files that do not change, and without a connection to anywhere. */
const php = `opcache.enable = 1
opcache.memory_consumption = 256
opcache.max_accelerated_files = 30000
opcache.revalidate_freq = 0
opcache.file_update_protection = 0
realpath_cache_size = 8M
realpath_cache_ttl = 3600
allow_url_fopen = 0
disable_functions = curl_exec,curl_multi_exec,fsockopen,pfsockopen,stream_socket_client,mail
`

/** Everything stays in memory; each commit is on disk, which is MariaDB's default and ours. */
const mariadb = `[mariadbd]
innodb_buffer_pool_size = 512M
innodb_log_file_size = 256M
skip_name_resolve
skip_networking
`
