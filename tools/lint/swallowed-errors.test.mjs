import { RuleTester } from 'oxlint/plugins-dev'
import { describe, it } from 'vitest'
import { swallowedErrors } from './swallowed-errors.mjs'

RuleTester.describe = describe
RuleTester.it = it

new RuleTester().run('swallowed-errors', swallowedErrors, {
  invalid: [
    'void work().catch(() => undefined)',
    'work().catch(() => {})',
    'work().catch((error) => null)',
    'work().catch(async function (error) { await end() })',
    'work().then(show, () => undefined)',
    'work().then(show, (_error) => hide())',
    'socket.on("error", () => undefined)',
    'socket.once("error", () => resolve(false))',
    'target.addEventListener("error", () => {})',
    'const ignore = () => undefined; work().catch(ignore)',
    'function ignore() {}; work().then(show, ignore)',
    'try { work() } catch {}',
    'try { work() } catch (error) {}',
    'try { work() } catch { return undefined }',
    'try { work() } catch (error) { error = undefined }',
    // The inner `error` is another variable.
    'try { work() } catch (error) { items.forEach((error) => log(error)) }',
    // The comments are about something else.
    '// Why it is done.\ntry {\n  work()\n} catch {}\n',
    '// Why it is done.\nwork({\n  one,\n  two,\n}).catch(() => undefined)',
    'work().catch(() => undefined)\n// What follows.\nnext()',
  ].map((code) => ({ code: `function f() {\n${code}\n}`, errors: 1 })),
  valid: [
    'work().catch((error) => log.warn({ err: error }))',
    'work().catch(({ code }) => show(code))',
    'work().catch(([first]) => show(first))',
    'work().then(show, (error) => show(error))',
    'work().then(() => undefined)',
    'work().catch(giveUp)',
    'const giveUp = (error) => exit(error); work().catch(giveUp)',
    'function giveUp(error) { exit(error) }; work().catch(giveUp)',
    'socket.on("close", () => undefined)',
    'socket.on("error", log)',
    'try { work() } catch (error) { log(error) }',
    'try { work() } catch { throw new Failure("It did not work.") }',
    'try { work() } catch {\n  // Why nothing is lost.\n}',
    'work().catch(() => undefined) // Why nothing is lost.',
    '// Why nothing is lost.\nwork().catch(() => undefined)',
    '// Why nothing is lost.\nconst it = await work()\n  .done()\n  .catch(() => undefined)',
    'work().then(\n  show,\n  // Why nothing is lost.\n  () => undefined,\n)',
  ].map((code) => `async function f() {\n${code}\n}`),
})
