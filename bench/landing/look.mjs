/*
 * node look.mjs URL PORT CATEGORIES: runs Lighthouse's mobile profile on a page, in the browser that listens on PORT,
 * and prints Lighthouse's result as JSON.
 */
import lighthouse from 'lighthouse'

const [url = '', port = '', categories = ''] = process.argv.slice(2)
const found = await lighthouse(url, {
  port: Number(port),
  onlyCategories: categories.split(','),
  logLevel: 'silent',
})
const problem = found === undefined ? 'Lighthouse returned nothing' : found.lhr.runtimeError?.message
if (found === undefined || problem !== undefined) throw new Error(problem)
process.stdout.write(JSON.stringify(found.lhr))
