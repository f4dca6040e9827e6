import { afterEach, expect, it, vi } from 'vitest'
import { readS3Url } from './s3-url.ts'

afterEach(() => vi.unstubAllEnvs())

const place = { bucket: 'pictures', prefix: '', endpoint: undefined, region: 'us-east-1' }
it.each([
  ['s3://pictures', {}],
  ['s3://pictures/', {}],
  ['s3://pictures/members', { prefix: 'members/' }],
  ['s3://pictures/members/', { prefix: 'members/' }],
  ['s3://pictures/a/b', { prefix: 'a/b/' }],
  ['s3://pictures?region=eu-south-1', { region: 'eu-south-1' }],
  ['s3://pictures?endpoint=https://s3.example.com', { endpoint: 'https://s3.example.com' }],
  ['s3://pictures?endpoint=http://localhost:9000&region=x', { endpoint: 'http://localhost:9000', region: 'x' }],
  ['s3://pictures?endpoint=&region=', {}],
  ['s3://abc', { bucket: 'abc' }],
  [`s3://${'b'.repeat(63)}`, { bucket: 'b'.repeat(63) }],
  ['s3://9.my-bucket.0', { bucket: '9.my-bucket.0' }],
])('%s is read', (text, differs) => {
  vi.stubEnv('AWS_REGION', '')
  expect(readS3Url(text)).toEqual({ ...place, ...differs })
})

it('the region is that of the environment unless the address names one', () => {
  vi.stubEnv('AWS_REGION', 'eu-west-3')
  expect(readS3Url('s3://pictures').region).toBe('eu-west-3')
  expect(readS3Url('s3://pictures?region=eu-south-1').region).toBe('eu-south-1')
})

it.each([
  ['pictures', /^is not of the form s3:\/\/BUCKET, /],
  ['https://pictures', /^is not of the form /],
  ['s3://pictures#x', /^is not of the form /],
  ['s3://key:secret@pictures', /^takes no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY$/],
  ['s3://', /^“” is no name of a bucket$/],
  ['s3://ab', /is no name of a bucket$/],
  [`s3://${'b'.repeat(64)}`, /is no name of a bucket$/],
  ['s3://Pictures', /is no name of a bucket$/],
  ['s3://pictures-', /is no name of a bucket$/],
  ['s3://pictures/../x', /^“\.\.\/x” is no name of a folder in the bucket$/],
  ['s3://pictures?zone=x', /^“zone” is neither endpoint nor region$/],
  ['s3://pictures?endpoint=s3.example.com', /^endpoint must be an address such as https:\/\/s3\.example\.com$/],
  ['s3://pictures?endpoint=ftp://s3.example.com', /^endpoint must be an address/],
  ['s3://pictures?region=Milan', /^“Milan” is no name of a region$/],
  [`s3://pictures?region=${'r'.repeat(41)}`, /is no name of a region$/],
])('%s is refused', (text, sentence) => expect(() => readS3Url(text)).toThrow(sentence))
