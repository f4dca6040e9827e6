import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const font = fileURLToPath(import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'))

/** The card frame's script, one classic file that loads nothing else, and the font beside it. */
export default defineConfig({
  publicDir: false,
  plugins: [
    {
      name: 'frame-font',
      async generateBundle() {
        this.emitFile({ type: 'asset', fileName: 'ui-font.woff2', source: await readFile(font) })
      },
    },
  ],
  build: {
    outDir: `${process.env.WEB_BUILD_DIR ?? 'build'}/frame`,
    emptyOutDir: true,
    target: ['chrome111', 'firefox113', 'safari16.4'],
    lib: { entry: 'src/payment-frame/main.ts', name: 'cardFrame', formats: ['iife'], fileName: () => 'card-frame.js' },
    reportCompressedSize: true,
  },
})
