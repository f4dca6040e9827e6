import { routes } from '@incontro/contract'
import { own, type Http } from '#platform/http/bind.ts'
import { notFound, notSignedIn } from '#platform/http/problem.ts'
import { bindJobs } from '#platform/jobs/job.ts'
import type { Module } from '#platform/module.ts'
import { reauthenticate } from '#modules/identity/index.ts'
import { allowDownload, askForExport, openExport, stateOf } from './data-export.ts'
import type { DataExportDeps } from './deps.ts'
import { dataExportJobs } from './jobs.ts'

const few = { limit: { max: 20, timeWindow: 60_000 } }
const filePath = '/api/users/export/file'

export { scheduleExport } from './data-export.ts'

/** A member's own data as an archive: requested, made by a job, available to its owner for seven days. */
export function createDataExport(deps: DataExportDeps): Module {
  return {
    routes: (http) => dataExportRoutes(http, deps),
    jobs: bindJobs(dataExportJobs, deps),
  }
}

function dataExportRoutes(http: Http, deps: DataExportDeps): void {
  http.bind(routes.dataExport, ({ member }) => stateOf(deps, member.memberId))

  http.bind(
    routes.askDataExport,
    async ({ body, member, site }) => {
      own(member, body.clickid)
      await reauthenticate(deps, member, 'password unless fresh', body.password)
      return askForExport(deps, member, site.origin)
    },
    few,
  )

  http.bind(
    routes.downloadDataExport,
    async ({ body, member }) => {
      own(member, body.clickid)
      await reauthenticate(deps, member, 'password unless fresh', body.password)
      return { path: `${filePath}?key=${await allowDownload(deps, member.memberId)}` }
    },
    few,
  )

  http.app.get<{ Querystring: { key?: unknown } }>(
    filePath,
    { compress: false, schema: { hide: true }, config: { rateLimit: { max: 20, timeWindow: 60_000 } } },
    async (request, reply) => {
      const member = await http.memberOf(request)
      if (!member) throw notSignedIn()
      const { key } = request.query
      const archive = typeof key === 'string' ? await openExport(deps, member.memberId, key) : undefined
      if (!archive) throw notFound()
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', 'attachment; filename="incontro.zip"')
        .header('content-length', archive.size)
        .type('application/zip')
        .send(archive.stream)
    },
  )
}
