/** The parts of an archive: rows without what nobody may read again, and texts cut at their lines. Pure. */

/** Of fields at any depth. */
const secret = /pass(word|phrase)|secret|token|sealed|hash|credential|private|verification|authorization|challenge/i;

/** A value without its secrets. */
export function withoutSecretFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecretFields);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !secret.test(name))
      .map(([name, each]) => [name, withoutSecretFields(each)]),
  );
}

export const partBytes = 8 * 1024 * 1024;

/** A long text in parts of some megabytes that end with a line; each later part begins with the heading again, where it has one. */
export async function* partsOf(
  text: AsyncIterable<string | Uint8Array>,
  most = partBytes,
  hasHeading = true,
): AsyncGenerator<Buffer> {
  let heading: Buffer | null = null;
  let left = Buffer.alloc(0);
  for await (const chunk of text) {
    left = Buffer.concat([left, Buffer.from(chunk as string)]);
    if (left.length < most) continue;
    const end = left.lastIndexOf(10) + 1;
    if (end === 0) continue;
    heading ??= hasHeading ? left.subarray(0, left.indexOf(10) + 1) : Buffer.alloc(0);
    yield left.subarray(0, end);
    left = Buffer.concat([heading, left.subarray(end)]);
  }
  if (left.length > (heading?.length ?? 0)) yield left;
}

/** Returns the README.md of every archive. */
export const readme = (title: string, at: Date): string => `# ${title}

What people of a corporation of Plumbline entered and what its points measured, as of ${at.toISOString()}. Passwords, secrets and tokens are
not in it; neither are notification channels, feeds, walls and status pages, which open by them.

- \`tables/<table>-<part>.ndjson\`: the rows of a table as it is stored, one JSON object a line. Ids connect them: \`point.project_id\` is
  \`project.id\`. Times are UTC. Of people: name, display name, type, language, and when the account was made and disabled.
- \`readings/<project id>/<point id>-<part>.csv\`: every reading of a point as it was stored, uncorrected, oldest first: time in the zone of
  the project and in UTC, each field with its unit, and its quality (empty = passed). UTF-8 with a byte order mark; each part begins
  with the heading.
- \`waveforms/<project id>/<point id>/<waveform id>.csv\`: what a vibration point recorded sample by sample: seconds since the beginning, then each
  axis. What it was (beginning, rate, unit) is in \`tables/waveform\`.
- \`files/<file id>\`: documents, photos, drawings, map layers and report files as they are. \`files/index.ndjson\` says the type of each and
  which table names it (\`document.file_id\`, \`photo.file_id\` ...); \`path\` is null where it was deleted while the archive was made.
- \`attachments/<device id>/<attachment id>\`: files that devices handed in; their names are in \`tables/attachment\`.
- \`MANIFEST.sha256\`: the SHA-256 of every part. After unpacking, \`sha256sum -c MANIFEST.sha256\` says whether each is as it was written; without
  unpacking, \`npm run verify-archive -- <file>\` does, where Plumbline is installed.

Tables and the list of files are of one moment. Readings are those that had arrived when their point was written.
`;

const endings: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
  'image/svg+xml': '.svg',
  'text/csv': '.csv',
  'application/json': '.json',
  'application/geo+json': '.geojson',
  'application/zip': '.zip',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
};
/** Returns the ending of a file by its type; '' where no ending goes without saying. */
export const endingOf = (type: string): string => endings[type.split(';')[0]?.trim().toLowerCase() ?? ''] ?? '';

/** A waveform as a table: seconds since its beginning, then each axis. */
export function waveformCsv({
  rateHz,
  unit,
  axes,
  samples,
}: {
  readonly rateHz: number;
  readonly unit: string;
  readonly axes: readonly string[];
  readonly samples: readonly Float64Array[];
}): Buffer {
  const lines = [['seconds', ...axes.map((axis) => `${axis} (${unit})`)].join(',')];
  const count = Math.max(0, ...samples.map(({ length }) => length));
  for (let i = 0; i < count; i++)
    lines.push([i / rateHz, ...samples.map((axis) => (Number.isNaN(axis[i]) ? '' : (axis[i] ?? '')))].join(','));
  return Buffer.from(`${lines.join('\n')}\n`);
}
