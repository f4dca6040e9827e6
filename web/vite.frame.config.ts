import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const font = fileURLToPath(import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'))

const wallet = 'wallet'

/**
 * Builds the frames' scripts, each one classic file without imports: the card's, together with its font, and with
 * `--mode wallet` the wallets'.
 */
export default defineConfig(({ mode }) => ({
  publicDir: false,
  plugins: [
    {
      name: 'frame-font',
      apply: () => mode !== wallet,
      async generateBundle() {
        this.emitFile({ type: 'asset', fileName: 'ui-font.woff2', source: await readFile(font) })
      },
    },
  ],
  build: {
    outDir: `${process.env.WEB_BUILD_DIR ?? 'build'}/frame`,
    // A build of its own is empty already, and both frames may be built at once.
    emptyOutDir: process.env.WEB_BUILD_DIR === undefined && mode !== wallet,
    target: ['chrome111', 'firefox113', 'safari16.4'],
    lib:
      mode === wallet
        ? {
            entry: 'src/payment-frame/wallets/main.ts',
            name: 'walletFrame',
            formats: ['iife'],
            fileName: () => 'wallet-frame.js',
          }
        : { entry: 'src/payment-frame/main.ts', name: 'cardFrame', formats: ['iife'], fileName: () => 'card-frame.js' },
    reportCompressedSize: true,
  },
}))
