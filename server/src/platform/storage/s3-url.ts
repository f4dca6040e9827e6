import { isStorageKey } from '#platform/storage.ts'

/** Where a bucket is. The credentials are those of the AWS SDK (`AWS_ACCESS_KEY_ID`, a profile, the machine's role). */
export interface S3Place {
  readonly bucket: string
  /** Starts every key; empty, or ends with a slash. */
  readonly prefix: string
  /** Of a server other than Amazon's. */
  readonly endpoint: string | undefined
  readonly region: string
}

const form = 's3://BUCKET, s3://BUCKET/FOLDER?region=eu-south-1 or s3://BUCKET?endpoint=https://s3.example.com'

/**
 * Reads `s3://BUCKET/FOLDER?endpoint=…&region=…`.
 * @throws Error that says what is wrong with it
 */
export function readS3Url(text: string): S3Place {
  const parts = /^s3:\/\/(?<bucket>[^/?#]*)(?:\/(?<folder>[^?#]*))?(?:\?(?<query>[^#]*))?$/.exec(text)?.groups
  if (!parts) throw new Error(`is not of the form ${form}`)
  const { bucket = '', folder = '', query = '' } = parts
  // A password in an address would be visible in the list of processes and in logs.
  if (bucket.includes('@')) throw new Error('takes no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) throw new Error(`“${bucket}” is no name of a bucket`)
  const name = folder.replace(/\/$/, '')
  if (name !== '' && !isStorageKey(name)) throw new Error(`“${name}” is no name of a folder in the bucket`)
  const given = new URLSearchParams(query)
  for (const option of given.keys())
    if (!['endpoint', 'region'].includes(option)) throw new Error(`“${option}” is neither endpoint nor region`)
  const endpoint = given.get('endpoint') || undefined
  if (endpoint !== undefined && !/^https?:$/.test(URL.canParse(endpoint) ? new URL(endpoint).protocol : ''))
    throw new Error('endpoint must be an address such as https://s3.example.com')
  const region = given.get('region') || process.env['AWS_REGION'] || 'us-east-1'
  if (!/^[a-z0-9-]{1,40}$/.test(region)) throw new Error(`“${region}” is no name of a region`)
  return { bucket, prefix: name === '' ? '' : `${name}/`, endpoint, region }
}
