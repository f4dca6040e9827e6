import { Counter, Histogram, Registry } from 'prom-client'

/*
 * What this process does, for `/metrics`. Labels are names of our own code (a route's pattern, an event, a job), never
 * anything that a member or a visitor sent: the figures say nothing about a person, and their number is limited.
 */

/** Of all apps of the process: several databases share one `/metrics`. */
export const processMetrics = new Registry()
const registers = [processMetrics]

const answered = new Histogram({
  name: 'incontro_http_request_duration_seconds',
  help: 'Requests by the pattern of their route and the class of their status, until the last byte was handed over',
  labelNames: ['route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
})
const handled = new Histogram({
  name: 'incontro_socket_event_duration_seconds',
  help: 'Events of sockets by name, until they were acknowledged',
  labelNames: ['event'],
  buckets: [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
  registers,
})
const ran = new Histogram({
  name: 'incontro_job_duration_seconds',
  help: 'Runs of jobs by name',
  labelNames: ['job'],
  buckets: [0.01, 0.1, 1, 10, 60, 600],
  registers,
})
const failed = new Counter({
  name: 'incontro_failures_total',
  help: 'Socket events and runs of jobs that ended in an error of ours, by name; a job is tried again',
  labelNames: ['kind', 'name'],
  registers,
})

/** @param route its pattern, as in `/api/messages/:otherId`; undefined for a path that no route has */
export const requestAnswered = (route: string | undefined, status: number, milliseconds: number): void =>
  answered.observe({ route: route ?? 'none', status: `${Math.floor(status / 100)}xx` }, milliseconds / 1000)

/** @param begun of `performance.now()` */
export const eventHandled = (event: string, begun: number): void =>
  handled.observe({ event }, (performance.now() - begun) / 1000)

/** @param begun of `performance.now()` */
export const jobRan = (job: string, begun: number): void => ran.observe({ job }, (performance.now() - begun) / 1000)

export const hasFailed = (kind: 'event' | 'job', name: string): void => failed.inc({ kind, name })
