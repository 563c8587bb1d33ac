/** Files in an S3 bucket. The client is large and is loaded only when the first file comes. Keys: `files/<id>`. */
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Config } from './config.ts';
import type { ContentStore } from './files-store.ts';

type Settings = NonNullable<Config['s3']>;

const connect = ({ endpoint, region }: Settings) =>
  import('@aws-sdk/client-s3').then((sdk) => ({
    sdk,
    client: new sdk.S3Client({
      region,
      // Stores other than AWS have no virtual hosts per bucket, and many know no checksum trailers.
      ...(endpoint && { endpoint, forcePathStyle: true }),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
  }));

const timeoutMs = 10_000;

/**
 * Looks whether the bucket is there. Throws an Error that names the setting where it is not; gives what is doubtful, such
 * as a store that does not answer now: readings need no files, so the start goes on.
 */
export async function checkBucket(settings: Settings): Promise<string | null> {
  const { bucket, endpoint } = settings;
  const { sdk, client } = await connect(settings);
  const at = endpoint ?? 'AWS';
  try {
    await client.send(new sdk.HeadBucketCommand({ Bucket: bucket }), { abortSignal: AbortSignal.timeout(timeoutMs) });
    return null;
  } catch (error) {
    if ((error as Error).name === 'CredentialsProviderError')
      throw new Error(`S3_BUCKET=${bucket}: there are no keys for it; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`);
    const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
    if (status === 404) throw new Error(`S3_BUCKET=${bucket}: there is no such bucket at ${at}`);
    if (status === 301) throw new Error(`S3_REGION: the bucket ${bucket} lies in another region`);
    if (status === 403) return `S3_BUCKET=${bucket}: these keys may not look at it; uploads may fail`;
    return `S3_BUCKET=${bucket}: ${at} does not answer (${(error as Error).message}); uploads fail until it does`;
  } finally {
    client.destroy();
  }
}

export function openBucket(settings: Settings): ContentStore {
  const { bucket } = settings;
  let opened: ReturnType<typeof connect>;
  const open = () => {
    opened ??= connect(settings);
    return opened;
  };
  const keyOf = (id: string) => ({ Bucket: bucket, Key: `files/${id}` });
  return {
    async put(id, path, bytes, type) {
      const { sdk, client } = await open();
      const body = createReadStream(path);
      try {
        await client.send(
          new sdk.PutObjectCommand({ ...keyOf(id), Body: body, ContentLength: bytes, ContentType: type }),
        );
      } finally {
        body.destroy();
      }
    },
    async get(id, range) {
      const { sdk, client } = await open();
      try {
        const { Body } = await client.send(
          new sdk.GetObjectCommand({ ...keyOf(id), ...(range && { Range: `bytes=${range.from}-${range.to}` }) }),
        );
        return (Body as Readable | undefined) ?? null;
      } catch (error) {
        if ((error as Error).name === 'NoSuchKey') return null;
        throw error;
      }
    },
    async remove(id) {
      const { sdk, client } = await open();
      await client.send(new sdk.DeleteObjectCommand(keyOf(id)));
    },
  };
}
