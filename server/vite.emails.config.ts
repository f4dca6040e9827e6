import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

// Node strips types but knows no JSX: the email templates become `build/emails.js`, a module without TSX.
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  logLevel: 'warn',
  build: {
    ssr: 'src/modules/outreach/channels/email/templates/render.tsx',
    outDir: process.env.EMAILS_BUILD_DIR ?? 'build',
    emptyOutDir: false,
    target: 'node24',
    rollupOptions: { output: { entryFileNames: 'emails.js' } },
  },
})
