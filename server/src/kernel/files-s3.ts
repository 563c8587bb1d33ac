/** Files in an S3 bucket. The client is large and is loaded only when the first file comes. Keys: `files/<id>`. */
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Config } from './config.ts';
import type { ContentStore } from './files-store.ts';

export function openBucket({ bucket, endpoint, region }: NonNullable<Config['s3']>): ContentStore {
  let opened: Promise<{ sdk: typeof import('@aws-sdk/client-s3'); client: import('@aws-sdk/client-s3').S3Client }>;
  const open = () => {
    opened ??= import('@aws-sdk/client-s3').then((sdk) => ({
      sdk,
      client: new sdk.S3Client({
        region,
        // Stores other than AWS have no virtual hosts per bucket, and many know no checksum trailers.
        ...(endpoint && { endpoint, forcePathStyle: true }),
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
      }),
    }));
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
