import { spawnSync } from 'node:child_process'
import { root } from '../support/paths.mjs'

/**
 * The commit that a change is compared with: where the branch left the one it follows, otherwise the last commit.
 * @returns {string}
 */
export function changedSince() {
  const { status, stdout } = spawnSync('git', ['merge-base', 'HEAD', '@{upstream}'], { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : 'HEAD'
}
