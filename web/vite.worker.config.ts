import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import type { ServiceWorkerFiles } from './service-worker-files/plugin.ts'

const build = process.env.WEB_BUILD_DIR ?? 'build'

/**
 * Builds the service worker as one classic file at a stable URL. It lists the files of the client build, which must
 * exist.
 */
export default defineConfig(() => {
  const { version, files } = JSON.parse(
    readFileSync(join(build, 'service-worker-files.json'), 'utf8'),
  ) as ServiceWorkerFiles
  return {
    publicDir: false as const,
    define: { __VERSION__: JSON.stringify(version), __FILES__: JSON.stringify(files) },
    build: {
      outDir: join(build, 'worker'),
      emptyOutDir: true,
      target: ['chrome111', 'firefox113', 'safari16.4'],
      lib: {
        entry: 'src/service-worker/service-worker.ts',
        name: 'serviceWorker',
        formats: ['iife' as const],
        fileName: () => 'service-worker.js',
      },
    },
  }
})
